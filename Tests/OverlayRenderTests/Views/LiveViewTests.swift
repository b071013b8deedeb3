import Synchronization
import Testing

@testable import OverlayRender

@Suite("Live views")
struct LiveViewTests {
  private typealias Entry = LiveData<String>.Entry

  private static func scene(_ view: some View, live: LiveEntries, at time: RenderTime = .at(0)) -> Scene {
    Scene(size: PixelSize(300, 100), alignment: .center, at: time, live: live, measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  private static func texts(_ scene: Scene) -> [String] {
    scene.list.items.compactMap { if case .text(let content, _) = $0.content { content.shape.string } else { nil } }
  }

  /// Records the entries from which a view is made.
  private final class Seen: Sendable {
    private let kept = Mutex<[Entry]>([])
    var entries: [Entry] { kept.withLock { $0 } }

    func view(_ data: LiveData<String>) -> some View {
      LiveView(data) { entry in self.text(entry) }
    }

    private func text(_ entry: Entry) -> Text {
      kept.withLock { $0.append(entry) }
      return Text(entry.value)
    }
  }

  @Test("A new value resolves only the scope that reads it")
  func oneScope() {
    let title = LiveData("one")
    let other = LiveData("abc")
    let view = VStack {
      ClockText(timeZone: .gmt)
      HStack {
        Text("now")
        VStack { LiveView(title) { Text($0.value) } }.padding(4)
        LiveView(other) { Text($0.value) }
      }
    }
    let live = LiveEntries()
    var scene = Self.scene(view, live: live)
    #expect(!live.hasUpdates)
    title.update("two")
    #expect(live.hasUpdates)
    let damage = scene.update(to: .at(1), measuredBy: GridMeasurer())
    #expect(!damage.isEmpty && !live.hasUpdates)
    #expect(scene.work == Scene.Work(scopesResolved: 1, treesResolved: 1))
    #expect(Self.texts(scene) == ["00:00:00", "now", "two", "abc"])
    #expect(scene.update(to: .at(2), measuredBy: GridMeasurer()).isEmpty)
    #expect(scene.work.scopesResolved == 1)
    _ = scene.update(to: .at(30), measuredBy: GridMeasurer())
    #expect(scene.work.scopesResolved == 2, "the clock alone")
  }

  @Test("A text of another size moves the views around it")
  func otherRoom() {
    let title = LiveData("one")
    let view = HStack {
      LiveView(title) { Text($0.value) }
      Text("after")
    }
    let live = LiveEntries()
    var scene = Self.scene(view, live: live)
    title.update("a longer one")
    _ = scene.update(to: .at(1), measuredBy: GridMeasurer())
    #expect(scene.list.items == Self.scene(view, live: LiveEntries()).list.items)
  }

  @Test("An entry contains its start and the previous value")
  func entry() {
    let (data, seen, live) = (LiveData("one"), Seen(), LiveEntries())
    let start = RenderTime(
      presentation: .seconds(3), streamStart: .seconds(2), wallAnchor: WallTime(nanosecondsSince1970: 0),
      frameRate: .fps(30))
    var scene = Self.scene(seen.view(data), live: live, at: start)
    data.update("not")
    data.update("two")
    _ = scene.update(to: .at(.seconds(4)), measuredBy: GridMeasurer())
    data.update("two")
    _ = scene.update(to: .at(.seconds(5)), measuredBy: GridMeasurer())
    #expect(seen.entries.map(\.value) == ["one", "two", "two"])
    #expect(seen.entries.map(\.previous) == [nil, "one", "two"])
    #expect(seen.entries.map(\.revision) == [0, 2, 3])
    #expect(seen.entries.map(\.since) == [.seconds(2), .seconds(4), .seconds(5)])
  }

  @Test("All views of a value see the same entry in a frame, even if it is updated meanwhile")
  func sameEntry() {
    let (data, seen, live) = (LiveData("one"), Seen(), LiveEntries())
    let view = VStack {
      LiveView(data) { entry in
        if entry.value == "one" { Replacing(data: data) }
      }
      TimelineView(.every(.seconds(1))) { context in
        if context.count > 0 { seen.view(data) }
      }
      seen.view(data)
    }
    var scene = Self.scene(view, live: live)
    #expect(seen.entries.map(\.value) == ["one"] && live.hasUpdates)
    _ = scene.update(to: .at(.seconds(1)), measuredBy: GridMeasurer())
    #expect(Self.texts(scene) == ["two", "two"])
    #expect(seen.entries.last?.since == .seconds(1))
    #expect(seen.entries.dropFirst().allSatisfy { $0.previous == "one" }, "the view that came has the same entry")
  }

  /// Replaces the value while the frame is resolved.
  private struct Replacing: PrimitiveView {
    let data: LiveData<String>
    func addNodes(to builder: inout SceneBuilder) { data.update("two") }
  }

  @Test("Resolving everything keeps the entries, and a later part of a stream has the entries of the whole")
  func resolvingAll() {
    let (data, seen, live) = (LiveData("one"), Seen(), LiveEntries())
    var scene = Self.scene(seen.view(data), live: live)
    data.update("two")
    _ = scene.update(to: .at(.seconds(1)), measuredBy: GridMeasurer())
    _ = scene.resolveAll(at: .at(.seconds(2)), measuredBy: GridMeasurer())
    #expect(seen.entries.last?.since == .seconds(1) && seen.entries.last?.previous == "one")
    _ = Self.scene(seen.view(data), live: LiveEntries(), at: .at(.seconds(7)))
    #expect(seen.entries.last?.since == .zero && seen.entries.last?.previous == nil)
  }

  @Test("Nested live views change by themselves")
  func nested() {
    let (outer, inner, live) = (LiveData("a"), LiveData("x"), LiveEntries())
    let view = LiveView(outer) { outer in
      HStack {
        Text(outer.value)
        LiveView(inner) { Text($0.value) }
      }
    }
    var scene = Self.scene(view, live: live)
    inner.update("y")
    _ = scene.update(to: .at(1), measuredBy: GridMeasurer())
    #expect(scene.work.scopesResolved == 1 && Self.texts(scene) == ["a", "y"])
    outer.update("b")
    inner.update("z")
    _ = scene.update(to: .at(2), measuredBy: GridMeasurer())
    #expect(scene.work.scopesResolved == 2 && Self.texts(scene) == ["b", "z"])
  }

  @Test("A value that no view shows is no longer followed")
  func forgotten() {
    let (data, live) = (LiveData("one"), LiveEntries())
    weak var released: LiveData<String>?
    do {
      let passing = LiveData("passing")
      released = passing
      var scene = Self.scene(
        TimelineView(.every(.seconds(1))) { context in
          if context.count < 2 { LiveView(data) { Text($0.value) } }
          if context.count == 0 { LiveView(passing) { Text($0.value) } }
        }, live: live)
      #expect(live.count == 2)
      _ = scene.update(to: .at(.seconds(1)), measuredBy: GridMeasurer())
      #expect(live.count == 1)
      passing.update("nobody looks")
      #expect(!live.hasUpdates)
      _ = scene.update(to: .at(.seconds(2)), measuredBy: GridMeasurer())
      #expect(live.count == 0)
    }
    data.update("two")
    #expect(!live.hasUpdates && released == nil)
  }
}
