/// A direction of layout.
public enum Axis: Sendable, Hashable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// A set of directions of layout.
public struct AxisSet: OptionSet, Sendable, Hashable {
  /// One bit a direction.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// From left to right.
  public static let horizontal = AxisSet(rawValue: 1)
  /// From top to bottom.
  public static let vertical = AxisSet(rawValue: 2)
}
