extension Effect {
  /// Whether the members are drawn on a surface of their own, whole and wherever they stand, and not in the picture.
  var isTransform: Bool {
    if case .transform(let transform, _) = self { transform != .identity } else { false }
  }

  /// The same effect on a view of this size, in numbers that differ only where pixels do.
  func snapped(to size: PixelSize) -> Effect {
    if case .clip(let outline) = self { return .clip(outline.settled(in: Size(size))) }
    guard case .wipe(let edge, let fraction) = self, fraction < 1 else { return self }
    let steps = Double(size[edge.axis] * Phase.steps)
    return .wipe(from: edge, fraction: steps > 0 ? (max(fraction, 0) * steps).rounded() / steps : 0)
  }

  /// Whether the members are drawn more than once.
  var isShadow: Bool {
    if case .shadow = self { true } else { false }
  }

  /// The pixels that a group may touch when its members touch `rectangle`: both relative to the group's origin.
  ///
  /// - Parameters:
  ///   - size: The size of the view, in pixels.
  ///   - phase: How far beyond its origin the view stands.
  func reach(of rectangle: PixelRect, size: PixelSize, phase: Phase) -> PixelRect {
    guard !rectangle.isEmpty else { return .zero }
    switch self {
    case .opacity, .blend, .mask:
      return rectangle
    case .clip:
      // One more for what an antialiased edge between two pixels covers.
      return rectangle.intersection(
        PixelRect(x: 0, y: 0, width: size.width, height: size.height).insetBy(dx: -1, dy: -1))
    case .shadow(let shadow):
      return rectangle.union(shadow.reach(of: rectangle))
    case .blur(let radius):
      let reach = Blur(radius: radius).reach
      return rectangle.insetBy(dx: -reach, dy: -reach)
    case .wipe(let edge, let fraction):
      return Wipe(from: edge, fraction: fraction, size: size, phase: phase).reach(of: rectangle)
    case .transform(.identity, _):
      return rectangle
    case .transform(let transform, let anchor):
      return transform.bounds(of: rectangle, about: anchor.point(in: size, phase: phase))
    }
  }
}

extension Shadow {
  /// The pixels that the shadow of what touches `rectangle` may touch.
  func reach(of rectangle: PixelRect) -> PixelRect {
    let reach = Blur(radius: radius).reach
    return rectangle.offsetBy(dx: offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
  }
}

extension UnitPoint {
  /// The place of this point in a view of a size.
  func point(in size: PixelSize, phase: Phase) -> Point {
    Point(x: x * Double(size.width) + phase.offset.x, y: y * Double(size.height) + phase.offset.y)
  }
}
