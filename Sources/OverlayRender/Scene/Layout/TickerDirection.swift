/// Which way the content of a ``Ticker`` goes.
public enum TickerDirection: Sendable, Hashable, CaseIterable {
  /// To the left, as lines of Latin text are read.
  case left
  /// To the right, for what is read from right to left.
  case right
  /// Upwards, as credits go.
  case up
  /// Downwards.
  case down

  var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }

  /// Whether it goes towards smaller coordinates.
  var isBackwards: Bool { self == .left || self == .up }
}
