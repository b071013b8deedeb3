/// A point in pixels. The y-coordinate grows downward.
public struct Point: Sendable, Hashable {
  /// The x-coordinate: the distance from the left edge.
  public var x: Double
  /// The y-coordinate: the distance from the top edge.
  public var y: Double

  /// Creates a point from coordinates in pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from coordinates in pixels.
  public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The point (0, 0).
  public static let zero = Point(x: 0, y: 0)
}

extension Point {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

/// A point in a rectangle, as fractions of its width and height: (0, 0) is the top left corner and (1, 1) the bottom
/// right one.
public struct UnitPoint: Sendable, Hashable {
  /// The fraction of the width.
  public let x: Double
  /// The fraction of the height.
  public let y: Double

  /// Creates a point. Fractions are limited to ±1000, and `NaN` becomes 0.
  public init(x: Double, y: Double) {
    self.x = x.limited(to: -1000...1000)
    self.y = y.limited(to: -1000...1000)
  }

  /// The center.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The center of the left edge.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The center of the right edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The center of the top edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The center of the bottom edge.
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
