import CCairo

/// Owns the Cairo pattern of a paint.
final class PaintPattern {
  let pointer: OpaquePointer

  /// Makes the pattern with which a view of a size is painted.
  ///
  /// - Parameter area: What will be painted, relative to the view's top left corner: a line along its edges lies partly
  ///   outside of it.
  init(_ paint: Paint, size: Size, area: PixelRect) throws(RasterError) {
    switch paint {
    case .color(let color): pointer = PaintPattern.solid(color)
    case .linearGradient(let gradient): pointer = PaintPattern.linear(gradient, size: size)
    case .radialGradient(let gradient): pointer = PaintPattern.radial(gradient, size: size)
    case .angularGradient(let gradient):
      pointer = try AngularPicture(gradient, size: size, area: area).makePattern()
    }
    let status = cairo_pattern_status(pointer)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_pattern_destroy(pointer)
      try RasterError.check(status)
      return
    }
  }

  deinit {
    cairo_pattern_destroy(pointer)
  }

  private static func solid(_ color: Color) -> OpaquePointer {
    cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha)
  }

  private static func linear(_ linear: LinearGradient, size: Size) -> OpaquePointer {
    let start = linear.startPoint.point(in: size)
    let end = linear.endPoint.point(in: size)
    guard start.distance(to: end) > 1e-3 else { return solid(linear.gradient.lastColor) }
    let pattern: OpaquePointer = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    add(linear.gradient, to: pattern)
    return pattern
  }

  private static func radial(_ radial: RadialGradient, size: Size) -> OpaquePointer {
    let center = radial.center.point(in: size)
    var end = radial.endRadius
    // Two equal circles leave no room for colours: a step takes their place.
    if abs(end - radial.startRadius) < 1e-2 { end = radial.startRadius + 1e-2 }
    let pattern: OpaquePointer = cairo_pattern_create_radial(
      center.x, center.y, radial.startRadius, center.x, center.y, end)
    add(radial.gradient, to: pattern)
    return pattern
  }

  private static func add(_ gradient: Gradient, to pattern: OpaquePointer) {
    for stop in gradient.straightStops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.location, color.red, color.green, color.blue, color.alpha)
    }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }
}

extension UnitPoint {
  /// The place of this point in a view of a size, in pixels.
  func point(in size: Size) -> Point {
    Point(x: x * size.width, y: y * size.height)
  }
}
