/// A side of a rectangle.
public enum Edge: Sendable, Hashable, CaseIterable {
  /// The top side.
  case top
  /// The left side.
  case leading
  /// The bottom side.
  case bottom
  /// The right side.
  case trailing

  /// The axis perpendicular to the side.
  var axis: Axis { self == .leading || self == .trailing ? .horizontal : .vertical }

  /// Whether the side is at the origin: the top or the left one.
  var isFirst: Bool { self == .leading || self == .top }

  /// A unit vector that points out of the rectangle.
  var outward: Point {
    switch self {
    case .top: Point(x: 0, y: -1)
    case .leading: Point(x: -1, y: 0)
    case .bottom: Point(x: 0, y: 1)
    case .trailing: Point(x: 1, y: 0)
    }
  }
}

/// A set of edges of a rectangle.
public struct EdgeSet: OptionSet, Sendable, Hashable {
  /// The bits of the set, one for each edge.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = EdgeSet(rawValue: 1)
  /// The left edge.
  public static let leading = EdgeSet(rawValue: 2)
  /// The bottom edge.
  public static let bottom = EdgeSet(rawValue: 4)
  /// The right edge.
  public static let trailing = EdgeSet(rawValue: 8)
  /// The left and right edges.
  public static let horizontal: EdgeSet = [.leading, .trailing]
  /// The top and bottom edges.
  public static let vertical: EdgeSet = [.top, .bottom]
  /// All four edges.
  public static let all: EdgeSet = [.horizontal, .vertical]
}

/// Distances from the four edges, in pixels.
public struct EdgeInsets: Sendable, Hashable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var leading: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var trailing: Double

  /// Creates insets from distances in pixels.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}
