import Testing

@testable import OverlayRender

@Suite("Geometry")
struct GeometryTests {
  @Test("A rectangle has edges and a center")
  func edges() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 50)
    #expect([rect.minX, rect.midX, rect.maxX] == [10, 25, 40])
    #expect([rect.minY, rect.midY, rect.maxY] == [20, 45, 70])
    #expect([rect.width, rect.height] == [30, 50])
  }

  @Test("Sizes can be written with labels")
  func labels() {
    #expect(Size(width: 3, height: 4) == Size(3, 4))
    #expect(PixelSize(width: 1280, height: 720) == PixelSize(1280, 720))
  }
}
