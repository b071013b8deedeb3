import CCairo

/// Draws display lists with Cairo and Pango, inside the damage only.
///
/// The law it keeps: drawing inside some rectangles gives the bytes that drawing everything gives. Rectangles with edges
/// on whole pixels and upright glyphs obey it by themselves; what else has antialiased edges goes through
/// ``CoverageMasks`` and ``ContentSurfaces``.
final class Rasterizer {
  /// Where items are drawn.
  struct Place {
    /// What they are placed from, in the context's pixels.
    var x = 0
    var y = 0
    /// What is drawn of them, likewise; the context is clipped to it.
    var clip: PixelRect
    /// All that can be seen, likewise: the picture, or the surface that is drawn on.
    let bounds: PixelRect

    /// Where what is (`x`, `y`) from the origin is drawn.
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
  let masks = CoverageMasks()
  let surfaces = ContentSurfaces()
  let glyphs: TextDrawing
  /// Pixels inside the damage of all pictures so far.
  private(set) var pixelsDrawn = 0
  /// The number of the picture that is being drawn.
  var picture = 0
  /// Shadows that one picture has drawn in part only, by the number of the picture.
  var shadowsSeen = RecentCache<ContentSurfaces.Key, Int>(capacity: 256 << 10)

  init(fonts: FontConfiguration) throws(FontError) {
    text = try TextEngine(fonts)
    glyphs = TextDrawing(engine: text, masks: masks)
  }

  /// Draws over pixels whose content is not known: first the background, then every item that touches the damage.
  ///
  /// With `isBlank` the pixels are known to be transparent black, and a transparent background need not be painted:
  /// pages that no item inks are never touched.
  func draw(
    _ list: DisplayList, background: Color, damage: Damage, isBlank: Bool, into draft: inout PixelBufferDraft
  ) throws(RasterError) {
    let size = draft.format.size
    picture += 1
    try draft.withUnsafeMutableBytes { (bytes) throws(RasterError) in
      let surface = try CairoSurface(over: bytes, size: size)
      try surface.draw { (context) throws(RasterError) in
        try damage.forEach { (rectangle) throws(RasterError) in
          cairo_save(context)
          defer { cairo_restore(context) }
          context.addRectangle(rectangle)
          cairo_clip(context)
          if !(isBlank && background.alpha == 0) {
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            context.setSource(background)
            cairo_paint(context)
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
          }
          try draw(list.items[...], at: Place(clip: rectangle, bounds: PixelRect(size)), on: context)
        }
      }
    }
    pixelsDrawn += damage.area
  }

  /// Draws the items of a picture, or the members of a group, upright.
  func draw(_ items: ArraySlice<DisplayItem>, at place: Place, on context: OpaquePointer) throws(RasterError) {
    var index = items.startIndex
    while index < items.endIndex {
      let item = items[index]
      let members = (index + 1)..<(index + 1 + item.memberCount)
      index = members.upperBound
      guard item.ink.offsetBy(dx: place.x, dy: place.y).intersects(place.clip) else { continue }
      let here = place.moved(x: item.x, y: item.y)
      let (x, y) = (here.x, here.y)
      switch item.content {
      case .text(let content, let width):
        if content.shape.isVertical {
          try drawVerticalText(item, at: here, on: context)
        } else if let phase = item.phase {
          try glyphs.drawMoving(content, width: width, x: x, y: y, phase: phase, clip: place.clip, on: context)
        } else {
          try glyphs.drawStill(content, width: width, x: x, y: y, on: context)
        }
      case .fill(let fill, let size):
        if let phase = item.phase, phase != .zero {
          try drawMovingFill(fill, size: size, phase: phase, at: here, on: context)
        } else {
          try drawFill(fill, size: size, x: x, y: y, on: context)
        }
      case .shape(let shape, let size):
        try drawShape(shape, size: size, of: item, at: here, on: context)
      case .picture(let picture, let size):
        try drawPicture(picture, size: size, of: item, at: here, on: context)
      case .group(let effect, let size):
        let group = Group(item: item, effect: effect, size: size, members: items[members])
        try draw(group, at: here, on: context)
      }
    }
  }

  /// The part of an area that is drawn on a surface of its own: all of it, unless that is far larger than any picture;
  /// then what can be seen, or is near it. It depends on where the content stands, and not on the damage.
  func visible(_ area: PixelRect, at place: Place) -> PixelRect {
    let longest = max(area.width, area.height)
    guard area.area > Rasterizer.largestWholeSurface || longest > Rasterizer.longestSurface else { return area }
    func margin(_ length: Int) -> Int { min(1024, (Rasterizer.longestSurface - length) / 2) }
    let near = place.bounds.insetBy(dx: -margin(place.bounds.width), dy: -margin(place.bounds.height))
    return area.intersection(near.offsetBy(dx: -place.x, dy: -place.y))
  }

  /// In pixels.
  static let largestWholeSurface = 16 << 20
  /// Cairo's image surfaces have at most so many pixels on a side.
  static let longestSurface = 32_767
}
