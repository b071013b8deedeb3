/// The direction in which the content of a ``Ticker`` moves.
public enum TickerDirection: Sendable, Hashable, CaseIterable {
  /// To the left, for text that is read from left to right.
  case left
  /// To the right, for text that is read from right to left.
  case right
  /// Upward, for credits.
  case up
  /// Downward.
  case down

  var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }

  /// Whether the content moves toward smaller coordinates.
  var isBackwards: Bool { self == .left || self == .up }
}
