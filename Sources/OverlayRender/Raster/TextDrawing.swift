import CCairo

/// Draws texts in three ways: *still* at whole pixels, *moving* at eighths of a pixel, and *free* under any matrix.
///
/// Still and moving texts are the same under every clip of whole pixels. Free texts are not, so they are for surfaces
/// that are drawn once and then blended.
struct TextDrawing {
  let engine: TextEngine
  let masks: CoverageMasks

  /// The number of pixels on each side by which a text exceeds the ink in its metrics, with its outlines, when it is
  /// moved by a phase or drawn free without a matrix.
  static let margin = 1

  /// Draws a text that does not move.
  ///
  /// - Parameters:
  ///   - width: The width at which lines are broken, in pixels.
  ///   - x: The left edge, in pixels.
  ///   - y: The top edge, in pixels.
  ///   - clip: The pixels to draw, which are also the clip of the context.
  func drawStill(
    _ content: TextContent, width: Double?, x: Int, y: Int, clip: PixelRect, on context: OpaquePointer
  ) throws(RasterError) {
    let shaped = engine.shaped(content.shape, width: width)
    // It keeps the fonts of its glyphs alive, and another thread may remove it from the cache.
    defer { withExtendedLifetime(shaped) {} }
    let left = x - shaped.inset
    for outline in content.outlines {
      let bounds = bounds(of: content, shaped, x: x, y: y)
      try context.drawAsGroup(in: outline.color, within: bounds) { (color) throws(RasterError) in
        let canvas = MaskCanvas(context, clip: clip)
        for glyph in shaped.recording.glyphs where glyph.hasOutline {
          let reach = glyph.ink.insetBy(dx: -outline.reach, dy: -outline.reach).offsetBy(dx: left, dy: y)
          guard reach.intersects(clip), let mask = try masks.outline(of: glyph, width: outline.width) else { continue }
          try canvas.blend(color, through: mask, x: left + glyph.pixel.x, y: y + glyph.pixel.y)
        }
      }
    }
    if shaped.isPlain {
      try drawGlyphs(of: shaped.recording, content.color, x: left, y: y, clip: clip, on: context)
    } else {
      ShapedText.shaping.withLock { drawLayout(of: shaped, content.color, x: left, y: y, on: context) }
    }
  }

  /// Draws the glyphs of a plain text as `pango_cairo_show_layout` does, which calls `cairo_show_glyphs` for each run.
  private func drawGlyphs(
    of recording: GlyphRecording, _ base: Color, x left: Int, y: Int, clip: PixelRect, on context: OpaquePointer
  ) throws(RasterError) {
    let canvas = MaskCanvas(context, clip: clip)
    for case .glyphs(let range, let paint) in recording.steps {
      let color = paint.color(in: base)
      context.setSource(color)
      guard canvas.isDirect, !recording.requiresCairo(for: range) else {
        recording.show(range, x: left, y: y, on: context)
        continue
      }
      for glyph in recording.glyphs[range] where glyph.ink.offsetBy(dx: left, dy: y).intersects(clip) {
        guard let mask = try masks.still(glyph) else { continue }
        try canvas.blend(color, through: mask, x: left + glyph.pixel.x, y: y + glyph.pixel.y)
      }
    }
  }

  /// Lets Pango draw a text with lines, pictures or annotations.
  private func drawLayout(of shaped: ShapedText, _ color: Color, x left: Int, y: Int, on context: OpaquePointer) {
    context.setSource(color)
    let scale = Double(PANGO_SCALE)
    if let lines = shaped.placedLines {
      for line in lines {
        cairo_move_to(
          context, Double(left) + Double(line.x) / scale, Double(y + shaped.top) + Double(line.baseline) / scale)
        pango_cairo_show_layout_line(context, line.line)
      }
    } else {
      cairo_move_to(context, Double(left), Double(y + shaped.top))
      pango_cairo_show_layout(context, shaped.layout)
    }
    for annotation in shaped.annotations {
      cairo_move_to(
        context, Double(left) + Double(annotation.x) / scale, Double(y) + Double(annotation.baseline) / scale)
      pango_cairo_show_layout_line(context, annotation.line)
    }
  }

  /// Draws a text that moves. Every glyph is sharp at its own eighth of a pixel, without a filter.
  ///
  /// The time depends only on the glyphs within the clip, however long the text is.
  ///
  /// - Parameters:
  ///   - phase: The offset of the text from the pixel `x`, `y`.
  ///   - clip: The pixels to draw, which are also the clip of the context.
  func drawMoving(
    _ content: TextContent, width: Double?, x: Int, y: Int, phase: Phase, clip: PixelRect,
    on context: OpaquePointer
  ) throws(RasterError) {
    let shaped = engine.shaped(content.shape, width: width)
    defer { withExtendedLifetime(shaped) {} }
    let bounds = bounds(of: content, shaped, x: x, y: y).intersection(clip)
    guard !bounds.isEmpty else { return }
    let text = MovingText(
      shaped: shaped, x: x - shaped.inset, y: y, phase: phase, clip: bounds, masks: masks, context: context)
    for outline in content.outlines {
      try context.drawAsGroup(in: outline.color, within: bounds) { (color) throws(RasterError) in
        for index in shaped.recording.steps.indices { try text.drawOutlines(ofStep: index, outline, color: color) }
      }
    }
    for group in shaped.recording.colorGroups(in: content.color) {
      guard let color = group.color else {
        for index in group.steps { try text.drawPictures(ofStep: index) }
        continue
      }
      try context.drawAsGroup(in: color, within: bounds) { (color) throws(RasterError) in
        for index in group.steps { try text.drawStep(index, color: color) }
      }
    }
  }

  /// Draws a text under any matrix of the context, with the outlines of its glyphs, or as Cairo scales color glyphs.
  ///
  /// Draw it without a clip on a surface of its own: Cairo draws such edges differently under different clips. Vertical
  /// text is rotated clockwise by a quarter turn.
  ///
  /// - Parameters:
  ///   - x: The left edge, in the context's coordinates.
  ///   - y: The top edge, in the context's coordinates.
  func drawFree(
    _ content: TextContent, width: Double?, x: Double, y: Double, on context: OpaquePointer
  ) throws(RasterError) {
    let shaped = engine.shaped(content.shape, width: width)
    defer { withExtendedLifetime(shaped) {} }
    let recording = shaped.recording
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, x, y)
    if content.shape.isVertical {
      cairo_translate(context, shaped.metrics.size.width, 0)
      cairo_rotate(context, .pi / 2)
    }
    cairo_translate(context, Double(-shaped.inset), 0)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    for outline in content.outlines {
      context.drawAsGroup(in: outline.color, within: nil) { _ in
        cairo_set_line_width(context, 2 * outline.width)
        for step in recording.steps {
          cairo_new_path(context)
          for glyph in recording.glyphs[step.glyphs ?? 0..<0] where glyph.hasOutline { addPath(of: glyph, to: context) }
          cairo_stroke(context)
        }
      }
    }
    for group in recording.colorGroups(in: content.color) {
      guard let color = group.color else {
        for step in recording.steps[group.steps] { showPictures(recording.glyphs[step.glyphs ?? 0..<0], on: context) }
        continue
      }
      context.drawAsGroup(in: color, within: nil) { _ in
        for step in recording.steps[group.steps] { fill(step, of: recording, on: context) }
      }
    }
  }

  private func fill(_ step: GlyphRecording.Step, of recording: GlyphRecording, on context: OpaquePointer) {
    cairo_new_path(context)
    switch step {
    case .glyphs(let range, _):
      for glyph in recording.glyphs[range] { addPath(of: glyph, to: context) }
    case .rectangle(let rectangle, _):
      let scale = Double(PANGO_SCALE)
      cairo_rectangle(
        context, Double(rectangle.x) / scale, Double(rectangle.y) / scale, Double(rectangle.width) / scale,
        Double(rectangle.height) / scale)
    case .pictures: return
    }
    cairo_fill(context)
  }

  private func addPath(of glyph: GlyphRecording.Glyph, to context: OpaquePointer) {
    let scale = Double(PANGO_SCALE)
    glyph.addPath(to: context, x: Double(glyph.x) / scale, y: Double(glyph.baseline + glyph.yOffset) / scale)
  }

  private func showPictures(_ glyphs: ArraySlice<GlyphRecording.Glyph>, on context: OpaquePointer) {
    let scale = Double(PANGO_SCALE)
    for glyph in glyphs {
      glyph.show(on: context, x: Double(glyph.x) / scale, y: Double(glyph.baseline + glyph.yOffset) / scale)
    }
  }

  /// Returns the pixels that a text at a position may touch.
  private func bounds(of content: TextContent, _ shaped: ShapedText, x: Int, y: Int) -> PixelRect {
    let reach = TextDrawing.margin + content.outlineReach
    return shaped.glyphExtents.ink.offsetBy(dx: x - shaped.inset, dy: y).insetBy(dx: -reach, dy: -reach)
  }
}

extension GlyphRecording {
  /// Lets Cairo draw the glyphs of a run at whole pixels, in the context's color.
  ///
  /// - Parameters:
  ///   - x: The left edge of the layout, in pixels.
  ///   - y: The top edge of the layout, in pixels.
  fileprivate func show(_ range: Range<Int>, x: Int, y: Int, on context: OpaquePointer) {
    guard let font = glyphs[range.lowerBound].scaledFont else { return }
    cairo_set_scaled_font(context, font)
    withUnsafeTemporaryAllocation(of: cairo_glyph_t.self, capacity: range.count) { placed in
      let scale = Double(PANGO_SCALE)
      for (position, glyph) in glyphs[range].enumerated() {
        placed.initializeElement(
          at: position,
          to: cairo_glyph_t(
            index: UInt(glyph.index), x: Double(x) + Double(glyph.x) / scale,
            y: Double(y) + Double(glyph.baseline + glyph.yOffset) / scale))
      }
      cairo_show_glyphs(context, placed.baseAddress, Int32(clamping: range.count))
    }
  }

  /// Consecutive steps in the same color, or with color glyphs if the color is `nil`.
  struct ColorGroup {
    let color: Color?
    var steps: Range<Int>
  }

  /// Groups the steps that can be blended together, in a text with a color.
  func colorGroups(in base: Color) -> [ColorGroup] {
    var groups: [ColorGroup] = []
    for (index, step) in steps.enumerated() {
      let color = step.paint?.color(in: base)
      if let last = groups.indices.last, groups[last].color == color {
        groups[last].steps = groups[last].steps.lowerBound..<index + 1
      } else {
        groups.append(ColorGroup(color: color, steps: index..<index + 1))
      }
    }
    return groups
  }
}

extension GlyphRecording.Glyph {
  /// Whether the glyph gets an outline: color glyphs and boxes do not.
  var hasOutline: Bool { !isColored && !isUnknown }
}
