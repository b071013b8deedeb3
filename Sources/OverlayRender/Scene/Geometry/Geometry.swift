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

/// A width and a height in pixels.
public struct Size: Sendable, Hashable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Makes a size from its two extents, in pixels.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Makes a size from its two extents, in pixels.
  public init(width: Double, height: Double) {
    self.init(width, height)
  }

  /// No extent at all.
  public static let zero = Size(0, 0)

  /// A size of whole pixels.
  init(_ size: PixelSize) {
    self.init(Double(size.width), Double(size.height))
  }
}

/// An upright rectangle in pixels.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The extents.
  public var size: Size

  /// Makes a rectangle from its top left corner and its extents.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from four numbers of pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width, height))
  }
}

/// The size that a parent offers a child: each extent in pixels, or `nil` for the child's ideal one.
///
/// An extent is never NaN.
public struct ProposedViewSize: Sendable, Hashable {
  /// The width that is offered; `nil` for the ideal one.
  public private(set) var width: Double?
  /// The height that is offered; `nil` for the ideal one.
  public private(set) var height: Double?

  /// Asks for the smallest size.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// Asks for the largest size.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
  /// Asks for the ideal size.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)

  /// Makes a proposal of two extents in pixels. An extent that is NaN becomes 0.
  public init(width: Double?, height: Double?) {
    self.width = width?.numeric
    self.height = height?.numeric
  }

  /// Makes a proposal of a size in pixels. An extent that is NaN becomes 0.
  public init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue?.numeric } else { height = newValue?.numeric } }
  }

  /// Returns the proposal as a size, with extents of `size` where none is offered; 10 pixels when not given.
  public func replacingUnspecifiedDimensions(by size: Size = Size(10, 10)) -> Size {
    Size(width ?? size.width, height ?? size.height)
  }
}

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

extension Double {
  /// This length or coordinate as layout takes it from views: 0 where it is no number, and within a million pixels, far
  /// beyond any picture; so what layout computes with it is finite.
  var bounded: Double { min(max(numeric, -1e6), 1e6) }

  /// 0 where it is no number.
  var numeric: Double { isNaN ? 0 : self }
}

extension EdgeInsets {
  var bounded: EdgeInsets {
    EdgeInsets(top: top.bounded, leading: leading.bounded, bottom: bottom.bounded, trailing: trailing.bounded)
  }
}

extension Size {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension PixelSize {
  subscript(axis: Axis) -> Int { axis == .horizontal ? width : height }
}

extension Point {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
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
