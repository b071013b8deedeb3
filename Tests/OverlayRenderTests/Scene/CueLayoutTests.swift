import TestTools
import Testing

@testable import OverlayRender

/// A cue for layout only.
private struct Cue<Content: View>: PrimitiveView {
  let box: CueBox
  let content: Content

  init(_ box: CueBox = CueBox(), @ViewBuilder content: () -> Content) {
    self.box = box
    self.content = content()
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.wrap(in: .cueBox(box)) { content.resolve(into: &$0) }
  }
}

/// Captions with lines of 20 pixels and a margin of 10 pixels.
private struct Cues<Content: View>: PrimitiveView {
  var margin = SafeMargin.pixels(10)
  @ViewBuilder let content: Content

  func addNodes(to builder: inout SceneBuilder) {
    let line = builder.environment.shape(of: Text("x"))
    builder.arrange(.cues(CueArrangement(margin: margin, line: line))) { content.resolve(into: &$0) }
  }
}

@Suite("Layout: boxes of cues")
struct CueLayoutTests {
  private static let top = CueBox(line: .number(0))

  private static let cases = [
    LayoutCase("A box is at the bottom, in the middle, inside the margin", 200, 100, ["80,70 40x20"]) {
      Cues { Cue { box(40, 20) } }
    },
    LayoutCase("Boxes are stacked", 200, 100, ["80,70 40x20", "75,40 50x30", "80,20 40x20"]) {
      Cues {
        Cue { box(40, 20) }
        Cue { box(50, 30) }
        Cue { box(40, 20) }
      }
    },
    LayoutCase(
      "Without space above, a box stays at its preferred position", 200, 60, ["80,30 40x20", "80,20 40x30"]
    ) {
      Cues {
        Cue { box(40, 20) }
        Cue { box(40, 30) }
      }
    },
    LayoutCase(
      "Lines count from the top or from the bottom", 200, 100, ["80,10 40x20", "80,30 40x20", "80,50 40x20"]
    ) {
      Cues {
        Cue(top) { box(40, 20) }
        Cue(CueBox(line: .number(1))) { box(40, 20) }
        Cue(CueBox(line: .number(-2))) { box(40, 20) }
      }
    },
    LayoutCase("A box at the top moves down to avoid others", 200, 100, ["80,10 40x20", "80,30 40x20"]) {
      Cues {
        Cue(top) { box(40, 20) }
        Cue(top) { box(40, 20) }
      }
    },
    LayoutCase("A line number beyond the picture is at its edge", 200, 100, ["80,70 40x20", "80,10 40x20"]) {
      Cues {
        Cue(CueBox(line: .number(1e300))) { box(40, 20) }
        Cue(CueBox(line: .number(-.infinity))) { box(40, 20) }
      }
    },
    LayoutCase(
      "Shares are of the whole picture, moved inside the margin", 200, 100,
      ["80,10 40x20", "80,40 40x20", "80,70 40x20"]
    ) {
      Cues {
        Cue(CueBox(line: .share(0, ofItself: 0))) { box(40, 20) }
        Cue(CueBox(line: .share(0.5, ofItself: 0.5))) { box(40, 20) }
        Cue(CueBox(line: .share(1, ofItself: 0))) { box(40, 20) }
      }
    },
    LayoutCase("A range of the line, and the position in it", 200, 100, ["50,70 20x20", "130,70 20x20"]) {
      Cues {
        Cue(CueBox(start: 0.25, end: 0.5, alignment: 0)) { box(20, 20) }
        Cue(CueBox(start: 0.5, end: 0.75, alignment: 1)) { box(20, 20) }
      }
    },
    LayoutCase("A text wraps in its range", 200, 100, ["50,50 50x40"]) {
      Cues { Cue(CueBox(start: 0.25, end: 0.5, alignment: 0)) { Text("seven seve") } }
    },
    LayoutCase(
      "Columns from right to left end at the left", 200, 100, ["170,40 20x20", "10,40 20x20"]
    ) {
      Cues {
        Cue(CueBox(lineAxis: .vertical, followsBackwards: true, line: .number(0))) { box(20, 20) }
        Cue(CueBox(lineAxis: .vertical, followsBackwards: true)) { box(20, 20) }
      }
    },
    LayoutCase(
      "Columns from left to right end at the right", 200, 100, ["10,40 20x20", "170,40 20x20", "150,40 20x20"]
    ) {
      Cues {
        Cue(CueBox(lineAxis: .vertical, line: .number(0))) { box(20, 20) }
        Cue(CueBox(lineAxis: .vertical)) { box(20, 20) }
        Cue(CueBox(lineAxis: .vertical)) { box(20, 20) }
      }
    },
    LayoutCase("A box larger than the picture starts at the margin", 100, 100, ["10,10 300x300"]) {
      Cues { Cue { box(300, 300) } }
    },
    LayoutCase("Margins that leave no space are ignored", 10, 10, ["0,0 10x10"]) {
      Cues { Cue { box(10, 10) } }
    },
  ]

  @Test("Boxes are at their preferred positions and do not overlap", arguments: cases)
  func frames(_ layoutCase: LayoutCase) {
    layoutCase.expectFrames()
  }

  @Test("Boxes with any fractions are placed", .timeLimit(.minutes(10)), arguments: 0..<50)
  func fractions(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let boxes = (0..<12).map { _ in
      let line = CueBox.Line.share(
        .random(in: 0...1, using: &generator), ofItself: .random(in: 0...1, using: &generator))
      return (CueBox(line: line), Double.random(in: 5...25, using: &generator))
    }
    let view = Cues(margin: .share(0.05)) { for (place, height) in boxes { Cue(place) { box(30.7, height) } } }
    let layout = SceneLayout(Resolved.nodes(of: view), in: Size(333.3, 777.7), measuredBy: GridMeasurer())
    let frames = layout.nodes.indices.filter { if case .leaf(.fill) = layout.nodes[$0].kind { true } else { false } }
      .map { layout.placements[$0].frame }
    #expect(frames.count == 12)
    for (index, frame) in frames.enumerated() {
      #expect(!frames[..<index].contains(where: frame.overlaps), "seed \(seed), box \(index)")
    }
  }

  @Test("Captions have the size of their cues with the margins")
  func idealSize() {
    LayoutCase("pixels", 0, 0, ["60x70"]) {
      Cues {
        Cue { box(40, 20) }
        Cue { box(10, 30) }
      }
    }.expectIdealSize()
    LayoutCase("a range", 0, 0, ["100x40"]) {
      Cues { Cue(CueBox(start: 0.25, end: 0.75)) { box(40, 20) } }
    }.expectIdealSize()
    LayoutCase("share", 0, 0, ["80x40"]) {
      Cues(margin: .share(0.25)) { Cue { box(40, 20) } }
    }.expectIdealSize()
  }
}
