import Foundation
import Synchronization
import Testing

@testable import OverlayRender

@Suite("Large view blocks")
struct LargeBlockTests {
  @Test("A block of 500 children fits into a stack of 128 KiB, in order")
  func manyChildren() {
    let texts = onThread(stackSize: 128 << 10) { Resolved.texts(of: LargeBlock()) }
    #expect(texts == (0..<500).map { String(format: "%04d", $0) })
  }

  private func onThread<Result: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    let result = Mutex<Result?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      result.withLock { $0 = value }
      isDone.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    isDone.wait()
    return result.withLock { $0 }
  }
}
