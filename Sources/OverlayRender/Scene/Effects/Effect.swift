/// An effect on everything that a view draws, taken as one picture.
enum Effect: Sendable, Hashable {
  /// Multiplies the opacity, 0...1.
  case opacity(Double)
  /// Blends with what lies beneath by a rule.
  case blend(BlendMode)
  /// Clips to a shape of the view's size.
  case clip(ShapeOutline)
  /// Shows the second member only where the first is opaque.
  case mask
  /// Adds a shadow beneath.
  case shadow(Shadow)
  /// Blurs, with a standard deviation in pixels.
  case blur(Double)
  /// Changes the colors.
  case colors(ColorFilter)
  /// Shows the part of the view from an edge to a line at a fraction of its size. At 0 nothing is visible. At 1
  /// everything is, even what extends beyond the view.
  case wipe(from: Edge, fraction: Double)
  /// Rotates, scales or shears about an anchor point.
  case transform(Transform, anchor: UnitPoint)
}

extension Effect {
  /// Whether the members are drawn on a surface of their own, complete and independent of their position.
  var isTransform: Bool {
    if case .transform(let transform, _) = self { transform != .identity } else { false }
  }

  /// Returns an effect that draws the same in a view of a size. Effects that draw alike become equal.
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

  /// Returns the pixels that a group may touch if its members touch `rectangle`. Both are relative to the group's
  /// origin.
  ///
  /// - Parameters:
  ///   - size: The size of the view, in pixels.
  ///   - phase: The fraction of a pixel between the origin and the view.
  func reach(of rectangle: PixelRect, size: PixelSize, phase: Phase) -> PixelRect {
    guard !rectangle.isEmpty else { return .zero }
    switch self {
    case .opacity, .blend, .mask, .colors:
      return rectangle
    case .clip:
      // An antialiased edge may cover one more pixel.
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
  /// Returns the position of the point in a view of a size, in pixels.
  func point(in size: PixelSize, phase: Phase) -> Point {
    Point(x: x * Double(size.width) + phase.offset.x, y: y * Double(size.height) + phase.offset.y)
  }
}
