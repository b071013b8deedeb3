import CCairo
import CPixels

/// A cache of pictures and coverages for content that Cairo draws differently under different clips, or that is
/// expensive to draw. Each is drawn once, as a whole and without a clip, and then blended at whole pixels. The most
/// recently used ones are kept.
final class ContentSurfaces {
  /// Everything that determines the content of a surface.
  struct Key: Hashable {
    let content: DisplayItem.Content
    let phase: Phase?
    /// The members of a group.
    let members: [DisplayItem]
    /// The part of the content on the surface, relative to the origin of the content.
    let area: PixelRect

    static func == (a: Key, b: Key) -> Bool {
      a.area == b.area && a.phase == b.phase && a.content == b.content && a.members == b.members
    }

    /// Hashes only the first members of a group; all members are compared.
    func hash(into hasher: inout Hasher) {
      hasher.combine(area)
      hasher.combine(phase)
      hasher.combine(content)
      hasher.combine(members.count)
      for member in members.prefix(32) { hasher.combine(member) }
    }

    /// The approximate number of bytes that the key keeps alive, including the pixels of pictures.
    var byteCount: Int {
      members.reduce(256 + content.pixelByteCount) { $0 + MemoryLayout<DisplayItem>.stride + $1.content.pixelByteCount }
    }
  }

  enum Kind {
    /// Coverage, which gets a color when it is blended: one byte per pixel.
    case coverage
    /// Premultiplied color, four bytes per pixel.
    case picture
  }

  private var surfaces: RecentCache<Key, ContentSurface>
  /// The number of surfaces drawn so far, including uncached ones.
  private(set) var drawnCount = 0

  /// Creates a cache for surfaces of `capacity` bytes, plus at most as many bytes of surfaces that were used before
  /// them.
  init(capacity: Int = 32 << 20) {
    surfaces = RecentCache(capacity: capacity)
  }

  /// The number of bytes in cached surfaces.
  var cachedByteCount: Int { surfaces.cost }

  /// Returns whether the surface of `key` is cached.
  func contains(_ key: Key) -> Bool {
    surfaces[key] != nil
  }

  /// Returns the surface of `key`. If it is not cached, `draw` draws it, with the origin of the content at the origin
  /// of the context, and then `finish` is called.
  func surface(
    _ key: Key, kind: Kind, drawnBy draw: (OpaquePointer) throws(RasterError) -> Void,
    finish: (ContentSurface) -> Void = { _ in }
  ) throws(RasterError) -> ContentSurface {
    // Drawing members may request further surfaces, so the cache is not accessed in the meantime.
    if let kept = surfaces[key] { return kept }
    let surface = try uncached(key.area, kind: kind, drawnBy: draw)
    finish(surface)
    surfaces.insert(surface, for: key, cost: 256 + key.byteCount + key.area.area * (kind == .coverage ? 1 : 4))
    return surface
  }

  /// Returns an uncached surface of the content within `area`, relative to the origin of the context.
  func uncached(
    _ area: PixelRect, kind: Kind, drawnBy draw: (OpaquePointer) throws(RasterError) -> Void
  ) throws(RasterError) -> ContentSurface {
    drawnCount += 1
    return try ContentSurface(of: area, kind: kind, drawnBy: draw)
  }
}

extension DisplayItem.Content {
  fileprivate var pixelByteCount: Int {
    if case .picture(let picture, _) = self { picture.pixels?.byteCount ?? 0 } else { 0 }
  }
}

/// A picture or a coverage, and its position relative to the origin of its content.
struct ContentSurface {
  let surface: CairoSurface
  /// The pixels of the surface, relative to that origin.
  let area: PixelRect

  /// Blends the picture at whole pixels, with the origin of its content at (`x`, `y`).
  func paint(x: Int, y: Int, opacity: Double = 1, on context: OpaquePointer) {
    setSource(x: x, y: y, on: context)
    cairo_paint_with_alpha(context, opacity)
  }

  /// Sets the picture as the source of the context, at whole pixels.
  func setSource(x: Int, y: Int, on context: OpaquePointer) {
    cairo_set_source_surface(context, surface.pointer, Double(x + area.x), Double(y + area.y))
  }

  /// Blends the source of the context through this coverage.
  func mask(x: Int, y: Int, on context: OpaquePointer) {
    cairo_mask_surface(context, surface.pointer, Double(x + area.x), Double(y + area.y))
  }
}

extension ContentSurface {
  /// Draws the content within `area`, relative to the origin of the context.
  init(
    of area: PixelRect, kind: ContentSurfaces.Kind, drawnBy draw: (OpaquePointer) throws(RasterError) -> Void
  ) throws(RasterError) {
    switch kind {
    case .coverage: surface = try CairoSurface(maskOf: area.size)
    case .picture: surface = try CairoSurface(pictureOf: area.size)
    }
    self.area = area
    try surface.draw { (context) throws(RasterError) in
      cairo_translate(context, Double(-area.x), Double(-area.y))
      try draw(context)
    }
  }

  /// Changes the colors of the picture in place.
  func recolor(by filter: ColorFilter) {
    let matrix = filter.fixedPoint
    surface.withRows { bytes, bytesPerRow in
      for y in 0..<area.height { overlay_recolor(bytes + y * bytesPerRow, area.width, matrix) }
    }
  }

  /// Blurs the surface in place.
  func blur(_ blur: Blur, kind: ContentSurfaces.Kind) {
    surface.withRows { bytes, bytesPerRow in
      BoxBlur(blur).apply(
        to: bytes, bytesPerRow: bytesPerRow, width: area.width, height: area.height,
        channels: kind == .coverage ? 1 : 4)
    }
  }
}

extension ColorFilter {
  /// The weights for the inner loop, with 12 fraction bits.
  fileprivate var fixedPoint: overlay_color_matrix {
    func row(_ row: Row) -> overlay_color_row {
      func fixed(_ value: Double) -> Int32 { Int32((value * 4096).rounded()) }
      return overlay_color_row(
        blue: fixed(row.blue), green: fixed(row.green), red: fixed(row.red), alpha: fixed(row.constant))
    }
    return overlay_color_matrix(blue: row(blue), green: row(green), red: row(red))
  }
}
