import Testing

@testable import OverlayRender

/// The effect of modifiers on the size and position of a view.
@Suite("Layout: boxes")
struct BoxLayoutTests {
  @Test("Padding, frames and backgrounds", arguments: boxCases)
  func boxes(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let boxCases = [
    LayoutCase("padding moves its content", 100, 100, ["5,5 20x20"]) { Text("ab").padding(5) },
    LayoutCase("padding on some edges", 100, 100, ["7,0 93x97"]) {
      Rectangle().padding(EdgeInsets(top: 0, leading: 7, bottom: 3, trailing: 0))
    },
    LayoutCase("padding with a set of edges", 100, 100, ["16,0 68x100"]) { Rectangle().padding(.horizontal) },
    LayoutCase("padding takes space", 100, 50, ["10,10 80x30"]) { Rectangle().padding(10) },
    LayoutCase("negative padding", 100, 50, ["-5,-5 110x60"]) { Rectangle().padding(-5) },
    LayoutCase("padding larger than the proposal", 10, 10, ["20,20 0x0"]) { Rectangle().padding(20) },
    LayoutCase("a fixed frame centers", 300, 300, ["40,15 20x20"]) { Text("ab").frame(width: 100, height: 50) },
    LayoutCase("a fixed frame aligns", 300, 300, ["80,30 20x20"]) {
      Text("ab").frame(width: 100, height: 50, alignment: .bottomTrailing)
    },
    LayoutCase("a frame with a fixed width", 300, 300, ["0,0 60x300"]) { Rectangle().frame(width: 60) },
    LayoutCase("an infinite maximum fills", 200, 20, ["0,0 20x20", "180,0 20x20"]) {
      HStack(spacing: 0) {
        Text("ab").frame(maxWidth: .infinity, alignment: .leading); Text("cd")
      }
    },
    LayoutCase("infinite maximum in both directions", 100, 60, ["80,40 20x20"]) {
      Text("ab").frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
    },
    LayoutCase("a minimum widens", 200, 20, ["15,0 20x20"]) { Text("ab").frame(minWidth: 50) },
    LayoutCase("a minimum below the content has no effect", 200, 20, ["0,0 20x20"]) { Text("ab").frame(minWidth: 5) },
    LayoutCase("a maximum limits", 200, 20, ["0,0 50x20"]) { Rectangle().frame(maxWidth: 50) },
    LayoutCase("an ideal length has no effect with a proposal", 100, 50, ["0,0 100x50"]) {
      Rectangle().frame(idealWidth: 70)
    },
    LayoutCase("content overflows a frame on all sides", 200, 200, ["-100,-100 300x300"]) {
      box(300, 300).frame(width: 100, height: 100)
    },
    LayoutCase("content overflows the proposal", 100, 100, ["0,0 300x300"]) { box(300, 300) },
    LayoutCase("a background has the size of its content", 300, 300, ["4,4 20x20", "0,0 28x28"]) {
      Text("ab").padding(4).background(.red)
    },
    LayoutCase("a background takes no space", 300, 300, ["0,0 20x20", "-40,-40 100x100", "20,0 10x20"]) {
      HStack(spacing: 0) {
        Text("ab").background { box(100, 100) }; Text("c")
      }
    },
    LayoutCase("a background aligns", 300, 300, ["0,0 20x20", "10,0 10x5"]) {
      Text("ab").background(alignment: .topTrailing) { box(10, 5) }
    },
    LayoutCase("several views in a frame are layers", 300, 300, ["10,10 20x20", "15,10 10x20"]) {
      pair.frame(width: 40, height: 40)
    },
  ]

  @ViewBuilder private static var pair: some View {
    Text("ab")
    Text("c")
  }

  @Test("Fixed sizes, ratios and positions", arguments: sizeCases)
  func sizes(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let sizeCases = [
    // fixedSize: the ideal size for any proposal.
    LayoutCase("a fixed text does not wrap", 30, 20, ["0,0 80x20"]) { Text("aa bb cc").fixedSize() },
    LayoutCase("a fixed height", 30, 20, ["0,0 20x60"]) {
      Text("aa bb cc").fixedSize(horizontal: false, vertical: true)
    },
    LayoutCase("a fixed width", 100, 50, ["0,0 10x50"]) {
      Rectangle().fixedSize(horizontal: true, vertical: false)
    },
    LayoutCase("a fixed rectangle is 10 x 10", 100, 50, ["0,0 10x10"]) { Rectangle().fixedSize() },
    LayoutCase("the ideal size of a frame", 100, 50, ["0,0 40x10"]) { Rectangle().frame(idealWidth: 40).fixedSize() },
    // aspectRatio: the child is proposed the largest size with the ratio that fits, or the smallest that covers.
    LayoutCase("a ratio that fits in a wide space", 300, 100, ["0,0 200x100"]) {
      Rectangle().aspectRatio(2, contentMode: .fit)
    },
    LayoutCase("a ratio that fits in a tall space", 100, 300, ["0,0 100x50"]) {
      Rectangle().aspectRatio(2, contentMode: .fit)
    },
    LayoutCase("a ratio that fills a wide space", 300, 100, ["0,0 300x150"]) {
      Rectangle().aspectRatio(2, contentMode: .fill)
    },
    LayoutCase("a ratio that fills a tall space", 100, 300, ["0,0 600x300"]) {
      Rectangle().aspectRatio(2, contentMode: .fill)
    },
    LayoutCase("the ideal ratio that fits", 100, 100, ["0,0 100x25"]) {
      Rectangle().frame(idealWidth: 40, idealHeight: 10).scaledToFit()
    },
    LayoutCase("the ideal ratio that fills", 100, 100, ["0,0 400x100"]) {
      Rectangle().frame(idealWidth: 40, idealHeight: 10).scaledToFill()
    },
    LayoutCase("a ratio with one proposed length", 100, 100, ["0,0 100x50"]) {
      Rectangle().aspectRatio(2, contentMode: .fit).fixedSize(horizontal: false, vertical: true)
    },
    LayoutCase("a view with a size of its own keeps it", 100, 100, ["0,0 20x20"]) {
      Text("ab").aspectRatio(3, contentMode: .fit)
    },
    LayoutCase("ratios in a row", 150, 100, ["0,0 100x100", "100,0 50x100"]) {
      HStack(spacing: 0) {
        Rectangle().frame(minWidth: 100); Rectangle().aspectRatio(0.5, contentMode: .fit)
      }
    },
    // position: takes the proposed size and centers the child at the position.
    LayoutCase("a position in a frame", 100, 100, ["20,0 20x20"]) { Text("ab").position(x: 30, y: 10) },
    LayoutCase("a position takes all the space", 100, 20, ["-10,-10 20x20", "90,0 10x20"]) {
      HStack(spacing: 0) {
        Text("ab").position(); Text("c")
      }
    },
  ]

  @Test("Overlays, safe areas and geometry readers", arguments: areaCases)
  func areas(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let areaCases = [
    // overlay: is proposed the size of the view, takes no space, and is aligned in the view.
    LayoutCase("an overlay has the size of its content", 300, 300, ["4,4 20x20", "0,0 28x28"]) {
      Text("ab").padding(4).overlay(.red)
    },
    LayoutCase("an overlay takes no space", 300, 300, ["0,0 20x20", "-40,-40 100x100", "20,0 10x20"]) {
      HStack(spacing: 0) {
        Text("ab").overlay { box(100, 100) }; Text("c")
      }
    },
    LayoutCase("an overlay aligns", 300, 300, ["0,0 20x20", "10,15 10x5"]) {
      Text("ab").overlay(alignment: .bottomTrailing) { box(10, 5) }
    },
    LayoutCase("an empty view has no overlay", 300, 300, []) { EmptyView().overlay(.red) },
    // SMPTE ST 2046-1.
    LayoutCase("safe title", 1000, 200, ["50,10 900x180"]) { SafeArea(.title) { Rectangle() } },
    LayoutCase("safe action", 1000, 1000, ["35,35 930x930"]) { SafeArea(.action) { Rectangle() } },
    LayoutCase("a corner of the safe area", 1000, 200, ["50,170 20x20"]) {
      SafeArea(alignment: .bottomLeading) { Text("ab") }
    },
    LayoutCase("the content of a reader is at the top left", 100, 50, ["0,0 20x20", "0,0 100x50"]) {
      GeometryReader { _ in
        Text("ab"); Rectangle()
      }
    },
    LayoutCase("a reader takes the proposed size", 100, 20, ["0,0 20x20", "90,0 10x20"]) {
      HStack(spacing: 0) {
        GeometryReader { _ in Text("ab") }; Text("c")
      }
    },
  ]

  @Test(
    "Views without a proposal",
    arguments: [
      LayoutCase("a ratio within the ideal size", 0, 0, ["10x5"]) { Rectangle().aspectRatio(2, contentMode: .fit) },
      LayoutCase("a position around its content", 0, 0, ["20x20"]) { Text("ab").position(x: 50, y: 50) },
      LayoutCase("a safe area around its content", 0, 0, ["100x10"]) { SafeArea { box(90, 9) } },
      LayoutCase("a reader", 0, 0, ["10x10"]) { GeometryReader { _ in Text("abc") } },
    ])
  func ideals(_ example: LayoutCase) {
    example.expectIdealSize()
  }
}
