import CCairo

/// The glyphs of a layout at the pixels on which Cairo draws them.
struct GlyphWalk {
  private let layout: OpaquePointer

  init(_ layout: OpaquePointer) {
    self.layout = layout
  }

  /// Calls `body` with each glyph's font, index and origin, for a layout whose top left corner stands at `x`, `y`.
  func forEach(
    x: Int, y: Int, _ body: (UnsafeMutablePointer<PangoFont>, PangoGlyph, Int, Int) throws(RasterError) -> Void
  ) throws(RasterError) {
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator), let glyphs = run.pointee.glyphs,
        let font = run.pointee.item?.pointee.analysis.font
      else { continue }
      var extents = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &extents)
      let baseline = pango_layout_iter_get_run_baseline(iterator)
      var advance = 0
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        let glyph = glyphs.pointee.glyphs[index]
        let glyphX = Int(extents.x) + advance + Int(glyph.geometry.x_offset)
        let glyphY = Int(baseline) + Int(glyph.geometry.y_offset)
        advance += Int(glyph.geometry.width)
        // Glyphs without a picture: PANGO_GLYPH_EMPTY, and the flag that marks unknown ones.
        guard glyph.glyph & 0x1000_0000 == 0 else { continue }
        try body(font, glyph.glyph, x + wholePixel(glyphX), y + wholePixel(glyphY))
      }
    } while pango_layout_iter_next_run(iterator) != 0
  }

  /// The pixel on which Cairo 1.16 draws a glyph that is placed at a fraction of one (`_cairo_lround`: half upwards).
  private func wholePixel(_ units: Int) -> Int {
    (units + 512) >> 10
  }
}
