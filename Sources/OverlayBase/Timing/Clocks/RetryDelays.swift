/// The delays before attempts after failures: each is twice as long as the one before, up to a limit.
package struct RetryDelays: Sendable {
  /// The longest delay in seconds.
  private let longest: Int64
  private var following: Int64 = 1

  /// Creates delays that begin with one second.
  ///
  /// - Parameter longest: The longest delay in seconds.
  package init(longest: Int64) {
    self.longest = longest
  }

  /// Returns the delay before the next attempt in seconds.
  package mutating func next() -> Int64 {
    defer { following = min(2 * following, longest) }
    return following
  }

  /// Begins again with the shortest delay, after a success.
  package mutating func reset() { following = 1 }
}
