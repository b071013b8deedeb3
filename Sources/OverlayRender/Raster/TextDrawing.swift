import CCairo

final class TextDrawing {
  let engine: TextEngine
  private let masks: CoverageMasks
  init(engine: TextEngine, masks: CoverageMasks) { self.engine = engine; self.masks = masks }

  func drawStill(_ content: TextContent, width: Double?, x: Int, y: Int, on context: OpaquePointer) throws(RasterError) {
    let shaped = engine.shaped(content.shape, width: width)
    for outline in content.outlines {
      context.setSource(outline.color)
      for glyph in GlyphWalk(shaped.layout).glyphs {
        guard let mask = try masks.outline(of: glyph.index, font: glyph.font, width: outline.width) else { continue }
        cairo_mask_surface(
          context, mask.surface.pointer, Double(x - shaped.inset + glyph.x + mask.x), Double(y + glyph.y + mask.y))
      }
    }
    context.setSource(content.color)
    cairo_move_to(context, Double(x - shaped.inset), Double(y))
    pango_cairo_show_layout(context, shaped.layout)
  }

  func drawMoving(_ content: TextContent, width: Double?, x: Int, y: Int, phase: Phase, clip: PixelRect, on context: OpaquePointer) throws(RasterError) {
    try drawStill(content, width: width, x: x, y: y, on: context)
  }

  func drawFree(_ content: TextContent, width: Double?, x: Double, y: Double, on context: OpaquePointer) throws(RasterError) {
    let shaped = engine.shaped(content.shape, width: width)
    context.setSource(content.color)
    cairo_move_to(context, x - Double(shaped.inset), y)
    pango_cairo_layout_path(context, shaped.layout)
    cairo_fill(context)
  }
}
