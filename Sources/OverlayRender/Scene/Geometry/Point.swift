/// A place in pixels; y grows downwards.
public struct Point: Sendable, Hashable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// Makes a place from its two coordinates, in pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

extension Point {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

/// A point of a rectangle by fractions of its sides: (0, 0) is the top left corner, (1, 1) the bottom right one.
public struct UnitPoint: Sendable, Hashable {
  /// The fraction of the width.
  public let x: Double
  /// The fraction of the height.
  public let y: Double

  /// Makes a point; fractions that are no numbers become 0, others are brought within ±1000.
  public init(x: Double, y: Double) {
    self.x = x.limited(to: -1000...1000)
    self.y = y.limited(to: -1000...1000)
  }

  /// In the middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// In the middle of the left edge.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// In the middle of the right edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// In the middle of the top edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// In the middle of the bottom edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The top left corner.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The top right corner.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The bottom left corner.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The bottom right corner.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
