import CCairo

/// What Cairo's contexts, which stand as opaque pointers, are told in the words of the scene.
extension OpaquePointer {
  /// Draws from now on in one colour.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(self, color.red, color.green, color.blue, color.alpha)
  }

  /// Adds a rectangle of whole pixels to the path.
  func addRectangle(_ rectangle: PixelRect) {
    cairo_rectangle(
      self, Double(rectangle.x), Double(rectangle.y), Double(rectangle.width), Double(rectangle.height))
  }

  /// Draws in one colour so that what overlaps shows no seams: what `body` draws, opaque, is blended as one.
  ///
  /// - Parameter bounds: All that `body` may touch, in pixels; `nil` for all of the context's clip.
  func drawInOneCoat<Failure: Error>(
    of color: Color, within bounds: PixelRect?, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard color.alpha > 0 else { return }
    guard color.alpha < 1 else {
      setSource(color)
      return try body()
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
      try body()
    } catch {
      cairo_pattern_destroy(cairo_pop_group(self))
      throw error
    }
    guard let coat = cairo_pop_group(self) else { return }
    defer { cairo_pattern_destroy(coat) }
    setSource(color)
    cairo_mask(self, coat)
  }

  /// Ends a group of this Cairo context. Cairo 1.16 takes a group of nothing but colour glyphs for an empty one, unless it
  /// is told otherwise.
  func popGroup() -> OpaquePointer? {
    cairo_surface_mark_dirty(cairo_get_group_target(self))
    return cairo_pop_group(self)
  }

  /// Moves this Cairo context's origin by a fraction of a pixel.
  func translate(by phase: Phase?) {
    guard let offset = phase?.offset else { return }
    cairo_translate(self, offset.x, offset.y)
  }

  /// Draws within a rectangle of whole pixels, unless that is empty.
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

extension BlendMode {
  /// Cairo's operator of that name.
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
