import OverlayRender
import Testing

@Suite("Picture sizes as text")
struct PixelSizeParsingTests {
  @Test("Two whole numbers are a size", arguments: [("1280x720", 1280, 720), ("1x32767", 1, 32_767), ("007x8", 7, 8)])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(try PixelSize(text) == PixelSize(width, height))
  }

  @Test(
    "What is no size is refused",
    arguments: ["", "x", "1280", "1280x", "x720", "1x2x3", "-1x2", "1 x 2", "1.5x2", "1X2"])
  func malformed(text: String) {
    #expect(throws: PixelSizeError.malformed(text)) { try PixelSize(text) }
  }

  @Test("Impossible sides are refused", arguments: ["0x1", "1x0", "32768x1", "1x99999999999999999999"])
  func outOfRange(text: String) {
    #expect(throws: PixelSizeError.outOfRange(text)) { try PixelSize(text) }
  }
}
