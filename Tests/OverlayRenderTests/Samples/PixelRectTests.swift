import OverlayRender
import Testing

@Suite("PixelRect")
struct PixelRectTests {
  let rectangle = PixelRect(x: 2, y: 3, width: 10, height: 4)

  @Test("Edges are exclusive at the end")
  func edges() {
    #expect(rectangle.maxX == 12 && rectangle.maxY == 7)
    #expect(rectangle.contains(x: 2, y: 3) && rectangle.contains(x: 11, y: 6))
    #expect(!rectangle.contains(x: 12, y: 3) && !rectangle.contains(x: 2, y: 7))
    #expect(rectangle.area == 40)
  }

  @Test("Rectangles that only touch share nothing")
  func intersection() {
    #expect(rectangle.intersection(PixelRect(x: 12, y: 3, width: 5, height: 5)) == .zero)
    #expect(!rectangle.intersects(PixelRect(x: 2, y: 7, width: 5, height: 5)))
    #expect(
      rectangle.intersection(PixelRect(x: 0, y: 5, width: 4, height: 9)) == PixelRect(x: 2, y: 5, width: 2, height: 2))
  }

  @Test("An empty rectangle adds nothing to a union and is inside everything")
  func emptiness() {
    let empty = PixelRect(x: 500, y: 500, width: 0, height: 9)
    #expect(empty.isEmpty && empty.area == 0)
    #expect(rectangle.union(empty) == rectangle && empty.union(rectangle) == rectangle)
    #expect(empty.union(empty) == .zero)
    #expect(rectangle.contains(empty))
  }

  @Test("A union is the smallest rectangle around both")
  func union() {
    #expect(
      rectangle.union(PixelRect(x: -1, y: 6, width: 2, height: 3)) == PixelRect(x: -1, y: 3, width: 13, height: 6))
  }

  @Test("A negative inset grows, an offset moves")
  func insetAndOffset() {
    #expect(rectangle.insetBy(dx: -1, dy: -2) == PixelRect(x: 1, y: 1, width: 12, height: 8))
    #expect(rectangle.insetBy(dx: 5, dy: 0).isEmpty)
    #expect(rectangle.offsetBy(dx: -3, dy: 4) == PixelRect(x: -1, y: 7, width: 10, height: 4))
  }
}

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
