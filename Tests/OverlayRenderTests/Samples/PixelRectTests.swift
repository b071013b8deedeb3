import OverlayRender
import Testing

@Suite("PixelRect")
struct PixelRectTests {
  let rectangle = PixelRect(x: 2, y: 3, width: 10, height: 4)

  @Test("The end of a range of pixels is exclusive")
  func edges() {
    #expect(rectangle.maxX == 12 && rectangle.maxY == 7)
    #expect(rectangle.contains(x: 2, y: 3) && rectangle.contains(x: 11, y: 6))
    #expect(!rectangle.contains(x: 12, y: 3) && !rectangle.contains(x: 2, y: 7))
    #expect(rectangle.area == 40)
  }

  @Test("Rectangles that only touch have no common pixel")
  func intersection() {
    #expect(rectangle.intersection(PixelRect(x: 12, y: 3, width: 5, height: 5)) == .zero)
    #expect(!rectangle.intersects(PixelRect(x: 2, y: 7, width: 5, height: 5)))
    #expect(
      rectangle.intersection(PixelRect(x: 0, y: 5, width: 4, height: 9)) == PixelRect(x: 2, y: 5, width: 2, height: 2))
  }

  @Test("An empty rectangle does not change a union and is inside every rectangle")
  func emptiness() {
    let empty = PixelRect(x: 500, y: 500, width: 0, height: 9)
    #expect(empty.isEmpty && empty.area == 0)
    #expect(rectangle.union(empty) == rectangle && empty.union(rectangle) == rectangle)
    #expect(empty.union(empty) == .zero)
    #expect(rectangle.contains(empty))
  }

  @Test("A union is the smallest rectangle that contains both")
  func union() {
    #expect(
      rectangle.union(PixelRect(x: -1, y: 6, width: 2, height: 3)) == PixelRect(x: -1, y: 3, width: 13, height: 6))
  }

  @Test("A negative inset enlarges a rectangle, and an offset moves it")
  func insetAndOffset() {
    #expect(rectangle.insetBy(dx: -1, dy: -2) == PixelRect(x: 1, y: 1, width: 12, height: 8))
    #expect(rectangle.insetBy(dx: 5, dy: 0).isEmpty)
    #expect(rectangle.offsetBy(dx: -3, dy: 4) == PixelRect(x: -1, y: 7, width: 10, height: 4))
  }
}

@Suite("Reading picture sizes")
struct PixelSizeParsingTests {
  @Test("Two integers are a size", arguments: [("1280x720", 1280, 720), ("1x32767", 1, 32_767), ("007x8", 7, 8)])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(try PixelSize(text) == PixelSize(width, height))
  }

  @Test(
    "Malformed sizes are refused",
    arguments: ["", "x", "1280", "1280x", "x720", "1x2x3", "-1x2", "1 x 2", "1.5x2", "1X2"])
  func malformed(text: String) {
    #expect(throws: PixelSizeError.malformed(text)) { try PixelSize(text) }
  }

  @Test("Sides out of range are refused", arguments: ["0x1", "1x0", "32768x1", "1x99999999999999999999"])
  func outOfRange(text: String) {
    #expect(throws: PixelSizeError.outOfRange(text)) { try PixelSize(text) }
  }
}
