import CCairo

/// Shapes with antialiased edges that Cairo does not draw the same way under every clip: each is drawn once, without a
/// clip, and from then on blended at whole pixels.
///
/// A clock's outline is made of ten digits and a colon, whatever the time; so nothing is stroked twice. A glyph that
/// moves has at most eight masks while it moves along one axis, and is as sharp in each as at rest.
final class CoverageMasks {
  private enum Key: Hashable {
    case glyph(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase)
    case outline(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase, width: Double)
    case picture(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase)
    case corner(radius: Double, isRight: Bool, isBottom: Bool)
  }

  /// A mask, with the font kept whose address is part of its key.
  private final class Entry {
    let mask: ContentSurface?
    private let font: UnsafeMutablePointer<PangoFont>?

    init(_ mask: ContentSurface?, font: UnsafeMutablePointer<PangoFont>? = nil) {
      self.mask = mask
      self.font = font
      if let font { g_object_ref(font) }
    }

    deinit {
      if let font { g_object_unref(font) }
    }
  }

  private var entries: RecentCache<Key, Entry>

  /// Makes a cache that holds about `budget` bytes of coverage; what is needed beyond it is drawn again.
  init(budget: Int = 8 << 20) {
    entries = RecentCache(capacity: budget / 2)
  }

  /// How many bytes the masks take that are kept.
  var keptBytes: Int { entries.cost }

  /// A glyph whose origin stands at a phase; `nil` when it has no ink.
  func glyph(_ glyph: GlyphWalk.Glyph, phase: Phase) throws(RasterError) -> ContentSurface? {
    let key = Key.glyph(glyph.font, glyph.index, phase)
    if let entry = entries[key] { return entry.mask }
    let mask = try CoverageMasks.mask(around: glyph, reach: 0, phase: phase) { context, x, y in
      glyph.addPath(to: context, x: x, y: y)
      cairo_fill(context)
    }
    return keep(mask, bytesPerPixel: 1, of: glyph, for: key)
  }

  /// The line of `width` pixels around a glyph whose origin stands at a phase; `nil` when it has no ink.
  func outline(
    of glyph: GlyphWalk.Glyph, width: Double, phase: Phase = .zero
  ) throws(RasterError) -> ContentSurface? {
    let key = Key.outline(glyph.font, glyph.index, phase, width: width)
    if let entry = entries[key] { return entry.mask }
    let mask = try CoverageMasks.mask(around: glyph, reach: width, phase: phase) { context, x, y in
      glyph.addPath(to: context, x: x, y: y)
      cairo_set_line_width(context, 2 * width)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
    return keep(mask, bytesPerPixel: 1, of: glyph, for: key)
  }

  /// The picture of a glyph that has colours of its own, its origin at a phase; `nil` when it has no ink.
  ///
  /// Cairo draws such a glyph at whole pixels only; it is moved by a phase with a bilinear filter.
  func picture(of glyph: GlyphWalk.Glyph, phase: Phase) throws(RasterError) -> ContentSurface? {
    let key = Key.picture(glyph.font, glyph.index, phase)
    if let entry = entries[key] { return entry.mask }
    let drawn = try CoverageMasks.mask(around: glyph, reach: 0, phase: .zero, isColored: true) { context, x, y in
      glyph.show(on: context, x: x, y: y)
    }
    guard let drawn, phase != .zero else { return keep(drawn, bytesPerPixel: 4, of: glyph, for: key) }
    let surface = try CairoSurface(pictureOf: drawn.area.size)
    try surface.draw { context in
      cairo_set_source_surface(
        context, drawn.surface.pointer, Double(phase.x) / Double(Phase.steps),
        Double(phase.y) / Double(Phase.steps))
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
      cairo_paint(context)
    }
    let mask = ContentSurface(surface: surface, area: drawn.area)
    return keep(mask, bytesPerPixel: 4, of: glyph, for: key)
  }

  /// A quarter of a disc of `radius` pixels, in a square of as many whole pixels.
  func corner(radius: Double, isRight: Bool, isBottom: Bool) throws(RasterError) -> ContentSurface? {
    let key = Key.corner(radius: radius, isRight: isRight, isBottom: isBottom)
    if let entry = entries[key] { return entry.mask }
    let side = Int(radius.rounded(.up))
    let size = PixelSize(side, side)
    let surface = try CairoSurface(maskOf: size)
    try surface.draw { context in
      let far = Double(side) - radius
      cairo_arc(context, isRight ? far : radius, isBottom ? far : radius, radius, 0, 2 * .pi)
      cairo_fill(context)
    }
    return keep(ContentSurface(surface: surface, area: PixelRect(size)), bytesPerPixel: 1, for: key)
  }

  private func keep(
    _ mask: ContentSurface?, bytesPerPixel: Int, of glyph: GlyphWalk.Glyph? = nil, for key: Key
  ) -> ContentSurface? {
    let pixels = mask?.area.area ?? 0
    entries.insert(Entry(mask, font: glyph?.font), for: key, cost: 256 + bytesPerPixel * pixels)
    return mask
  }

  /// Draws on a surface of the size of a glyph with all that `reach` pixels around may touch; `draw` is given the place of
  /// the glyph's origin.
  private static func mask(
    around glyph: GlyphWalk.Glyph, reach: Double, phase: Phase, isColored: Bool = false,
    _ draw: (OpaquePointer, Double, Double) -> Void
  ) throws(RasterError) -> ContentSurface? {
    let extents = glyph.extents
    guard extents.width > 0, extents.height > 0 else { return nil }
    // One pixel around, for antialiasing; one more to the right and below, for the phase.
    let margin = Int(reach.rounded(.up)) + 1
    let box = PixelRect(
      unitsFrom: Int(extents.x), Int(extents.y), to: Int(extents.x + extents.width),
      Int(extents.y + extents.height))
    let area = PixelRect(
      x: box.minX - margin, y: box.minY - margin, width: box.width + 2 * margin + 1,
      height: box.height + 2 * margin + 1)
    let surface = try isColored ? CairoSurface(pictureOf: area.size) : CairoSurface(maskOf: area.size)
    try surface.draw { context in
      let steps = Double(Phase.steps)
      draw(context, Double(phase.x) / steps - Double(area.x), Double(phase.y) / steps - Double(area.y))
    }
    return ContentSurface(surface: surface, area: area)
  }
}
