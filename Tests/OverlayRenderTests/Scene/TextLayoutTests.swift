import Testing

@testable import OverlayRender

/// Line breaks, and the sizes of views without a proposal.
@Suite("Layout: texts and ideal sizes")
struct TextLayoutTests {
  @Test("Texts wrap at the width", arguments: wrappingCases)
  func wrapping(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let wrappingCases = [
    LayoutCase("one line", 80, 100, ["0,0 80x20"]) { Text("aa bb cc") },
    LayoutCase("two lines", 79, 100, ["0,0 50x40"]) { Text("aa bb cc") },
    LayoutCase("within a word", 30, 100, ["0,0 30x40"]) { Text("abcde") },
    LayoutCase("higher than the proposal", 10, 10, ["0,0 10x60"]) { Text("a b c") },
    LayoutCase("line ends are kept", 100, 100, ["0,0 20x60"]) { Text("a\n\nbc") },
    LayoutCase("the short text first", 40, 100, ["0,0 20x40", "20,10 10x20"]) {
      HStack(spacing: 0) {
        Text("aa bb"); Text("c")
      }
    },
    LayoutCase("a clock does not wrap", 30, 100, ["0,0 80x20"]) { ClockText(timeZone: .gmt) },
    LayoutCase("vertical text has the width of its lines", 60, 100, ["0,0 50x40", "20,40 10x20"]) {
      VStack(spacing: 0) {
        Text("aa bb cc"); Text("d")
      }
    },
  ]

  @Test(
    "Without a proposal, views take their ideal size",
    arguments: [
      LayoutCase("rectangle", 0, 0, ["10x10"]) { Rectangle() },
      LayoutCase("color", 0, 0, ["10x10"]) { Color.red },
      LayoutCase("text in one line", 0, 0, ["80x20"]) { Text("aa bb cc") },
      LayoutCase("row", 0, 0, ["38x20"]) {
        HStack {
          Rectangle(); Text("ab")
        }
      },
      LayoutCase("row with a spacer", 0, 0, ["36x20"]) {
        HStack {
          Spacer(); Text("ab")
        }
      },
      LayoutCase("column", 0, 0, ["20x38"]) {
        VStack {
          Rectangle(); Text("ab")
        }
      },
      LayoutCase("layers", 0, 0, ["20x20"]) {
        ZStack {
          Rectangle(); Text("ab")
        }
      },
      LayoutCase("padding", 0, 0, ["26x26"]) { Text("ab").padding(3) },
      LayoutCase("ideal frame", 0, 0, ["70x40"]) { Rectangle().frame(idealWidth: 70, idealHeight: 40) },
      LayoutCase("ideal within limits", 0, 0, ["60x10"]) { Rectangle().frame(idealWidth: 70, maxWidth: 60) },
      LayoutCase("minimum", 0, 0, ["30x20"]) { Text("ab").frame(minWidth: 30) },
      LayoutCase("infinite maximum", 0, 0, ["20x20"]) { Text("ab").frame(maxWidth: .infinity, maxHeight: .infinity) },
      LayoutCase("empty row", 0, 0, ["0x0"]) { HStack {} },
      LayoutCase("empty layers", 0, 0, ["0x0"]) { ZStack {} },
      LayoutCase("empty padding", 0, 0, ["10x10"]) { ZStack {}.padding(5) },
    ])
  func idealSizes(_ example: LayoutCase) {
    example.expectIdealSize()
  }
}
