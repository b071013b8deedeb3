import CCairo

extension OpaquePointer {
  /// Makes a colour the source of this Cairo context.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(self, color.red, color.green, color.blue, color.alpha)
  }

  /// Moves this Cairo context's origin by a fraction of a pixel.
  func translate(by phase: Phase?) {
    guard let offset = phase?.offset else { return }
    cairo_translate(self, offset.x, offset.y)
  }

  /// Adds a rectangle of whole pixels to this Cairo context's path.
  func addRectangle(_ rectangle: PixelRect) {
    cairo_rectangle(
      self, Double(rectangle.x), Double(rectangle.y), Double(rectangle.width), Double(rectangle.height))
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

  /// Ends a group of this Cairo context. Cairo 1.16 takes a group of nothing but colour glyphs for an empty one, unless it
  /// is told otherwise.
  func popGroup() -> OpaquePointer? {
    cairo_surface_mark_dirty(cairo_get_group_target(self))
    return cairo_pop_group(self)
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
