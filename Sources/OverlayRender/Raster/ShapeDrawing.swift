import CCairo

/// Draws shapes, with the top left corner of the view at the origin of the context, under any matrix.
///
/// Edges are antialiased, so a shape must be drawn as a whole, without a clip, and then blended.
enum ShapeDrawing {
  /// Draws the fill, and over it the line along the outline.
  static func draw(_ content: ShapeContent, size: Size, on context: OpaquePointer) throws(RasterError) {
    let area = content.ink(in: size)
    guard !area.isEmpty else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    let path = content.outline.path(in: size)
    cairo_new_path(context)
    add(path, to: context)
    if let fill = content.fill, !fill.isInvisible {
      try setSource(fill, size: size, area: area, on: context)
      cairo_set_fill_rule(context, content.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_fill_preserve(context)
    }
    if let stroke = content.stroke, !stroke.paint.isInvisible, stroke.style.lineWidth > 0 {
      try setSource(stroke.paint, size: size, area: area, on: context)
      set(stroke.style, along: path, on: context)
      cairo_stroke_preserve(context)
    }
    cairo_new_path(context)
  }

  /// Adds the outline to the path of the context, also for clips and masks.
  static func addPath(_ outline: ShapeOutline, size: Size, to context: OpaquePointer) {
    add(outline.path(in: size), to: context)
  }

  /// Sets a paint as the source of the context.
  ///
  /// - Parameter area: The painted pixels, or nil if they are within the view.
  static func setSource(
    _ paint: Paint, size: Size, area: PixelRect? = nil, on context: OpaquePointer
  ) throws(RasterError) {
    let view = PixelRect(
      x: 0, y: 0, width: Int(size.width.limited(to: 0...1e6).rounded(.up)),
      height: Int(size.height.limited(to: 0...1e6).rounded(.up)))
    let pattern = try PaintPattern(paint, size: size, area: area ?? view)
    withExtendedLifetime(pattern) { cairo_set_source(context, pattern.pointer) }
  }

  private static func add(_ path: Path, to context: OpaquePointer) {
    // The maximum distance of the lines that replace curves. With Cairo's default of a tenth of a pixel, circles are
    // too small.
    cairo_set_tolerance(context, 0.05)
    for element in path.elements {
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let point): cairo_line_to(context, point.x, point.y)
      case .curve(let first, let second, let end):
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  private static func set(_ style: StrokeStyle, along path: Path, on context: OpaquePointer) {
    cairo_set_line_width(context, style.lineWidth)
    cairo_set_line_cap(context, style.lineCap.cairoCap)
    cairo_set_line_join(context, style.lineJoin.cairoJoin)
    cairo_set_miter_limit(context, style.miterLimit)
    let dash = style.dash(along: path)
    cairo_set_dash(context, dash, Int32(dash.count), style.dashPhase)
  }
}

extension StrokeStyle.LineCap {
  fileprivate var cairoCap: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension StrokeStyle.LineJoin {
  fileprivate var cairoJoin: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
