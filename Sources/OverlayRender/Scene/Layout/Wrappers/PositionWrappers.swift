// Wrappers that change where their child stands.

/// All that is offered, with the center of the child at a place in it: `position`.
struct PositionWrapper {
  /// In pixels from the top left corner.
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
