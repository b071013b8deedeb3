import CCairo

/// A cache of masks for glyphs, outlines and corners, whose antialiased edges Cairo draws differently under different
/// clips. Each mask is drawn once, without a clip, and then blended at whole pixels.
///
/// A clock needs only the outlines of ten digits and a colon, so nothing is stroked twice. A glyph that moves along one
/// axis has at most eight masks and is as sharp as at rest. All renderers with the same fonts share one cache.
// `@unchecked`: the entries are used only while `lock` is locked.
final class CoverageMasks: @unchecked Sendable {
  private enum Key: Hashable {
    case still(UnsafeMutablePointer<PangoFont>, PangoGlyph)
    case moving(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase)
    case outline(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase, width: Double)
    case picture(UnsafeMutablePointer<PangoFont>, PangoGlyph, Phase)
    case corner(radius: Double, isRight: Bool, isBottom: Bool)
  }

  /// A mask, and the font whose address is part of the key, which is kept alive.
  private final class Entry {
    let mask: CoverageMask?
    private let font: UnsafeMutablePointer<PangoFont>?

    init(_ mask: CoverageMask?, font: UnsafeMutablePointer<PangoFont>? = nil) {
      self.mask = mask
      self.font = font
      if let font { g_object_ref(font) }
    }

    deinit {
      if let font { ShapedText.shaping.withLock { g_object_unref(font) } }
    }
  }

  private let lock = ThreadLock()
  private var entries: RecentCache<Key, Entry>

  /// Creates a cache for about `budget` bytes of masks.
  init(budget: Int = 8 << 20) {
    entries = RecentCache(capacity: budget / 2)
  }

  /// The number of bytes in cached masks.
  var cachedByteCount: Int { lock.withLock { entries.cost } }

  /// Changes the number of bytes for which there is a cache.
  func addCapacity(_ byteCount: Int) {
    // Each generation has half of the budget. What is removed is released after the lock.
    let removed = lock.withLock { entries.changeCapacity(by: byteCount / 2) }
    withExtendedLifetime(removed) {}
  }

  /// Returns the mask of a glyph as Cairo draws it at whole pixels, or `nil` if the glyph has no ink.
  func still(_ glyph: GlyphRecording.Glyph) throws(RasterError) -> CoverageMask? {
    try mask(of: glyph, for: .still(glyph.font, glyph.index)) { context, x, y in
      glyph.show(on: context, x: x, y: y)
    }
  }

  /// Returns the mask of a glyph with its origin at a phase, or `nil` if the glyph has no ink.
  func moving(_ glyph: GlyphRecording.Glyph, phase: Phase) throws(RasterError) -> CoverageMask? {
    try mask(of: glyph, for: .moving(glyph.font, glyph.index, phase), phase: phase) { context, x, y in
      glyph.addPath(to: context, x: x, y: y)
      cairo_fill(context)
    }
  }

  /// Returns the mask of a line of `width` pixels around a glyph with its origin at a phase, or `nil` if the glyph has
  /// no ink.
  func outline(
    of glyph: GlyphRecording.Glyph, width: Double, phase: Phase = .zero
  ) throws(RasterError) -> CoverageMask? {
    let key = Key.outline(glyph.font, glyph.index, phase, width: width)
    return try mask(of: glyph, for: key, reach: width, phase: phase) { context, x, y in
      glyph.addPath(to: context, x: x, y: y)
      cairo_set_line_width(context, 2 * width)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
  }

  /// Returns the picture of a color glyph with its origin at a phase, or `nil` if the glyph has no ink.
  ///
  /// Cairo draws color glyphs only at whole pixels, so a bilinear filter moves the picture by the phase.
  func picture(of glyph: GlyphRecording.Glyph, phase: Phase) throws(RasterError) -> CoverageMask? {
    let key = Key.picture(glyph.font, glyph.index, phase)
    return try mask(for: key, bytesPerPixel: 4, of: glyph) { () throws(RasterError) in
      let drawn = try CoverageMasks.draw(around: glyph, kind: .picture) { context, x, y in
        glyph.show(on: context, x: x, y: y)
      }
      guard let drawn, phase != .zero else { return drawn.map { CoverageMask($0.surface, area: $0.area) } }
      let surface = try CairoSurface(pictureOf: drawn.area.size)
      try surface.draw { context in
        cairo_set_source_surface(
          context, drawn.surface.pointer, Double(phase.x) / Double(Phase.steps),
          Double(phase.y) / Double(Phase.steps))
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
        cairo_paint(context)
      }
      return CoverageMask(surface, area: drawn.area)
    }
  }

  /// Returns the mask of a quarter of a disc of `radius` pixels, in a square with whole pixels.
  func corner(radius: Double, isRight: Bool, isBottom: Bool) throws(RasterError) -> CoverageMask? {
    try mask(for: .corner(radius: radius, isRight: isRight, isBottom: isBottom)) { () throws(RasterError) in
      let side = Int(radius.rounded(.up))
      let size = PixelSize(side, side)
      let surface = try CairoSurface(maskOf: size)
      try surface.draw { context in
        let far = Double(side) - radius
        cairo_arc(context, isRight ? far : radius, isBottom ? far : radius, radius, 0, 2 * .pi)
        cairo_fill(context)
      }
      return CoverageMask(surface, area: PixelRect(size))
    }
  }

  /// Returns a mask around a glyph, cached or drawn now.
  private func mask(
    of glyph: GlyphRecording.Glyph, for key: Key, reach: Double = 0, phase: Phase = .zero,
    _ draw: (OpaquePointer, Double, Double) -> Void
  ) throws(RasterError) -> CoverageMask? {
    try mask(for: key, of: glyph) { () throws(RasterError) in
      try CoverageMasks.draw(around: glyph, reach: reach, phase: phase, draw)
        .map { CoverageMask($0.surface, area: $0.area) }
    }
  }

  /// Returns a mask, cached or made now. Other threads do not wait for it, and may make the same one.
  private func mask(
    for key: Key, bytesPerPixel: Int = 1, of glyph: GlyphRecording.Glyph? = nil,
    make: () throws(RasterError) -> CoverageMask?
  ) throws(RasterError) -> CoverageMask? {
    // What is removed is released after the lock, because its fonts wait for those who shape texts.
    var removed: RecentCache<Key, Entry>.Generation = [:]
    defer { withExtendedLifetime(removed) {} }
    if let entry = lock.withLock({ entries.value(for: key, removed: &removed) }) { return entry.mask }
    let mask = try make()
    let entry = Entry(mask, font: glyph?.font)
    let cost = 256 + bytesPerPixel * (mask?.area.area ?? 0)
    lock.withLock { entries.insert(entry, for: key, cost: cost, removed: &removed) }
    return mask
  }

  /// Draws a mask that is large enough for a glyph and `reach` pixels around it. `draw` receives the position of the
  /// glyph's origin.
  private static func draw(
    around glyph: GlyphRecording.Glyph, kind: ContentSurfaces.Kind = .coverage, reach: Double = 0,
    phase: Phase = .zero, _ draw: (OpaquePointer, Double, Double) -> Void
  ) throws(RasterError) -> ContentSurface? {
    let extents = glyph.extents
    guard extents.width > 0, extents.height > 0 else { return nil }
    // One pixel around the glyph for antialiasing, and another one on the right and below for the phase.
    let margin = Int(reach.rounded(.up)) + 1
    let box = PixelRect(
      unitsFrom: Int(extents.x), Int(extents.y), to: Int(extents.x + extents.width),
      Int(extents.y + extents.height))
    let area = PixelRect(
      x: box.minX - margin, y: box.minY - margin, width: box.width + 2 * margin + 1,
      height: box.height + 2 * margin + 1)
    let surface = try kind == .picture ? CairoSurface(pictureOf: area.size) : CairoSurface(maskOf: area.size)
    try surface.draw { context in
      let steps = Double(Phase.steps)
      draw(context, Double(phase.x) / steps - Double(area.x), Double(phase.y) / steps - Double(area.y))
    }
    return ContentSurface(surface: surface, area: area)
  }
}
