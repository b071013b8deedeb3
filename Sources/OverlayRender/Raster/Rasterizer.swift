import CCairo

/// Draws display lists with Cairo and Pango, inside the damage only.
///
/// The law it keeps: drawing inside some rectangles gives the bytes that drawing everything gives. Rectangles with edges
/// on whole pixels and upright glyphs obey it by themselves; what else has antialiased edges goes through
/// ``CoverageMasks``.
final class Rasterizer {
  let text: TextEngine
  private let masks = CoverageMasks()
  /// Pixels inside the damage of all pictures so far.
  private(set) var pixelsDrawn = 0

  init(fonts: FontConfiguration) throws(FontError) {
    text = try TextEngine(fonts)
  }

  /// Draws over pixels whose content is not known: first the background, then every item that touches the damage.
  ///
  /// With `isBlank` the pixels are known to be transparent black, and a transparent background need not be painted:
  /// pages that no item inks are never touched.
  func draw(
    _ list: DisplayList, background: Color, damage: Damage, isBlank: Bool, into draft: inout PixelBufferDraft
  ) throws(RasterError) {
    let size = draft.format.size
    let rectangles = damage.rectangles
    try draft.withUnsafeMutableBytes { (bytes) throws(RasterError) in
      let surface = try CairoSurface(over: bytes, size: size)
      var failure: RasterError?
      try surface.draw { context in
        do throws(RasterError) {
          for rectangle in rectangles {
            try draw(list, background: background, in: rectangle, isBlank: isBlank, on: context)
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    pixelsDrawn += damage.area
  }

  private func draw(
    _ list: DisplayList, background: Color, in rectangle: PixelRect, isBlank: Bool, on context: OpaquePointer
  ) throws(RasterError) {
    cairo_save(context)
    defer { cairo_restore(context) }
    addRectangle(rectangle, to: context)
    cairo_clip(context)
    if !(isBlank && background.alpha == 0) {
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      setSource(background, on: context)
      cairo_paint(context)
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }
    for item in list.items where item.ink.intersects(rectangle) {
      switch item.content {
      case .text(let content, let width): try drawText(content, width: width, x: item.x, y: item.y, on: context)
      case .fill(let fill, let size): try drawFill(fill, size: size, x: item.x, y: item.y, on: context)
      }
    }
  }

  private func drawText(
    _ content: TextContent, width: Double?, x: Int, y: Int, on context: OpaquePointer
  ) throws(RasterError) {
    let shaped = text.shaped(content.shape, width: width)
    if let outline = content.outline {
      setSource(outline.color, on: context)
      for glyph in GlyphWalk(shaped.layout).glyphs {
        guard let mask = try masks.outline(of: glyph.index, font: glyph.font, width: outline.width) else { continue }
        cairo_mask_surface(
          context, mask.surface.pointer, Double(x - shaped.inset + glyph.x + mask.x), Double(y + glyph.y + mask.y))
      }
    }
    setSource(content.color, on: context)
    cairo_move_to(context, Double(x - shaped.inset), Double(y))
    pango_cairo_show_layout(context, shaped.layout)
  }

  /// A rectangle of whole pixels, cut at the corners: three bands, and a mask in each corner.
  private func drawFill(
    _ fill: Fill, size: PixelSize, x: Int, y: Int, on context: OpaquePointer
  ) throws(RasterError) {
    setSource(fill.color, on: context)
    let radius = min(fill.cornerRadius, Double(min(size.width, size.height) / 2))
    guard radius > 0 else {
      addRectangle(PixelRect(x: x, y: y, width: size.width, height: size.height), to: context)
      cairo_fill(context)
      return
    }
    let side = Int(radius.rounded(.up))
    let inner = size.width - 2 * side
    addRectangle(PixelRect(x: x + side, y: y, width: inner, height: side), to: context)
    addRectangle(PixelRect(x: x, y: y + side, width: size.width, height: size.height - 2 * side), to: context)
    addRectangle(PixelRect(x: x + side, y: y + size.height - side, width: inner, height: side), to: context)
    cairo_fill(context)
    for (isRight, isBottom) in [(false, false), (true, false), (false, true), (true, true)] {
      guard let mask = try masks.corner(radius: radius, isRight: isRight, isBottom: isBottom) else { continue }
      let left = isRight ? x + size.width - side : x
      let top = isBottom ? y + size.height - side : y
      cairo_mask_surface(context, mask.surface.pointer, Double(left), Double(top))
    }
  }

  private func addRectangle(_ rectangle: PixelRect, to context: OpaquePointer) {
    cairo_rectangle(
      context, Double(rectangle.x), Double(rectangle.y), Double(rectangle.width), Double(rectangle.height))
  }

  private func setSource(_ color: Color, on context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }
}
