import Glibc

/// Ends a thread's waiting for input from another thread.
final class ReadingEnd: Sendable {
  private let event: Int32

  /// - Throws: `SystemError` when the process has no descriptor left for it.
  init() throws(SystemError) {
    event = try SystemCalls.makeEvent()
  }

  deinit {
    close(event)
  }

  /// Ends the wait under way, and all later ones.
  func signal() {
    SystemCalls.signalEvent(event)
  }

  /// Waits until reading `descriptor` gives something, be it the end or an error: true; or until ``signal()``: false.
  func waitUntilReadable(_ descriptor: Int32) -> Bool {
    var pair = (
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    )
    // Anything but a signal that came in between is met again, and named, by reading.
    while withUnsafeMutableBytes(of: &pair, { poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, -1) }) < 0 {
      if errno != EINTR { return true }
    }
    return pair.1.revents == 0
  }
}
