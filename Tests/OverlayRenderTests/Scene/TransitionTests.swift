import Testing

@testable import OverlayRender

@Suite("Transitions")
struct TransitionTests {
  private static let range = MediaTimeRange(start: .seconds(1), end: .seconds(3))

  private func scene(_ view: some View, at time: RenderTime = .at(0)) -> Scene {
    Scene(size: PixelSize(300, 100), alignment: .topLeading, at: time, measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  /// Returns the position of the only item that is not a group, in pixels.
  private func place(_ view: some View, at time: RenderTime) -> Point? {
    var origin = Point.zero
    for item in scene(view, at: time).list.items {
      let phase = item.phase?.offset ?? .zero
      if case .group = item.content {
        origin = Point(x: origin.x + Double(item.x), y: origin.y + Double(item.y))
      } else {
        return Point(x: origin.x + Double(item.x) + phase.x, y: origin.y + Double(item.y) + phase.y)
      }
    }
    return nil
  }

  private func effects(_ view: some View, at time: RenderTime) -> [Effect] {
    Resolved.nodes(of: view, at: time).compactMap {
      if case .wrapper(.effect(let effect)) = $0.kind { effect } else { nil }
    }
  }

  @Test("A view is visible from its start to its end")
  func bounds() {
    let view = Text("ab").visible(during: Self.range)
    let before = Resolved.builder(of: view, at: .at(29))
    #expect(before.nodes.isEmpty && before.earliestChange == .seconds(1))
    let start = Resolved.builder(of: view, at: .at(30))
    #expect(start.nodes.count == 1 && start.earliestChange == .seconds(3))
    #expect(Resolved.nodes(of: view, at: .at(89)).count == 1)
    let end = Resolved.builder(of: view, at: .at(90))
    #expect(end.nodes.isEmpty && end.earliestChange == .positiveInfinity)
  }

  @Test("A range counts from the start of the stream, and its ends are exact between frames")
  func streamStart() {
    func time(_ milliseconds: Int64) -> RenderTime {
      RenderTime(
        presentation: .milliseconds(milliseconds), streamStart: .milliseconds(510),
        wallAnchor: WallTime(nanosecondsSince1970: 0), frameRate: .fps(30))
    }
    let view = Text("ab").visible(during: Self.range)
    #expect(Resolved.nodes(of: view, at: time(1509)).isEmpty)
    #expect(Resolved.builder(of: view, at: time(1509)).earliestChange == .milliseconds(1510))
    #expect(!Resolved.nodes(of: view, at: time(1510)).isEmpty && !Resolved.nodes(of: view, at: time(3509)).isEmpty)
    #expect(Resolved.nodes(of: view, at: time(3510)).isEmpty)
  }

  @Test(
    "Unusual ranges",
    arguments: [
      (MediaTimeRange(start: .zero, duration: .positiveInfinity), true),
      (MediaTimeRange(start: .negativeInfinity, duration: .positiveInfinity), true),
      (MediaTimeRange(start: .zero, duration: .indefinite), true), (.invalid, false), (.zero, false),
      (MediaTimeRange(start: .indefinite, duration: .seconds(1)), false),
    ])
  func oddRanges(range: MediaTimeRange, isVisible: Bool) {
    let view = Text("ab").visible(during: range, entering: .opacity(), leaving: .slide(from: .top))
    let builder = Resolved.builder(of: view, at: .at(60))
    #expect(builder.nodes.isEmpty == !isVisible)
    #expect(builder.earliestChange == .positiveInfinity)
  }

  @Test("A fade has steps of 1/255, and runs in both directions in a range that is too short")
  func fade() {
    let fade = Transition.opacity(duration: .seconds(1), easing: .linear)
    let view = Text("ab").visible(during: Self.range, entering: fade, leaving: fade)
    #expect(effects(view, at: .at(30)) == [.opacity(0), .opacity(1)])
    let (third, fifth): (Double, Double) = (85.0 / 255, 51.0 / 255)
    #expect(effects(view, at: .at(40)) == [.opacity(third), .opacity(1)])
    #expect(effects(view, at: .at(60)) == [.opacity(1), .opacity(1)])
    #expect(effects(view, at: .at(70)) == [.opacity(1), .opacity(2 * third)])
    let short = Text("ab").visible(
      during: MediaTimeRange(start: .zero, duration: .milliseconds(400)), entering: fade, leaving: fade)
    #expect(effects(short, at: .at(6)) == [.opacity(fifth), .opacity(fifth)])
  }

  @Test("Nothing changes between entering and leaving")
  func rest() {
    let fade = Transition.opacity(duration: .seconds(1))
    let view = Text("ab").visible(
      during: MediaTimeRange(start: .zero, duration: .seconds(3600)), entering: fade, leaving: fade)
    let next = Resolved.builder(of: view, at: .at(30)).earliestChange
    #expect(next > .seconds(3599) && next < .seconds(3600))
    #expect(effects(view, at: .at(next)) != effects(view, at: .at(30)))
    let entrance = Text("ab").transition(fade, since: .zero)
    #expect(Resolved.builder(of: entrance, at: .at(29)).earliestChange == .seconds(1))
    #expect(Resolved.builder(of: entrance, at: .at(30)).earliestChange == .positiveInfinity)
  }

  @Test(
    "A slide starts at the view's own size, has steps of an eighth of a pixel, and keeps them at the end",
    arguments: [(Edge.leading, -1.0, 0.0), (.trailing, 1, 0), (.top, 0, -1), (.bottom, 0, 1)])
  func slide(edge: Edge, x: Double, y: Double) {
    // The view has 20 x 20 pixels and is laid out at (8, 4).
    let slide = Transition.slide(from: edge, distance: 10, duration: .seconds(1), easing: .linear)
    let view = Text("ab").transition(slide, since: .zero).padding(
      EdgeInsets(top: 4, leading: 8, bottom: 0, trailing: 0))
    #expect(place(view, at: .at(0)) == Point(x: 8 + 30 * x, y: 4 + 30 * y))
    #expect(place(view, at: .at(1)) == Point(x: 8 + 29 * x, y: 4 + 29 * y))
    let eighths = Transition.slide(from: edge, duration: .milliseconds(5333), easing: .linear)
    let slow = Text("ab").transition(eighths, since: .zero)
    // 20 pixels in 160 frames.
    #expect(place(slow, at: .at(80)) == Point(x: 10 * x, y: 10 * y))
    #expect(place(slow, at: .at(79)) == Point(x: 10.125 * x, y: 10.125 * y))
    #expect(scene(view, at: .at(500)).list.items.map(\.phase) == [.zero])
    #expect(place(view, at: .at(500)) == Point(x: 8, y: 4))
  }

  @Test("A transition does not affect layout, and is one scope with the same nodes")
  func layout() {
    let all = Transition.slide(from: .leading, duration: .seconds(1))
      .combined(with: .opacity(duration: .seconds(1))).combined(with: .wipe(from: .top, duration: .seconds(1)))
      .combined(with: .scale(duration: .seconds(1)))
    let view = HStack(spacing: 0) {
      Text("ab").visible(
        during: MediaTimeRange(start: .zero, duration: .seconds(5)), entering: all, leaving: all)
      Text("c")
    }
    var scene = scene(view)
    for frame in 1..<150 as Range<Int64> {
      let damage = scene.update(to: .at(frame), measuredBy: GridMeasurer())
      #expect(scene.list.items.last?.x == 20)
      if (31...120).contains(frame) { #expect(damage.isEmpty, "frame \(frame)") }
      if (16...25).contains(frame) || (125...133).contains(frame) { #expect(!damage.isEmpty, "frame \(frame)") }
    }
    #expect(scene.work.treesResolved == 1)
    _ = scene.update(to: .at(150), measuredBy: GridMeasurer())
    #expect(scene.work.treesResolved == 2 && scene.list.items.count == 1)
  }

  @Test("A scale ends at the full size, and the scale of an empty view is empty")
  func scale() {
    let scale = Transition.scale(0.5, anchor: .top, duration: .seconds(1), easing: .linear)
    let view = Text("ab").transition(scale, since: .zero)
    #expect(effects(view, at: .at(0)) == [.transform(.scale(x: 0.5, y: 0.5), anchor: .top)])
    #expect(effects(view, at: .at(15)) == [.transform(.scale(x: 0.75, y: 0.75), anchor: .top)])
    #expect(effects(view, at: .at(30)) == [.transform(.identity, anchor: .top)])
    #expect(Resolved.nodes(of: EmptyView().transition(scale, since: .zero)).isEmpty)
  }

  @Test("The old view leaves while the new one enters, and is then removed")
  func replacing() {
    let view = ReplacingView(since: .seconds(1), transition: .opacity(duration: .seconds(1))) {
      Text("new")
    } old: {
      Text("old")
    }
    #expect(Resolved.texts(of: view, at: .at(29)) == ["old"])
    #expect(Resolved.texts(of: view, at: .at(30)) == ["old", "new"])
    #expect(Resolved.texts(of: view, at: .at(59)) == ["old", "new"])
    #expect(Resolved.texts(of: view, at: .at(60)) == ["new"])
  }

  @Test("Invalid durations mean no transition", arguments: [MediaTime.invalid, .positiveInfinity, .seconds(-1), .zero])
  func oddDurations(duration: MediaTime) {
    let fade = Transition.opacity(duration: duration)
    #expect(fade.duration == .zero)
    let view = Text("ab").visible(during: Self.range, entering: fade, leaving: fade)
    #expect(effects(view, at: .at(30)) == [.opacity(1), .opacity(1)])
    #expect(Resolved.builder(of: view, at: .at(30)).earliestChange == .seconds(3))
  }
}
