import CCairo

/// Draws display lists with Cairo and Pango, only inside the damage.
///
/// Drawing inside some rectangles gives the same bytes as drawing everything. This holds for rectangles with edges on
/// whole pixels and for upright glyphs; all other content with antialiased edges uses ``CoverageMasks`` and
/// ``ContentSurfaces``.
final class Rasterizer {
  /// Where items are drawn.
  struct Place {
    /// The origin of the items, in pixels of the context.
    var x = 0
    var y = 0
    /// The visible part of the items, in pixels of the context, whose clip it is.
    var clip: PixelRect
    /// Everything that can be visible, in pixels of the context: the picture, or the surface that is drawn on.
    let bounds: PixelRect

    /// Returns the place whose origin is moved by (`x`, `y`).
    func moved(x: Int, y: Int) -> Place {
      var moved = self
      moved.x += x
      moved.y += y
      return moved
    }

    func clipped(to rectangle: PixelRect) -> Place {
      var clipped = self
      clipped.clip = clip.intersection(rectangle)
      return clipped
    }
  }

  let text: TextEngine
  let masks: CoverageMasks
  let surfaces = ContentSurfaces()
  let glyphs: TextDrawing
  /// The number of pixels inside the damage of all pictures so far.
  private(set) var pixelsDrawn = 0
  /// The number of the current picture.
  var picture = 0
  /// The pictures that last drew only a part of a shadow, by number.
  var partialShadows = RecentCache<ContentSurfaces.Key, Int>(capacity: 256 << 10)

  /// Creates a rasterizer. If it does not share texts, it shapes each of them itself, as a whole. It uses the masks of
  /// its texts unless others are given.
  init(fonts: FontConfiguration, sharesTexts: Bool = true, masks: CoverageMasks? = nil) throws(FontError) {
    text = try sharesTexts ? TextEngine.shared(for: fonts) : TextEngine(fonts, usesTemplates: false)
    self.masks = masks ?? text.masks
    text.addCapacity(Rasterizer.textCapacity)
    self.masks.addCapacity(Rasterizer.maskCapacity)
    glyphs = TextDrawing(engine: text, masks: self.masks)
  }

  deinit {
    text.addCapacity(-Rasterizer.textCapacity)
    masks.addCapacity(-Rasterizer.maskCapacity)
  }

  /// Draws over pixels with unknown content: first the background, then every item that touches the damage.
  ///
  /// With `isBlank`, the pixels are transparent black and a transparent background is not painted. So memory pages
  /// without ink are never touched.
  func draw(
    _ list: DisplayList, background: Color, damage: Damage, isBlank: Bool, into draft: inout PixelBufferDraft
  ) throws(RasterError) {
    let size = draft.format.size
    picture += 1
    if isBlank {
      var texts: [PixelRect] = []
      // The rows of the margin are rarely touched, and each of them is in pages of its own.
      list.forEachText { texts.append($0.insetBy(dx: 0, dy: ShapedText.margin)) }
      draft.populate(texts)
    }
    if !(isBlank && background.alpha == 0) {
      damage.forEach { draft.fill($0, with: background.premultiplied) }
    }
    try draft.withUnsafeMutableBytes { (bytes) throws(RasterError) in
      let surface = try CairoSurface(over: bytes, size: size)
      try surface.draw { (context) throws(RasterError) in
        try damage.forEach { (rectangle) throws(RasterError) in
          cairo_save(context)
          defer { cairo_restore(context) }
          context.addRectangle(rectangle)
          cairo_clip(context)
          let place = Place(clip: rectangle, bounds: PixelRect(size))
          try list.forEachRun(near: rectangle) { (items) throws(RasterError) in
            try draw(items, at: place, on: context)
          }
        }
      }
    }
    pixelsDrawn += damage.area
  }

  /// Draws the items of a picture, or the members of a group, without a matrix.
  func draw(_ items: ArraySlice<DisplayItem>, at place: Place, on context: OpaquePointer) throws(RasterError) {
    var index = items.startIndex
    while index < items.endIndex {
      let itemIndex = index
      index += 1 + items[itemIndex].memberCount
      // Only the items inside the clip are copied: a copy retains every text, color and picture in it.
      guard items[itemIndex].ink.offsetBy(dx: place.x, dy: place.y).intersects(place.clip) else { continue }
      let item = items[itemIndex]
      let here = place.moved(x: item.x, y: item.y)
      let (x, y) = (here.x, here.y)
      switch item.content {
      case .text(let content, let width):
        if content.shape.isVertical {
          try drawVerticalText(item, at: here, on: context)
        } else if let phase = item.phase {
          try glyphs.drawMoving(content, width: width, x: x, y: y, phase: phase, clip: place.clip, on: context)
        } else {
          try glyphs.drawStill(content, width: width, x: x, y: y, clip: place.clip, on: context)
        }
      case .fill(let fill, let size):
        if let phase = item.phase, phase != .zero {
          try drawMovingFill(fill, size: size, phase: phase, at: here, on: context)
        } else {
          try drawFill(fill, size: size, x: x, y: y, clip: place.clip, on: context)
        }
      case .shape(let shape, let size):
        try drawShape(shape, size: size, of: item, at: here, on: context)
      case .picture(let picture, let size):
        try drawPicture(picture, size: size, of: item, at: here, on: context)
      case .group(let effect, let size):
        let group = Group(item: item, effect: effect, size: size, members: items[(itemIndex + 1)..<index])
        try draw(group, at: here, on: context)
      }
    }
  }

  /// Returns the part of an area that is drawn on a surface of its own: the whole area, or if that is far larger than
  /// any picture, the visible part with a margin. It depends on the position of the content but not on the damage.
  func visible(_ area: PixelRect, at place: Place) -> PixelRect {
    let longest = max(area.width, area.height)
    guard area.area > Rasterizer.maximumWholeSurfaceArea || longest > Rasterizer.maximumSurfaceSide else { return area }
    func margin(_ length: Int) -> Int { min(1024, (Rasterizer.maximumSurfaceSide - length) / 2) }
    let near = place.bounds.insetBy(dx: -margin(place.bounds.width), dy: -margin(place.bounds.height))
    return area.intersection(near.offsetBy(dx: -place.x, dy: -place.y))
  }

  /// The bytes of shaped texts that each rasterizer adds to those that all of them share: enough for what changes.
  static let textCapacity = 32 << 10
  /// The bytes of masks that each rasterizer adds to those that all of them share.
  static let maskCapacity = 1 << 20
  /// The maximum area of a surface that is drawn as a whole, in pixels.
  static let maximumWholeSurfaceArea = 16 << 20
  /// The maximum side of Cairo's image surfaces, in pixels.
  static let maximumSurfaceSide = 32_767
}
