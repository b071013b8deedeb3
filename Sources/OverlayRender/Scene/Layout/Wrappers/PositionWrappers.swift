// Wrappers that change the position of their child.

/// A wrapper that takes the proposed space and places the center of its child: `position`.
struct PositionWrapper {
  /// The position in pixels from the top left corner.
  var center: Point
}

extension PositionWrapper: WrapperLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.filledSize(for: proposal) { $0.largestChild(of: node, for: proposal) }
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.children(of: node).map { child in
      let own = pass.size(of: child, for: proposal)
      let offset = Point(x: center.x - own.width / 2, y: center.y - own.height / 2)
      return ChildPlace(node: child, offset: offset, proposal: proposal)
    }
  }
}

/// A wrapper that draws its child at an offset: `offset`, and transitions that slide.
struct OffsetWrapper {
  /// The offset in pixels.
  var distance: Point
  /// An additional offset, as fractions of the child's size.
  var distanceBySize = Point.zero
  /// Whether the child is drawn at fractions of a pixel.
  var isMoving = false
}

extension OffsetWrapper: WrapperLayout {}

extension OffsetWrapper {
  /// Returns the offset for a child of a size, in pixels.
  func distance(of size: PixelSize) -> Point {
    Point(
      x: distance.x + distanceBySize.x * Double(size.width), y: distance.y + distanceBySize.y * Double(size.height))
  }
}
