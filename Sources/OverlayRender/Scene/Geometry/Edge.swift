/// A side of a rectangle.
public enum Edge: Sendable, Hashable, CaseIterable {
  /// The upper side.
  case top
  /// The left side.
  case leading
  /// The lower side.
  case bottom
  /// The right side.
  case trailing

  /// The axis across which the side stands.
  var axis: Axis { self == .leading || self == .trailing ? .horizontal : .vertical }

  /// Whether it lies at the origin: the left or the upper one.
  var isFirst: Bool { self == .leading || self == .top }

  /// One step out of the rectangle.
  var outwards: Point {
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
  /// One bit an edge.
  public let rawValue: UInt8

  /// Makes a set from its bits.
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
  /// The left and the right edge.
  public static let horizontal: EdgeSet = [.leading, .trailing]
  /// The top and the bottom edge.
  public static let vertical: EdgeSet = [.top, .bottom]
  /// Every edge.
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

  /// Makes insets from four distances in pixels.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}
