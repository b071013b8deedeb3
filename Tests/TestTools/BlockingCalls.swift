import Foundation
import Synchronization
import Testing

/// Both ends of a pipe, which are closed at the end.
package final class TestPipe {
  /// The descriptor from which is read.
  package let reading: Int32
  /// The descriptor to which is written.
  package let writing: Int32
  private var open: Set<Int32>

  /// Opens a pipe.
  package init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    // A child process of another test must not inherit an end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    open = [reading, writing]
  }

  deinit {
    for end in open { close(end) }
  }

  /// Closes the end from which is read.
  package func closeReading() { if open.remove(reading) != nil { close(reading) } }
  /// Closes the end to which is written.
  package func closeWriting() { if open.remove(writing) != nil { close(writing) } }
}

/// Work on a thread of its own, with a result to wait for.
package final class Background<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Starts the work.
  package init(_ work: @escaping @Sendable () -> Result) {
    Thread.detachNewThread { [self] in
      let value = work()
      result.withLock { $0 = value }
      done.signal()
    }
  }

  /// Waits for the end, for at most 20 seconds.
  package func value() throws -> Result {
    try #require(done.wait(timeout: .now() + 20) == .success, "the other thread has not come to an end")
    return try #require(result.withLock { $0 })
  }
}
