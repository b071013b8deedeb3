import Foundation
import Synchronization
import Testing

@testable import OverlayBase

@Suite("Threads")
struct ThreadTests {
  @Test("A thread has its name")
  func name() async throws {
    let name = try await withCheckedThrowingContinuation { continuation in
      do {
        try DetachedThread.start("named-thread") {
          let file = URL(fileURLWithPath: "/proc/thread-self/comm")
          continuation.resume(with: Result { try FileHandle(forReadingFrom: file).readToEnd() })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(name == Data("named-thread\n".utf8))
  }

  @Test("A lock admits one thread at a time")
  func lock() async {
    let lock = ThreadLock()
    nonisolated(unsafe) var count = 0
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10_000 {
            lock.lock()
            count += 1
            lock.unlock()
          }
        }
      }
    }
    #expect(count == 40_000)
  }
}
