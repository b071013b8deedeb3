import CCairo

/// Pictures and coverages of content that Cairo does not draw the same way under every clip, or that is dear to draw:
/// each is drawn whole, without a clip, once, and from then on blended at whole pixels. The latest are kept.
final class ContentSurfaces {
  /// All that decides what a surface looks like.
  struct Key: Hashable {
    let content: DisplayItem.Content
    let phase: Phase?
    /// Of a group.
    let members: [DisplayItem]
    /// What of it is on the surface, from its own origin.
    let area: PixelRect

    static func == (a: Key, b: Key) -> Bool {
      a.area == b.area && a.phase == b.phase && a.content == b.content && a.members == b.members
    }

    /// Of many members only the first are hashed; all are compared.
    func hash(into hasher: inout Hasher) {
      hasher.combine(area)
      hasher.combine(phase)
      hasher.combine(content)
      hasher.combine(members.count)
      for member in members.prefix(32) { hasher.combine(member) }
    }

    /// About how many bytes it holds on to: what it lists, and the pixels of pictures.
    var byteCount: Int {
      members.reduce(256 + content.pixelByteCount) { $0 + MemoryLayout<DisplayItem>.stride + $1.content.pixelByteCount }
    }
  }

  enum Kind {
    /// Coverage, which is given a colour when it is blended: a byte a pixel.
    case coverage
    /// Premultiplied colour, four bytes a pixel.
    case picture
  }

  private var surfaces: RecentCache<Key, ContentSurface>
  /// Surfaces drawn so far, those that were not kept too.
  private(set) var drawnCount = 0

  /// Keeps surfaces of `capacity` bytes, and at most as many of those that were used before them.
  init(capacity: Int = 32 << 20) {
    surfaces = RecentCache(capacity: capacity)
  }

  /// How many bytes the surfaces take that are kept.
  var keptBytes: Int { surfaces.cost }

  /// Whether the surface of `key` is there.
  func holds(_ key: Key) -> Bool {
    surfaces[key] != nil
  }

  /// The surface of `key`, drawn now if it is not there, and then finished. `draw` finds the origin of the content at
  /// the context's own.
  func surface(
    _ key: Key, kind: Kind, drawnBy draw: (OpaquePointer) throws(RasterError) -> Void,
    finish: (ContentSurface) -> Void = { _ in }
  ) throws(RasterError) -> ContentSurface {
    // Drawing members may ask for surfaces of theirs: nothing is held meanwhile.
    if let kept = surfaces[key] { return kept }
    let surface = try unkept(key.area, kind: kind, drawnBy: draw)
    finish(surface)
    surfaces.insert(surface, for: key, cost: 256 + key.byteCount + key.area.area * (kind == .coverage ? 1 : 4))
    return surface
  }

  /// A surface of what lies within `area`, relative to the context's origin; it is not kept.
  func unkept(
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

/// A picture or a coverage that was drawn once, and where it lies relative to the origin of what it shows.
struct ContentSurface {
  let surface: CairoSurface
  /// The pixels it covers, from that origin.
  let area: PixelRect

  /// Blends the picture at whole pixels; the origin of what it shows is at (`x`, `y`).
  func paint(x: Int, y: Int, opacity: Double = 1, on context: OpaquePointer) {
    setSource(x: x, y: y, on: context)
    cairo_paint_with_alpha(context, opacity)
  }

  /// Makes the picture the context's source, at whole pixels.
  func setSource(x: Int, y: Int, on context: OpaquePointer) {
    cairo_set_source_surface(context, surface.pointer, Double(x + area.x), Double(y + area.y))
  }

  /// Blends the context's source where this covers.
  func mask(x: Int, y: Int, on context: OpaquePointer) {
    cairo_mask_surface(context, surface.pointer, Double(x + area.x), Double(y + area.y))
  }
}

extension ContentSurface {
  /// Draws what lies within `area`, relative to the context's origin.
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

  /// Blurs it in place.
  func blur(_ blur: Blur, kind: ContentSurfaces.Kind) {
    surface.withRows { bytes, bytesPerRow in
      BoxBlur(blur).apply(
        to: bytes, bytesPerRow: bytesPerRow, width: area.width, height: area.height,
        channels: kind == .coverage ? 1 : 4)
    }
  }
}
