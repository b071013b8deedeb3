import CCairo

/// Drawing with the types of the scene in a Cairo context, which Swift imports as an opaque pointer.
extension OpaquePointer {
  /// Sets the source to a color.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(self, color.red, color.green, color.blue, color.alpha)
  }

  /// Adds a rectangle of whole pixels to the path.
  func addRectangle(_ rectangle: PixelRect) {
    cairo_rectangle(
      self, Double(rectangle.x), Double(rectangle.y), Double(rectangle.width), Double(rectangle.height))
  }

  /// Draws in one color, so that overlapping parts of a translucent color show no seams: `body` draws with an opaque
  /// color, which it receives and which is the source, and the result is blended as a whole.
  ///
  /// - Parameter bounds: The pixels that `body` may touch, or `nil` for the clip of the context.
  func drawAsGroup<Failure: Error>(
    in color: Color, within bounds: PixelRect?, _ body: (Color) throws(Failure) -> Void
  ) throws(Failure) {
    guard color.alpha > 0 else { return }
    guard color.alpha < 1 else {
      setSource(color)
      return try body(color)
    }
    cairo_save(self)
    defer { cairo_restore(self) }
    if let bounds {
      addRectangle(bounds)
      cairo_clip(self)
    }
    cairo_push_group_with_content(self, CAIRO_CONTENT_ALPHA)
    setSource(.black)
    do throws(Failure) {
      try body(.black)
    } catch {
      cairo_pattern_destroy(cairo_pop_group(self))
      throw error
    }
    guard let group = cairo_pop_group(self) else { return }
    defer { cairo_pattern_destroy(group) }
    setSource(color)
    cairo_mask(self, group)
  }

  /// Ends a group and returns its pattern. Cairo 1.16 treats a group with only color glyphs as empty unless it is
  /// marked as dirty.
  func popGroup() -> OpaquePointer? {
    cairo_surface_mark_dirty(cairo_get_group_target(self))
    return cairo_pop_group(self)
  }

  /// Moves the origin by a fraction of a pixel.
  func translate(by phase: Phase?) {
    guard let offset = phase?.offset else { return }
    cairo_translate(self, offset.x, offset.y)
  }

  /// Calls `body` with the clip set to a rectangle of whole pixels, unless the rectangle is empty.
  func withClip(
    to rectangle: PixelRect, _ body: (PixelRect) throws(RasterError) -> Void
  ) throws(RasterError) {
    guard !rectangle.isEmpty else { return }
    cairo_save(self)
    defer { cairo_restore(self) }
    addRectangle(rectangle)
    cairo_clip(self)
    try body(rectangle)
  }
}

extension Color {
  /// The premultiplied color as 0xAARRGGBB, as Cairo draws it: components in 16 bits (`_cairo_color_double_to_short`),
  /// of which pixman takes the upper half (`color_to_uint32`).
  var premultiplied: UInt32 {
    func byte(_ component: Double) -> UInt32 { UInt32(component * 65_535 + 0.5) >> 8 }
    return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
  }
}

extension BlendMode {
  /// The corresponding Cairo operator.
  var cairoOperator: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }
}
