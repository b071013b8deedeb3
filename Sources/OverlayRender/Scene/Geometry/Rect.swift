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

extension Rect {
  /// The smallest rectangle that holds this one and a point.
  func including(_ point: Point) -> Rect {
    let left = min(origin.x, point.x)
    let top = min(origin.y, point.y)
    return Rect(
      x: left, y: top, width: max(origin.x + size.width, point.x) - left,
      height: max(origin.y + size.height, point.y) - top)
  }
}
