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
  private var nanoseconds = limits.lowerBound
  /// The number of bytes since the last pause; `nil` before the first one.
  private var byteCount: Int?

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Counts bytes that the pipe has accepted.
  mutating func count(byteCount: Int) {
    self.byteCount? += byteCount
  }

  /// Returns the duration of the next pause in nanoseconds, when the pipe is full. It is longer than the one before if
  /// the pipe was more than half full after that, and shorter if it was nearly empty.
  mutating func next() -> Int {
    if let byteCount {
      if byteCount < capacity / 2 {
        nanoseconds = min(nanoseconds * 3 / 2, Self.limits.upperBound)
      } else if byteCount > capacity / 4 * 3 {
        nanoseconds = max(nanoseconds / 2, Self.limits.lowerBound)
      }
    }
    byteCount = 0
    return nanoseconds
  }
}
