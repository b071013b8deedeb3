/// A rectangle in pixels. The y-coordinate grows downward.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The width and height.
  public var size: Size

  /// Creates a rectangle from its top left corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from coordinates and lengths in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width, height))
  }

  /// The width, in pixels.
  public var width: Double { size.width }
  /// The height, in pixels.
  public var height: Double { size.height }

  /// The x-coordinate of the left edge.
  public var minX: Double { origin.x }
  /// The x-coordinate of the center.
  public var midX: Double { origin.x + size.width / 2 }
  /// The x-coordinate of the right edge.
  public var maxX: Double { origin.x + size.width }

  /// The y-coordinate of the top edge.
  public var minY: Double { origin.y }
  /// The y-coordinate of the center.
  public var midY: Double { origin.y + size.height / 2 }
  /// The y-coordinate of the bottom edge.
  public var maxY: Double { origin.y + size.height }
}

extension Rect {
  /// Returns the smallest rectangle that contains this one and a point.
  func including(_ point: Point) -> Rect {
    let left = min(minX, point.x)
    let top = min(minY, point.y)
    return Rect(x: left, y: top, width: max(maxX, point.x) - left, height: max(maxY, point.y) - top)
  }
}
