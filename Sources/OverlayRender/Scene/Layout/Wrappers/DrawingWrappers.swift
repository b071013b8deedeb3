// Wrappers that change how their child is drawn. Layout takes no notice of them.

extension Effect: WrapperLayout {}

/// The child, drawn away from its place: `offset`, and slides.
struct OffsetWrapper {
  /// Pixels to the right and down.
  var distance: Point
  /// The same in fractions of the child's own size.
  var distanceBySize = Point.zero
  /// Whether it stands at fractions of a pixel.
  var isMoving = false
}

extension OffsetWrapper: WrapperLayout {}

extension OffsetWrapper {
  /// Returns how far a child of a size is drawn away, in pixels.
  func distance(of size: PixelSize) -> Point {
    Point(
      x: distance.x + distanceBySize.x * Double(size.width), y: distance.y + distanceBySize.y * Double(size.height))
  }
}
