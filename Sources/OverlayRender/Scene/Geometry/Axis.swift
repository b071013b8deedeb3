/// A horizontal or vertical direction.
public enum Axis: Sendable, Hashable {
  /// The direction from left to right.
  case horizontal
  /// The direction from top to bottom.
  case vertical

  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// A set of axes.
public struct AxisSet: OptionSet, Sendable, Hashable {
  /// The bits of the set, one for each axis.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The horizontal axis.
  public static let horizontal = AxisSet(rawValue: 1)
  /// The vertical axis.
  public static let vertical = AxisSet(rawValue: 2)
}
