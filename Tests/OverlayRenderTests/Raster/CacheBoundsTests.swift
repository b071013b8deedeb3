import CCairo
import Testing

@testable import OverlayRender

/// The size of caches is bounded, whatever amount of content is drawn.
@Suite("Bounds of caches")
struct CacheBoundsTests {
  @Test("The cache of surfaces is bounded")
  func surfaces() throws {
    let capacity = 1 << 20
    let surfaces = ContentSurfaces(capacity: capacity)
    var largest = 0
    for index in 0..<2000 {
      let key = ContentSurfaces.Key(
        content: .fill(Fill(color: .red, cornerRadius: Double(index)), PixelSize(64, 32)), phase: nil, members: [],
        area: PixelRect(PixelSize(64, 32)))
      _ = try surfaces.surface(key, kind: .picture) { cairo_paint($0) }
      largest = max(largest, surfaces.cachedByteCount)
    }
    #expect(largest > capacity && largest <= 2 * capacity)
    #expect(surfaces.drawnCount == 2000)
  }

  @Test("The cache of masks is bounded")
  func masks() throws {
    let budget = 1 << 20
    let masks = CoverageMasks(budget: budget)
    var largest = 0
    for index in 0..<2000 {
      _ = try masks.corner(radius: 20 + Double(index) / 100, isRight: false, isBottom: false)
      largest = max(largest, masks.cachedByteCount)
    }
    #expect(largest > budget / 2 && largest <= budget)
  }

  @Test("The cache of texts is bounded")
  func texts() throws {
    let capacity = 1 << 18
    let engine = try TextEngine(FixtureFonts.configuration, capacity: capacity)
    var largest = 0
    for index in 0..<1000 {
      _ = engine.shaped(TextShape(string: "Message \(index)", font: Font(family: "Noto Sans", size: 20)), width: nil)
      largest = max(largest, engine.cachedByteCount)
    }
    #expect(largest > capacity && largest <= 2 * capacity)
  }
}
