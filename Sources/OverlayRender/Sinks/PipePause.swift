import CLinux

/// The pause of a writer whose pipe is full, after which the pipe should be half empty.
///
/// A writer that tries again as soon as one page is free competes with the reader for the lock of the pipe, and wakes
/// for each page. One that waits for too long lets the reader wait. `cat` empties a pipe of 1 MiB in 40 microseconds,
/// and an encoder in some milliseconds, so the pause follows from what the pipe accepts after each one.
struct PipePause {
  /// The shortest and the longest pause in nanoseconds.
  private static let limits = 20_000...999_999

  /// The capacity of the pipe in bytes.
  let capacity: Int
  /// The duration of the next pause.
  private(set) var nanoseconds = limits.lowerBound

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Makes the pause longer if the pipe was more than half full after it, and shorter if it was nearly empty.
  ///
  /// - Parameter byteCount: The number of bytes that filled the pipe after the pause.
  mutating func adapt(toFreeBytes byteCount: Int) {
    if byteCount < capacity / 2 {
      nanoseconds = min(nanoseconds * 3 / 2, Self.limits.upperBound)
    } else if byteCount > capacity / 4 * 3 {
      nanoseconds = max(nanoseconds / 2, Self.limits.lowerBound)
    }
  }
}

extension SystemCalls {
  /// Makes the pauses of this thread end on time, or as usual: by default the kernel may let them end 50 microseconds
  /// late, which is longer than most of them.
  static func setPausesExact(_ isExact: Bool) {
    // Zero is the default of the thread.
    overlay_set_timer_slack(isExact ? 1 : 0)
  }
}
