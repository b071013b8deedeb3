import Dispatch
import TestTools
import Testing

@testable import OverlayRender

@Suite("Layout: custom layouts")
struct CustomLayoutTests {
  static let cases = [
    LayoutCase("Lines break at the width", 100, 100, ["0,0 60x10", "0,14 40x20", "44,14 40x10"]) {
      FlowLayout(spacing: 4) {
        box(60, 10)
        box(40, 20)
        box(40, 10).alignmentGuide(.firstTextBaseline) { _ in 20 }
      }
      .frame(width: 100, height: 100, alignment: .topLeading)
    },
    LayoutCase("Views with a higher priority come first", 100, 100, ["30,0 10x10", "0,0 30x10"]) {
      FlowLayout(sortsByPriority: true) {
        box(10, 10)
        box(30, 10).layoutPriority(1)
      }
      .frame(width: 100, height: 100, alignment: .topLeading)
    },
    LayoutCase("An anchor is at the given position", 100, 100, ["0,0 10x10", "10,0 30x10"]) {
      FlowLayout(anchor: .bottomTrailing) {
        box(10, 10)
        box(30, 10)
      }
      .frame(width: 100, height: 100, alignment: .topLeading)
    },
    LayoutCase(
      "A view that is not placed is centered and proposed the container's proposal", 100, 100,
      ["0,0 80x40", "0,0 80x40"]
    ) {
      FlowLayout(unplacedCount: 1) {
        box(80, 40)
        Rectangle()
      }
      .frame(width: 80, height: 40, alignment: .topLeading)
      .frame(width: 100, height: 100, alignment: .topLeading)
    },
    LayoutCase("A text wraps to the width of a line", 60, 100, ["0,0 50x40"]) {
      FlowLayout { Text("abc defgh") }.frame(width: 60, height: 100, alignment: .topLeading)
    },
    LayoutCase(
      "Layouts in layouts and stacks", 200, 100, ["0,10 10x10", "10,10 20x10", "30,10 30x10", "60,0 1x20"]
    ) {
      HStack(alignment: .bottom, spacing: 0) {
        FlowLayout {
          box(10, 10)
          FlowLayout { box(20, 10) }
        }
        FlowLayout(spacing: 7) { box(30, 10) }
        box(1, 20)
      }
      .frame(width: 200, height: 100, alignment: .topLeading)
    },
    LayoutCase("A subview passes a value to its layout", 100, 100, ["0,0 10x10", "40,0 10x10", "60,0 10x10"]) {
      Columns {
        box(10, 10)
        box(10, 10).layoutValue(key: ColumnKey.self, value: 2).opacity(0.5)
        box(10, 10).layoutValue(key: ColumnKey.self, value: 1).layoutValue(key: ColumnKey.self, value: 3)
      }
      .frame(width: 100, height: 100, alignment: .topLeading)
    },
    LayoutCase("Sizes and positions that are NaN become zero", 100, 100, ["0,0 10x10"]) {
      Hostile { box(10, 10) }.frame(width: 100, height: 100, alignment: .topLeading)
    },
  ]

  @Test(arguments: cases)
  func frames(example: LayoutCase) { example.expectFrames() }

  private struct ColumnKey: LayoutValueKey {
    static let defaultValue = 0
  }

  /// Places each subview in the column that its value names.
  private struct Columns: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
      proposal.replacingUnspecifiedDimensions()
    }

    func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {
      for subview in subviews {
        let column = Double(subview[ColumnKey.self])
        subview.place(at: Point(x: bounds.minX + 20 * column, y: bounds.minY), proposal: .unspecified)
      }
    }
  }

  @Test("A subview moves when the value that it passes to its layout changes")
  func changedValue() throws {
    let column = LiveData(0)
    let view = Columns {
      LiveView(column) { box(10, 10).layoutValue(key: ColumnKey.self, value: $0.value) }
    }
    let configuration = RenderConfiguration(size: PixelSize(width: 100, height: 20), frameRate: .fps(10))
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let before = try Picture(renderer.render(at: .zero))
    column.update(2)
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(1))
    #expect(try Picture(renderer.render(at: .seconds(1))) != before)
  }

  /// A layout that returns and uses NaN.
  private struct Hostile: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
      _ = subviews.first?.sizeThatFits(ProposedViewSize(width: -.infinity, height: .nan))
      return Size(width: .nan, height: -7)
    }

    func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {
      for subview in subviews {
        subview.place(at: Point(x: 1e300, y: 3), proposal: .zero)
        subview.place(at: Point(x: .nan, y: .nan), proposal: ProposedViewSize(width: -1e300, height: -3))
      }
    }
  }

  @Test("A stack aligns by the lines of views in a layout")
  func lines() {
    LayoutCase("", 200, 100, ["0,5 10x20", "10,0 10x30"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        FlowLayout { Text("a") }
        FlowLayout { Rectangle().frame(width: 10, height: 30).alignmentGuide(.firstTextBaseline) { _ in 20 } }
      }
      .frame(width: 200, height: 100, alignment: .topLeading)
    }.expectFrames()
  }

  @Test("A subview has no size after the call")
  func keptSubview() {
    nonisolated(unsafe) var kept: LayoutSubview?
    struct Keeping: Layout {
      let keep: @Sendable (LayoutSubview) -> Void
      static func == (one: Self, other: Self) -> Bool { true }
      func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
        subviews.forEach(keep)
        return .zero
      }
      func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {}
    }
    let view = Keeping(keep: { kept = $0 }).callAsFunction { box(10, 10) }
    _ = SceneLayout(Resolved.nodes(of: view), in: Size(100, 100), measuredBy: GridMeasurer())
    #expect(kept?.sizeThatFits(.unspecified) == .zero)
    #expect(kept?.priority == 0)
    kept?.place(at: .zero, proposal: .zero)
  }

  @Test("A change that keeps all sizes is replaced in place, and a changed layout is drawn")
  func replacement() throws {
    let spacing = LiveData(4.0)
    let view = LiveView(spacing) { entry in
      FlowLayout(spacing: entry.value) {
        StopwatchText(format: "s")
        Text("is what the watch says")
      }
    }
    var configuration = RenderConfiguration(size: PixelSize(width: 240, height: 90), frameRate: .fps(10))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    _ = try renderer.render(at: .zero)
    for second in 1..<5 {
      try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(Int64(second)))
    }
    #expect(renderer.work.treesResolved == 1 && renderer.work.scopesResolved == 4)
    spacing.update(30)
    let before = try Picture(renderer.render(at: .seconds(4)))
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(4))
    spacing.update(0)
    #expect(try Picture(renderer.render(at: .seconds(4))) != before)
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(4))
  }

  @Test("Layouts deeper than the limit are left out, also on a thread of a queue")
  func depth() async {
    struct Nested: View {
      let depth: Int
      var body: some View {
        FlowLayout {
          Text("a")
          ForEach(0..<(depth > 0 ? 1 : 0)) { _ in Nested(depth: depth - 1) }
        }
      }
    }
    let count = await withCheckedContinuation { continuation in
      DispatchQueue(label: "deep").async {
        let scene = Scene(size: PixelSize(300, 100), alignment: .center, at: .at(0), measuredBy: GridMeasurer()) {
          Nested(depth: 10_000).resolve(into: &$0)
        }
        continuation.resume(returning: scene.list.items.count)
      }
    }
    #expect(count > 30 && count < SceneBuilder.depthLimit)
  }
}

@Suite("Layout: ViewThatFits")
struct ViewThatFitsTests {
  /// Returns the frames of the views shown in a space.
  private func shown(_ view: some View, _ width: Int, _ height: Int) -> [PixelRect] {
    Scene(size: PixelSize(width, height), alignment: .topLeading, at: .at(0), measuredBy: GridMeasurer()) {
      view.resolve(into: &$0)
    }.list.items.map(\.ink)
  }

  private func rectangle(_ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: 0, y: 0, width: width, height: height)
  }

  @Test("The first view whose ideal size fits is shown, or else the last")
  func choice() {
    let view = ViewThatFits {
      box(80, 10); box(40, 40); box(20, 20)
    }
    #expect(shown(view, 100, 100) == [rectangle(80, 10)])
    #expect(shown(view, 80, 10) == [rectangle(80, 10)])
    #expect(shown(view, 79, 50) == [rectangle(40, 40)])
    #expect(shown(view, 79, 39) == [rectangle(20, 20)])
    #expect(shown(view, 5, 5) == [rectangle(20, 20)])
    #expect(shown(view.fixedSize(), 5, 5).count == 1, "all fit where nothing is proposed")
    #expect(shown(ViewThatFits {}, 10, 10).isEmpty)
  }

  @Test("Only the given axes count, and a text wraps along the others")
  func axes() {
    func view(_ axes: AxisSet) -> some View {
      ViewThatFits(in: axes) {
        box(80, 10); box(10, 40)
      }
    }
    #expect(shown(view(.horizontal), 80, 5) == [rectangle(80, 10)])
    #expect(shown(view(.horizontal), 79, 100) == [rectangle(10, 40)])
    #expect(shown(view(.vertical), 40, 10) == [rectangle(80, 10)])
    #expect(shown(view(.vertical), 100, 9) == [rectangle(10, 40)])
    #expect(shown(view([]), 5, 5) == [rectangle(80, 10)])
    let text = ViewThatFits(in: .vertical) {
      Text("abc def"); box(7, 7)
    }
    #expect(shown(text, 40, 40) == [rectangle(30, 40)])
    #expect(shown(text, 40, 39) == [rectangle(7, 7)])
  }

  @Test("A view that grows is replaced by the next, and returns")
  func growth() throws {
    let data = LiveData("short")
    let view = ViewThatFits {
      LiveView(data) { Text($0.value) }
      StopwatchText(format: "s").foregroundColor(.red)
    }
    var configuration = RenderConfiguration(size: PixelSize(width: 100, height: 60), frameRate: .fps(10))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    for (second, text) in ["short", "a text that is too long", "longer and longer texts", "back"].enumerated() {
      data.update(text)
      let fresh = try Renderer(view, configuration: configuration, clock: ManualClock())
      let time = MediaTime.seconds(Int64(second))
      let sample = try renderer.render(at: time)
      #expect(try sample.hasSamePicture(as: fresh.render(at: time)))
      let picture = try #require(Picture(sample))
      // White text has as much blue as red.
      let isRed = stride(from: 0, to: picture.bytes.count, by: 4).contains {
        picture.bytes[$0] != picture.bytes[$0 + 2]
      }
      #expect(isRed == (text.count > 10))
    }
  }

  @Test("A change in a hidden view is replaced in place and draws nothing")
  func hiddenChange() throws {
    let view = ViewThatFits {
      Text("shown")
      VStack { StopwatchText(format: "s") }
    }
    var configuration = RenderConfiguration(size: PixelSize(width: 160, height: 60), frameRate: .fps(10))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    for second in 0..<4 { _ = try renderer.render(at: .seconds(Int64(second))) }
    let work = renderer.work
    #expect(work.treesResolved == 1 && work.scopesResolved == 3 && work.picturesDrawn == 1)
  }

  @Test("The lines of the shown view align it")
  func lines() {
    LayoutCase("", 100, 100, ["0,0 10x20", "10,11 10x200", "10,11 10x30"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a")
        ViewThatFits(in: .vertical) {
          box(10, 200).alignmentGuide(.firstTextBaseline) { _ in 3 }
          box(10, 30).alignmentGuide(.firstTextBaseline) { _ in 4 }
        }
      }
      .frame(width: 100, height: 100, alignment: .topLeading)
    }.expectFrames()
  }
}
