import Testing

@testable import OverlayRender

/// Views that are laid out in one size and drawn in another one.
@Suite("Magnified views")
struct MagnifiedViewTests {
  @Test("Content has the room in which it fits, with the aspect ratio of the space", arguments: cases)
  func room(_ example: LayoutCase) {
    example.expectFrames()
  }

  static let cases = [
    LayoutCase("content that fits is laid out in its size", 300, 150, ["40,15 20x20"]) {
      MagnifiedView(content: Text("ab"), size: PixelSize(100, 50))
    },
    LayoutCase("a rounded size does not matter", 301, 150, ["40,15 20x20"]) {
      MagnifiedView(content: Text("ab"), size: PixelSize(100, 50))
    },
    LayoutCase("a wide space gives more room beside the content", 400, 100, ["90,15 20x20"]) {
      MagnifiedView(content: Text("ab"), size: PixelSize(100, 50))
    },
    LayoutCase("what fills its room fills the space", 400, 100, ["0,0 200x50"]) {
      MagnifiedView(content: Rectangle(), size: PixelSize(100, 50))
    },
    LayoutCase("content that does not fit gets more room", 40, 40, ["0,0 80x20", "0,0 80x80"]) {
      MagnifiedView(
        content: box(80, 20).frame(maxHeight: .infinity, alignment: .top).background(.red), size: PixelSize(20, 20))
    },
    LayoutCase("text gets the room in which its lines fit", 40, 40, ["0,0 40x40"]) {
      MagnifiedView(content: Text("abcd efgh"), size: PixelSize(20, 20))
    },
    LayoutCase("a space that is too small in one direction may have room", 200, 48, ["80,14 40x20"]) {
      MagnifiedView(content: Text("abcd"), size: PixelSize(1000, 20))
    },
  ]

  @Test("Content that exceeds every room, such as a picture that fills it, is cut off")
  func fillingContent() {
    let view = MagnifiedView(content: Rectangle().aspectRatio(2, contentMode: .fill), size: PixelSize(20, 20))
    let layout = SceneLayout(Resolved.nodes(of: view), in: Size(40, 40), measuredBy: GridMeasurer())
    #expect(layout.frames == ["-10,0 40x20"])
  }

  @Test(
    "Nothing of a text is cut off, whatever the size of the window", arguments: [(20, 20), (1, 1), (500, 2), (2, 90)])
  func textIsWhole(width: Int, height: Int) throws {
    let view = Text("A long text that fits in no such small window").font(size: 24).foregroundColor(.white)
    var configuration = RenderConfiguration(size: PixelSize(200, 100))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(
      MagnifiedView(content: view, size: PixelSize(width, height)), configuration: configuration)
    let picture = try #require(try renderer.render(at: .zero).pixelBuffer)
    var edge = 0
    var inside = 0
    picture.withUnsafeBytes { bytes in
      for y in 0..<100 {
        for x in 0..<200 where bytes[y * picture.format.planes[0].bytesPerRow + 4 * x + 3] > 0 {
          if x == 0 || y == 0 || x == 199 || y == 99 { edge += 1 } else { inside += 1 }
        }
      }
    }
    #expect(edge == 0 && inside > 20)
  }

  @Test("The smallest size of a window has text of ten pixels, or of its own size")
  func smallestSize() throws {
    func smallest(_ fontSize: Double, _ size: PixelSize) throws -> PixelSize? {
      let view = MagnifiedView(content: Text("12:34").font(size: fontSize), size: size)
      var configuration = RenderConfiguration(size: size)
      configuration.fonts = FixtureFonts.configuration
      return try FrameStream.smallestLegibleSize(of: view, in: size, configuration: configuration)
    }
    #expect(try smallest(40, PixelSize(480, 240)) == PixelSize(120, 60))
    #expect(try smallest(5, PixelSize(480, 240)) == PixelSize(480, 240))
    // The text needs more room, so the window must be larger.
    let small = try #require(try smallest(40, PixelSize(10, 5)))
    #expect((0...1).contains(2 * small.height - small.width) && (20...60).contains(small.width))
    // Text that the view itself makes smaller, for example while it enters, keeps its size.
    let entering = MagnifiedView(
      content: Text("12:34").font(size: 24).scaleEffect(0.05), size: PixelSize(480, 240))
    var configuration = RenderConfiguration(size: PixelSize(480, 240))
    configuration.fonts = FixtureFonts.configuration
    let enteringSize = try FrameStream.smallestLegibleSize(
      of: entering, in: PixelSize(480, 240), configuration: configuration)
    #expect(enteringSize == PixelSize(480, 240))
    let nothing = try FrameStream.smallestLegibleSize(
      of: Rectangle(), in: PixelSize(9, 9), configuration: RenderConfiguration(size: PixelSize(9, 9)))
    #expect(nothing == nil)
  }
}
