import Foundation
import Testing

@testable import OverlayRender

/// Trees that are very deep or wide, or contain invalid numbers.
@Suite("Layout: limits")
struct LayoutLimitTests {
  /// Nested stacks.
  private struct Nested: View {
    let depth: Int
    let isRow: Bool
    var body: some View {
      if isRow {
        HStack(alignment: .firstTextBaseline, spacing: 0) { content }
      } else {
        VStack(spacing: 0) { content }
      }
    }

    @ViewBuilder private var content: some View {
      Text("a")
      ForEach(0..<(depth > 0 ? 1 : 0)) { _ in Nested(depth: depth - 1, isRow: !isRow) }
    }
  }

  private func scene(_ view: some View) -> Scene {
    Scene(size: PixelSize(300, 100), alignment: .center, at: .at(0), measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }
  }

  @Test("Views deeper than the limit are left out, also on a thread of a queue")
  func deepTree() async {
    let count = await withCheckedContinuation { continuation in
      DispatchQueue(label: "deep").async {
        continuation.resume(returning: scene(Nested(depth: 10_000, isRow: true)).list.items.count)
      }
    }
    #expect(count > 50 && count < SceneBuilder.depthLimit)
  }

  /// A body that never reaches a view with content.
  private struct Endless: View {
    var body: some View { Endless() }
  }

  /// The same without the type-erased view of a block.
  private struct EndlessItself: View {
    var body: EndlessItself { return self }
  }

  @Test("A body that is itself shows nothing and ends, also on a thread of a queue")
  func endlessBody() async {
    let count = await withCheckedContinuation { continuation in
      DispatchQueue(label: "endless").async {
        let view = HStack {
          Endless(); EndlessItself(); Text("a")
        }
        continuation.resume(returning: scene(view).list.items.count)
      }
    }
    #expect(count == 1)
  }

  @Test("Decorations at the depth limit are left out as a whole", arguments: 0..<8)
  func decorationsAtTheLimit(levels: Int) {
    struct Boxed: View {
      let depth: Int
      var body: some View {
        ForEach(0..<(depth > 0 ? 1 : 0)) { _ in
          ZStack {
            Text("a"); Boxed(depth: depth - 1)
          }
          .background(.red)
        }
      }
    }
    struct Moved: PrimitiveView {
      let levels: Int
      func addNodes(to builder: inout SceneBuilder) {
        guard levels > 0 else { return Boxed(depth: 3_000).resolve(into: &builder) }
        builder.branch { Moved(levels: levels - 1).resolve(into: &$0) }
      }
    }
    #expect(!scene(Moved(levels: levels)).list.items.isEmpty)
  }

  @Test("A decoration loses its second view if that is a reader at too great a depth")
  func readersAtTheLimit() {
    struct Readers: View {
      let depth: Int
      let lines: ListeningText
      var body: some View {
        if depth > 0 {
          GeometryReader { _ in ForEach(0..<1) { _ in Readers(depth: depth - 1, lines: lines) } }
        } else {
          lines
        }
      }
    }
    let track = CaptionTrack([CaptionCue(start: .zero, end: .seconds(1), text: "one")])
    let texts = scene(Readers(depth: SceneBuilder.readerDepthLimit, lines: ListeningText(track, look: .plain)))
      .list.items.compactMap { if case .text(let text, _) = $0.content { text.shape.string } else { nil } }
    #expect(texts == ["one"])
  }

  @Test("A hundred thousand children are laid out")
  func wideTree() {
    let scene = scene(VStack(spacing: 0) { ForEach(0..<100_000) { _ in Text("a") } })
    #expect(scene.list.items.count == 100_000)
  }

  @Test("An empty tree has no items")
  func emptyTree() {
    #expect(scene(EmptyView()).list.items.isEmpty)
    #expect(SceneLayout([], in: Size(10, 10), measuredBy: GridMeasurer()).placements.isEmpty)
  }

  @Test(
    "NaN and infinite numbers neither trap nor hang",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 0, -1, .leastNonzeroMagnitude])
  func hostileNumbers(number: Double) {
    let views: [any View] = [
      Rectangle().frame(width: number, height: number),
      Rectangle().frame(minWidth: number, idealWidth: number, maxWidth: number, minHeight: number, maxHeight: number),
      Rectangle().padding(number),
      Rectangle().position(x: number, y: number),
      Rectangle().aspectRatio(number, contentMode: .fit),
      Rectangle().aspectRatio(number, contentMode: .fill),
      Rectangle().layoutPriority(number),
      Text("a").alignmentGuide(.leading) { _ in number }.alignmentGuide(.top) { _ in number },
      Spacer(minLength: number),
    ]
    for view in views {
      for other in views {
        let contents = [Hostile(view: view), Hostile(view: other), Hostile(view: view)]
        let nodes = Resolved.nodes(
          of: Grid(alignment: .topLeading, horizontalSpacing: number, verticalSpacing: number) {
            GridRow { for content in contents { content } }
            HStack(alignment: .top, spacing: number) { for content in contents { content } }
            VStack(alignment: .leading, spacing: number) { for content in contents { content } }
            ZStack(alignment: .topLeading) { for content in contents { content } }
            SafeArea { for content in contents { content } }
          })
        let layout = SceneLayout(nodes, in: Size(300, 100), measuredBy: GridMeasurer())
        let isNumeric = layout.placements.allSatisfy {
          !$0.origin.x.isNaN && !$0.origin.y.isNaN && !$0.size.width.isNaN && !$0.size.height.isNaN
        }
        #expect(isNumeric)
        _ = DisplayList(layout, in: PixelSize(300, 100), measuredBy: GridMeasurer())
      }
    }
  }

  private struct Hostile: PrimitiveView {
    let view: any View
    func addNodes(to builder: inout SceneBuilder) { view.resolve(into: &builder) }
  }
}
