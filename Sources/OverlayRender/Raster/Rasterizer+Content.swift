import CCairo

// Content with edges between pixels, which is drawn once without a clip and then blended.

extension Rasterizer {
  /// Draws a rectangle of whole pixels with round corners: three bands, and a mask in each corner.
  func drawFill(
    _ fill: Fill, size: PixelSize, x: Int, y: Int, clip: PixelRect, on context: OpaquePointer
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
    let canvas = MaskCanvas(context, clip: clip)
    for (isRight, isBottom) in [(false, false), (true, false), (false, true), (true, true)] {
      guard let mask = try masks.corner(radius: radius, isRight: isRight, isBottom: isBottom) else { continue }
      let left = isRight ? x + size.width - side : x
      let top = isBottom ? y + size.height - side : y
      try canvas.blend(fill.color, through: mask, x: left, y: top)
    }
  }

  /// Draws a rectangle between pixels. Its coverage is drawn once for each phase, whatever its color.
  func drawMovingFill(
    _ fill: Fill, size: PixelSize, phase: Phase, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    var shape = fill
    shape.color = .black
    let area = visible(PixelRect(size).widened(for: phase), at: place)
    let key = ContentSurfaces.Key(content: .fill(shape, size), phase: phase, members: [], area: area)
    let coverage = try surfaces.surface(key, kind: .coverage) { context in
      cairo_translate(context, phase.offset.x, phase.offset.y)
      fill.addPath(of: size, to: context)
      cairo_fill(context)
    }
    context.setSource(fill.color)
    coverage.mask(x: place.x, y: place.y, on: context)
  }

  /// Draws a shape. The coverage of a shape in one color is cached for all colors; other shapes are cached as pictures.
  func drawShape(
    _ shape: ShapeContent, size: PixelSize, of item: DisplayItem, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    let (content, color) = shape.separatingColor
    let area = visible(item.ink.offsetBy(dx: -item.x, dy: -item.y), at: place)
    guard !area.isEmpty else { return }
    let key = ContentSurfaces.Key(content: .shape(content, size), phase: item.phase, members: [], area: area)
    let drawn = try surfaces.surface(key, kind: color == nil ? .picture : .coverage) { (context) throws(RasterError) in
      context.translate(by: item.phase)
      try ShapeDrawing.draw(content, size: Size(size), on: context)
    }
    if let color {
      context.setSource(color)
      drawn.mask(x: place.x, y: place.y, on: context)
    } else {
      drawn.paint(x: place.x, y: place.y, on: context)
    }
  }

  /// Draws a picture. A picture that fits its box pixel by pixel is copied; others are cached after scaling.
  func drawPicture(
    _ picture: PictureContent, size: PixelSize, of item: DisplayItem, at place: Place, on context: OpaquePointer
  ) throws(RasterError) {
    if PictureDrawing.isPlainCopy(picture, size: Size(size)), (item.phase ?? .zero) == .zero {
      cairo_save(context)
      defer { cairo_restore(context) }
      cairo_translate(context, Double(place.x), Double(place.y))
      return try PictureDrawing.draw(picture, size: Size(size), on: context)
    }
    let area = visible(item.ink.offsetBy(dx: -item.x, dy: -item.y), at: place)
    guard !area.isEmpty else { return }
    let key = ContentSurfaces.Key(content: item.content, phase: item.phase, members: [], area: area)
    try surfaces.surface(key, kind: .picture) { (context) throws(RasterError) in
      context.translate(by: item.phase)
      try PictureDrawing.draw(picture, size: Size(size), on: context)
    }.paint(x: place.x, y: place.y, on: context)
  }

  /// Draws text in columns, which Pango lays out in rows and which is rotated when it is drawn.
  func drawVerticalText(_ item: DisplayItem, at place: Place, on context: OpaquePointer) throws(RasterError) {
    guard case .text(let content, let width) = item.content else { return }
    let area = visible(item.ink.offsetBy(dx: -item.x, dy: -item.y), at: place)
    guard !area.isEmpty else { return }
    let key = ContentSurfaces.Key(content: item.content, phase: item.phase, members: [], area: area)
    try surfaces.surface(key, kind: .picture) { (context) throws(RasterError) in
      context.translate(by: item.phase)
      try glyphs.drawFree(content, width: width, x: 0, y: 0, on: context)
    }.paint(x: place.x, y: place.y, on: context)
  }
}

extension ShapeContent {
  /// The shape in black and its color, if it has only one color.
  fileprivate var separatingColor: (ShapeContent, Color?) {
    var black = self
    switch (fill, stroke) {
    case (.color(let color)?, nil):
      black.fill = .color(.black)
      return (black, color)
    case (nil, let line?):
      guard case .color(let color) = line.paint else { return (self, nil) }
      black.stroke?.paint = .color(.black)
      return (black, color)
    default:
      return (self, nil)
    }
  }
}

extension Fill {
  /// Returns the radius of the corners, limited by the size of the rectangle.
  func radius(in size: PixelSize) -> Double {
    cornerRadius.limited(to: 0...min(Double(min(size.width, size.height) / 2), Fill.maximumCornerRadius))
  }

  /// Adds the outline of the rectangle at the origin of the context.
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
