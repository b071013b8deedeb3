import Foundation
import Synchronization
import Testing

@testable import OverlayRender

@Suite("Shaping on several threads")
struct ShapingTests {
  @Test("A narrow text has the same lines whatever other threads shape")
  func sameLines() throws {
    let shape = TextShape(string: "fi ffi VAV To", font: Font(size: 32))
    let heights = Mutex<Set<Double>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let engine = try? TextEngine(FixtureFonts.configuration) else { return }
      let height = engine.metrics(of: shape, width: 1).size.height
      heights.withLock { _ = $0.insert(height) }
    }
    #expect(heights.withLock { $0.count } == 1)
  }
}
