import Testing

@testable import OverlayRender

/// The alignment of children.
@Suite("Layout: alignment")
struct AlignmentLayoutTests {
  @Test("Children are aligned", arguments: alignmentCases)
  func alignments(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let alignmentCases = [
    LayoutCase("leading", 100, 100, ["0,0 10x20", "0,20 30x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    LayoutCase("center", 100, 100, ["10,0 10x20", "0,20 30x20"]) {
      VStack(spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    LayoutCase("trailing", 100, 100, ["20,0 10x20", "0,20 30x20"]) {
      VStack(alignment: .trailing, spacing: 0) {
        Text("a"); Text("bcd")
      }
    },
    LayoutCase("top", 100, 100, ["0,0 10x10", "10,0 10x30"]) {
      HStack(alignment: .top, spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    LayoutCase("middle", 100, 100, ["0,10 10x10", "10,0 10x30"]) {
      HStack(spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    LayoutCase("bottom", 100, 100, ["0,20 10x10", "10,0 10x30"]) {
      HStack(alignment: .bottom, spacing: 0) {
        box(10, 10); box(10, 30)
      }
    },
    LayoutCase("first baselines", 100, 100, ["0,15 10x20", "10,0 20x40"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a"); Text("b").font(size: 64)
      }
    },
    LayoutCase("a view without text is on the baseline with its bottom edge", 100, 100, ["0,7 10x8", "10,0 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        box(10, 8); Text("a")
      }
    },
    LayoutCase("a column has the baseline of its first text", 100, 100, ["0,0 10x20", "0,20 10x20", "10,0 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        VStack(spacing: 0) {
          Text("a"); Text("b")
        }; Text("c")
      }
    },
    LayoutCase("a baseline through padding", 100, 100, ["5,5 10x20", "20,5 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a").padding(5); Text("b")
      }
    },
    LayoutCase(
      "a stack of baselines has the height that it needs", 100, 100, ["0,0 20x40", "20,15 10x40", "0,0 30x55"]
    ) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        Text("a").font(size: 64); Text("b\nc")
      }.background(.red)
    },
    LayoutCase("layers at the center", 300, 300, ["0,0 100x60", "40,20 20x20"]) {
      ZStack {
        box(100, 60); Text("ab")
      }
    },
    LayoutCase("layers at a corner", 300, 300, ["0,0 100x60", "80,40 20x20"]) {
      ZStack(alignment: .bottomTrailing) {
        box(100, 60); Text("ab")
      }
    },
    LayoutCase("layers are offered everything", 80, 60, ["0,0 80x60", "30,20 20x20"]) {
      ZStack {
        Rectangle(); Text("ab")
      }
    },
  ]

  @Test("Alignment guides move views", arguments: guideCases)
  func guides(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let guideCases = [
    // An alignment guide puts the view's own line on the common line.
    LayoutCase("an indented child of a column", 100, 100, ["0,0 30x20", "15,20 10x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("abc"); Text("d").alignmentGuide(.leading) { _ in -15 }
      }
    },
    LayoutCase("a child beyond the edge widens the stack", 100, 100, ["5,0 30x20", "0,20 10x20", "0,0 35x40"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("abc"); Text("d").alignmentGuide(.leading) { _ in 5 }
      }.background(.red)
    },
    LayoutCase("a guide of another line has no effect", 100, 100, ["0,0 30x20", "0,20 10x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("abc"); Text("d").alignmentGuide(.trailing) { _ in -15 }
      }
    },
    LayoutCase("a guide from the view's dimensions", 100, 100, ["10,0 10x20", "0,20 20x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("a"); Text("bc").alignmentGuide(.leading) { $0.width / 2 }
      }
    },
    LayoutCase("a guide from another line", 100, 100, ["20,0 10x20", "0,20 20x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("a"); Text("bc").alignmentGuide(.leading) { $0[.trailing] }
      }
    },
    LayoutCase("in a row", 100, 100, ["0,10 10x10", "10,0 10x30"]) {
      HStack(alignment: .top, spacing: 0) {
        box(10, 10); box(10, 30).alignmentGuide(.top) { _ in 10 }
      }
    },
    LayoutCase("in layers", 100, 100, ["5,4 40x40", "0,0 10x10", "0,0 45x44"]) {
      ZStack(alignment: .topLeading) {
        box(40, 40); box(10, 10).alignmentGuide(.leading) { _ in 5 }.alignmentGuide(.top) { _ in 4 }
      }.background(.red)
    },
    LayoutCase("in a frame", 100, 100, ["95,0 10x20"]) {
      Text("a").alignmentGuide(.trailing) { _ in 5 }.frame(width: 100, height: 20, alignment: .trailing)
    },
    LayoutCase("in an overlay", 100, 100, ["0,0 30x20", "25,-5 10x10"]) {
      Text("abc").overlay(alignment: .topTrailing) {
        box(10, 10).alignmentGuide(.top) { $0.height / 2 }.alignmentGuide(.trailing) { $0.width / 2 }
      }
    },
    LayoutCase("an overlay aligned by a guide of its content", 100, 100, ["0,0 30x20", "12,0 10x10"]) {
      Text("abc").alignmentGuide(.leading) { _ in 12 }.overlay(alignment: .topLeading) { box(10, 10) }
    },
    // A container has the line where its children have it, or at the mean of several.
    LayoutCase("a guide within a nested stack", 100, 100, ["0,0 10x20", "10,0 10x20", "10,20 20x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        HStack(spacing: 0) {
          Text("a"); Text("b").alignmentGuide(.leading) { _ in 0 }
        }
        Text("cc")
      }
    },
    LayoutCase("the mean of two guides", 100, 100, ["0,0 10x20", "10,0 10x20", "5,20 20x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        HStack(spacing: 0) {
          Text("a").alignmentGuide(.leading) { _ in 0 }; Text("b").alignmentGuide(.leading) { _ in 0 }
        }
        Text("cc")
      }
    },
    LayoutCase("a guide inside a geometry reader has no effect outside", 20, 40, ["0,0 10x20", "0,20 20x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        GeometryReader { _ in Text("a").alignmentGuide(.leading) { _ in 5 } }
        Text("cc")
      }
    },
    // Baselines.
    LayoutCase("last baselines", 100, 100, ["0,20 10x20", "10,0 10x40"]) {
      HStack(alignment: .lastTextBaseline, spacing: 0) {
        Text("a"); Text("b\nc")
      }
    },
    LayoutCase(
      "a column has the last baseline of its last text", 100, 100, ["0,20 10x20", "10,0 10x20", "10,20 10x20"]
    ) {
      HStack(alignment: .lastTextBaseline, spacing: 0) {
        Text("a")
        VStack(spacing: 0) {
          Text("b"); Text("c")
        }
      }
    },
    LayoutCase("a custom baseline", 100, 100, ["0,5 10x10", "10,0 10x20"]) {
      HStack(alignment: .firstTextBaseline, spacing: 0) {
        box(10, 10).alignmentGuide(.firstTextBaseline) { $0.height }; Text("a")
      }
    },
    LayoutCase("layers on a baseline", 100, 100, ["0,15 10x20", "0,0 20x40"]) {
      ZStack(alignment: Alignment(horizontal: .leading, vertical: .firstTextBaseline)) {
        Text("a"); Text("b").font(size: 64)
      }
    },
  ]

  @Test("A guide sees the guides set before it")
  func explicitLines() {
    LayoutCase("a guide on a guide", 100, 100, ["0,0 10x20", "7,20 10x20"]) {
      VStack(alignment: .leading, spacing: 0) {
        Text("a")
        Text("b").alignmentGuide(.trailing) { _ in 3 }
          .alignmentGuide(.leading) { $0[explicit: HorizontalAlignment.center] ?? -4 - $0[.trailing] }
      }
    }.expectFrames()
  }
}
