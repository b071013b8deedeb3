/// What is done to everything that a view draws, taken as one picture.
enum Effect: Sendable, Hashable {
  /// As much of it as 0...1 says.
  case opacity(Double)
  /// Blended with what lies beneath by a rule of its own.
  case blend(BlendMode)
  /// Only what lies within an outline of the view's size.
  case clip(ShapeOutline)
  /// The second member, only where the first is opaque.
  case mask
  /// A shadow beneath it.
  case shadow(Shadow)
  /// Blurred, as a Gaussian of so many pixels' standard deviation does.
  case blur(Double)
  /// Only what lies on one side of a line across the view, which uncovers a fraction of it from an edge. At 0 nothing is
  /// seen; at 1 everything is, even what reaches beyond the view.
  case wipe(from: Edge, fraction: Double)
  /// Turned, scaled or sheared about a point of it.
  case transform(Transform, anchor: UnitPoint)
}

extension Effect {
  /// Whether the members are drawn on a surface of their own, whole and wherever they stand, and not in the picture.
  var isTransform: Bool {
    if case .transform(let transform, _) = self { transform != .identity } else { false }
  }

  /// The same effect on a view of this size, in numbers that differ only where pixels do.
  func snapped(to size: PixelSize) -> Effect {
    if case .clip(let outline) = self { return .clip(outline.normalized(in: Size(size))) }
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

extension UnitPoint {
  /// The place of this point in a view of a size.
  func point(in size: PixelSize, phase: Phase) -> Point {
    Point(x: x * Double(size.width) + phase.offset.x, y: y * Double(size.height) + phase.offset.y)
  }
}
