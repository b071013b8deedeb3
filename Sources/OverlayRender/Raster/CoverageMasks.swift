import CCairo

/// The coverage of a shape, drawn once, and where it lies relative to the shape's own origin.
struct CoverageMask {
  let surface: CairoSurface
  let x: Int
  let y: Int
  let size: PixelSize
}

/// Shapes with antialiased edges that Cairo does not draw the same way under every clip: each is drawn once, without a
/// clip, and from then on blended at whole pixels.
///
/// A clock's outline is made of ten digits and a colon, whatever the time; so nothing is stroked twice.
final class CoverageMasks {
  private enum Key: Hashable {
    case outline(font: UnsafeMutablePointer<PangoFont>, glyph: PangoGlyph, width: Double)
    case corner(radius: Double, isRight: Bool, isBottom: Bool)
  }

  /// A mask, with the font kept whose address is part of its key.
  private final class Entry {
    let mask: CoverageMask?
    private let font: UnsafeMutablePointer<PangoFont>?

    init(_ mask: CoverageMask?, font: UnsafeMutablePointer<PangoFont>? = nil) {
      self.mask = mask
      self.font = font
      if let font { g_object_ref(font) }
    }

    deinit {
      if let font { g_object_unref(font) }
    }

    var cost: Int { 256 + (mask.map { $0.size.width * $0.size.height } ?? 0) }
  }

  private var entries: [Key: Entry] = [:]
  private var cost = 0
  /// Bytes of coverage that are kept; above it everything is let go, and what is needed is drawn again.
  private let budget: Int

  init(budget: Int = 8 << 20) {
    self.budget = budget
  }

  /// The line of `width` pixels around a glyph whose origin stands on a whole pixel; `nil` when the glyph has no
  /// outline, as colour emoji have none.
  func outline(
    of glyph: PangoGlyph, font: UnsafeMutablePointer<PangoFont>, width: Double
  ) throws(RasterError) -> CoverageMask? {
    let key = Key.outline(font: font, glyph: glyph, width: width)
    if let entry = entries[key] { return entry.mask }
    let entry = Entry(try CoverageMasks.strokedGlyph(glyph, font: font, width: width), font: font)
    keep(entry, for: key)
    return entry.mask
  }

  /// A quarter of a disc of `radius` pixels, in a square of as many whole pixels.
  func corner(radius: Double, isRight: Bool, isBottom: Bool) throws(RasterError) -> CoverageMask? {
    let key = Key.corner(radius: radius, isRight: isRight, isBottom: isBottom)
    if let entry = entries[key] { return entry.mask }
    let side = Int(radius.rounded(.up))
    let surface = try CairoSurface(maskOf: PixelSize(side, side))
    try surface.draw { context in
      let far = Double(side) - radius
      cairo_arc(context, isRight ? far : radius, isBottom ? far : radius, radius, 0, 2 * .pi)
      cairo_fill(context)
    }
    let entry = Entry(CoverageMask(surface: surface, x: 0, y: 0, size: PixelSize(side, side)))
    keep(entry, for: key)
    return entry.mask
  }

  private func keep(_ entry: Entry, for key: Key) {
    if cost + entry.cost > budget {
      entries.removeAll()
      cost = 0
    }
    entries[key] = entry
    cost += entry.cost
  }

  private static func strokedGlyph(
    _ glyph: PangoGlyph, font: UnsafeMutablePointer<PangoFont>, width: Double
  ) throws(RasterError) -> CoverageMask? {
    guard let scaled = pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)) else { return nil }
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(scaled, &placed, 1, &extents)
    guard extents.width > 0, extents.height > 0 else { return nil }
    let left = Int((extents.x_bearing - width).rounded(.down)) - 1
    let top = Int((extents.y_bearing - width).rounded(.down)) - 1
    let right = Int((extents.x_bearing + extents.width + width).rounded(.up)) + 1
    let bottom = Int((extents.y_bearing + extents.height + width).rounded(.up)) + 1
    let size = PixelSize(right - left, bottom - top)
    let surface = try CairoSurface(maskOf: size)
    try surface.draw { context in
      cairo_set_scaled_font(context, scaled)
      placed.x = Double(-left)
      placed.y = Double(-top)
      cairo_glyph_path(context, &placed, 1)
      cairo_set_line_width(context, 2 * width)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
    return CoverageMask(surface: surface, x: left, y: top, size: size)
  }
}
