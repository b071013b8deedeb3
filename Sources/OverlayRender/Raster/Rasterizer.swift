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
  }

  let text: TextEngine
  let masks = CoverageMasks()
  let surfaces = ContentSurfaces()
  let glyphs: TextDrawing
  /// Pixels inside the damage of all pictures so far.
  private(set) var pixelsDrawn = 0
  /// The picture that is being drawn, and its number.
  var picture = (bounds: PixelRect.zero, number: 0)
  /// Shadows that one picture has drawn in part only, by the number of the picture.
  var shadowsSeen = RecentCache<ContentSurfaces.Key, Int>(capacity: 64)

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
    picture = (PixelRect(size), picture.number + 1)
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
          try draw(list.items[...], at: Place(clip: rectangle), on: context)
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
      let (x, y) = (place.x + item.x, place.y + item.y)
      switch item.content {
      case .text(let content, let width):
        if let phase = item.phase {
          try glyphs.drawMoving(content, width: width, x: x, y: y, phase: phase, clip: place.clip, on: context)
        } else {
          try glyphs.drawStill(content, width: width, x: x, y: y, on: context)
        }
      case .fill(let fill, let size):
        if let phase = item.phase, phase != .zero {
          try drawMovingFill(fill, size: size, x: x, y: y, phase: phase, on: context)
        } else {
          try drawFill(fill, size: size, x: x, y: y, on: context)
        }
      case .group(let effect, let size):
        let group = Group(item: item, effect: effect, size: size, members: items[members])
        try draw(group, at: Place(x: x, y: y, clip: place.clip), on: context)
      }
    }
  }

  /// A rectangle of whole pixels, cut at the corners: three bands, and a mask in each corner.
  private func drawFill(
    _ fill: Fill, size: PixelSize, x: Int, y: Int, on context: OpaquePointer
  ) throws(RasterError) {
    context.setSource(fill.color)
    let radius = fill.radius(in: size)
    guard radius > 0 else {
      context.addRectangle(PixelRect(x: x, y: y, width: size.width, height: size.height))
      cairo_fill(context)
      return
    }
    let side = Int(radius.rounded(.up))
    let inner = size.width - 2 * side
    context.addRectangle(PixelRect(x: x + side, y: y, width: inner, height: side))
    context.addRectangle(PixelRect(x: x, y: y + side, width: size.width, height: size.height - 2 * side))
    context.addRectangle(PixelRect(x: x + side, y: y + size.height - side, width: inner, height: side))
    cairo_fill(context)
    for (isRight, isBottom) in [(false, false), (true, false), (false, true), (true, true)] {
      guard let mask = try masks.corner(radius: radius, isRight: isRight, isBottom: isBottom) else { continue }
      let left = isRight ? x + size.width - side : x
      let top = isBottom ? y + size.height - side : y
      cairo_mask_surface(context, mask.surface.pointer, Double(left), Double(top))
    }
  }

  /// A rectangle between pixels: its coverage is drawn once for each phase, whatever its colour.
  private func drawMovingFill(
    _ fill: Fill, size: PixelSize, x: Int, y: Int, phase: Phase, on context: OpaquePointer
  ) throws(RasterError) {
    var shape = fill
    shape.color = .black
    let area = visible(PixelRect(size).widened(for: phase), x: x, y: y)
    let key = ContentSurfaces.Key(content: .fill(shape, size), phase: phase, members: [], area: area)
    let coverage = try surfaces.surface(key, kind: .coverage) { context in
      cairo_translate(context, phase.offset.x, phase.offset.y)
      fill.addPath(of: size, to: context)
      cairo_fill(context)
    }
    context.setSource(fill.color)
    coverage.mask(x: x, y: y, on: context)
  }

  /// The part of an area that is drawn on a surface of its own: all of it, unless that is far larger than any picture;
  /// then what is in the picture, or near it. It depends on where the content stands, and not on the damage.
  func visible(_ area: PixelRect, x: Int, y: Int) -> PixelRect {
    guard area.area > Rasterizer.largestWholeSurface else { return area }
    let margin = 1024
    return area.intersection(picture.bounds.insetBy(dx: -margin, dy: -margin).offsetBy(dx: -x, dy: -y))
  }

  /// In pixels.
  static let largestWholeSurface = 16 << 20
}

extension Fill {
  /// The radius of the corners, in a rectangle that may be too small for it.
  func radius(in size: PixelSize) -> Double {
    max(min(cornerRadius, Double(min(size.width, size.height) / 2)), 0)
  }

  /// Adds the outline of the rectangle, from the context's origin.
  func addPath(of size: PixelSize, to context: OpaquePointer) {
    let (width, height) = (Double(size.width), Double(size.height))
    let radius = radius(in: size)
    guard radius > 0 else { return cairo_rectangle(context, 0, 0, width, height) }
    cairo_new_sub_path(context)
    cairo_arc(context, width - radius, radius, radius, -.pi / 2, 0)
    cairo_arc(context, width - radius, height - radius, radius, 0, .pi / 2)
    cairo_arc(context, radius, height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, radius, radius, radius, .pi, 3 * .pi / 2)
    cairo_close_path(context)
  }
}
