import Testing

@testable import OverlayRender

@Suite("GeometryReader")
struct GeometryReaderTests {
  private static func scene(_ view: some View, at frame: Int64 = 0) -> Scene {
    Scene(size: PixelSize(300, 100), alignment: .topLeading, at: .at(frame), measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  private static func texts(in scene: Scene) -> [String] {
    scene.list.items.compactMap { if case .text(let text, _) = $0.content { text.shape.string } else { nil } }
  }

  /// Nested readers, each with half the width of the outer one.
  private struct Halves: View {
    let depth: Int
    var body: some View {
      GeometryReader { size in
        if depth > 0 { Halves(depth: depth - 1).frame(width: size.width / 2) } else { Text("\(size.width)") }
      }
    }
  }

  @Test("The content is made for its size")
  func size() {
    let view = HStack(spacing: 0) {
      Text("ab")
      GeometryReader { size in Text("\(size.width) x \(size.height)") }
    }
    #expect(Self.texts(in: Self.scene(view)) == ["ab", "280.0 x 100.0"])
  }

  @Test("Nested readers get their sizes")
  func nested() {
    for depth in 0...8 {
      var width = 300.0
      for _ in 0..<depth { width /= 2 }
      #expect(Self.texts(in: Self.scene(Halves(depth: depth))) == ["\(width)"])
    }
  }

  @Test("Content of more than 32 nested readers is left out")
  func depthLimit() {
    #expect(Self.texts(in: Self.scene(Halves(depth: 31))).count == 1)
    #expect(Self.texts(in: Self.scene(Halves(depth: 32))).isEmpty)
  }

  @Test("A size that changes with time resolves the view again, independent of earlier sizes")
  func changingSize() {
    let view = TimelineView(.every(.seconds(1))) { context in
      HStack(spacing: 0) {
        Rectangle().frame(width: Double(context.count) * 10)
        GeometryReader { size in
          Text("\(size.width)")
          Halves(depth: 2)
        }
      }
    }
    var scene = Self.scene(view)
    for second in [1, 2, 5, 6] as [Int64] {
      _ = scene.update(to: .at(second * 30), measuredBy: GridMeasurer())
      #expect(Self.texts(in: scene).first == "\(300 - Double(second) * 10)")
      #expect(scene.list.items == Self.scene(view, at: second * 30).list.items)
    }
  }

  @Test("A clock in a reader changes by itself")
  func scopeWithin() {
    var scene = Self.scene(GeometryReader { size in ClockText(timeZone: .gmt).frame(width: size.width) })
    let work = scene.work
    _ = scene.update(to: .at(30), measuredBy: GridMeasurer())
    #expect(scene.work.treesResolved == work.treesResolved && scene.work.scopesResolved == work.scopesResolved + 1)
    #expect(Self.texts(in: scene) == ["00:00:01"])
  }
}
