import CCairo

/// Drawing under any matrix: rotated, scaled, at any fraction of a pixel. The content is drawn as a whole, without a
/// clip, on a surface of its own.
extension Rasterizer {
  /// Draws items with positions relative to the origin of the context.
  func drawFreely(_ items: ArraySlice<DisplayItem>, on context: OpaquePointer) throws(RasterError) {
    var index = items.startIndex
    while index < items.endIndex {
      let item = items[index]
      let members = (index + 1)..<(index + 1 + item.memberCount)
      index = members.upperBound
      guard !item.ink.isEmpty else { continue }
      cairo_save(context)
      defer { cairo_restore(context) }
      let phase = item.phase?.offset ?? .zero
      let (x, y) = (Double(item.x) + phase.x, Double(item.y) + phase.y)
      switch item.content {
      case .text(let content, let width):
        // FreeType has no glyphs larger than this.
        guard content.shape.largestFontSize * context.scale.greatest <= 16_384 else { continue }
        try glyphs.drawFree(content, width: width, x: x, y: y, on: context)
      case .fill(let fill, let size):
        cairo_translate(context, x, y)
        context.setSource(fill.color)
        fill.addPath(of: size, to: context)
        cairo_fill(context)
      case .shape(let shape, let size):
        cairo_translate(context, x, y)
        try ShapeDrawing.draw(shape, size: Size(size), on: context)
      case .picture(let picture, let size):
        cairo_translate(context, x, y)
        try PictureDrawing.draw(picture, size: Size(size), on: context)
      case .group(let effect, let size):
        // The phases of the members include the phase of the group.
        cairo_translate(context, Double(item.x), Double(item.y))
        try drawFreely(Group(item: item, effect: effect, size: size, members: items[members]), on: context)
      }
    }
  }

  /// Draws a group with its origin at the origin of the context.
  func drawFreely(_ group: Group, on context: OpaquePointer) throws(RasterError) {
    switch group.effect {
    case .opacity(let opacity):
      try inLayer(of: group, on: context) { cairo_paint_with_alpha(context, opacity) }
    case .blend(let mode):
      try inLayer(of: group, on: context) {
        cairo_set_operator(context, mode.cairoOperator)
        cairo_paint(context)
      }
    case .clip(let outline):
      try inLayer(of: group, on: context) {
        // One fill of the outline covers the group, so that Cairo does not antialias a clip and its content separately.
        cairo_translate(context, group.phase.offset.x, group.phase.offset.y)
        ShapeDrawing.addPath(outline, size: Size(group.size), to: context)
        cairo_fill(context)
      }
    case .wipe(let edge, let fraction):
      if fraction >= 1 { return try drawFreely(group.members, on: context) }
      let wipe = Wipe(from: edge, fraction: fraction, size: group.size, phase: group.phase)
      try inLayer(of: group, on: context) {
        let shown = wipe.exactlyShown(of: group.memberInk)
        cairo_rectangle(context, shown.origin.x, shown.origin.y, shown.size.width, shown.size.height)
        cairo_fill(context)
      }
    case .mask:
      let parts = group.parts
      guard parts.count == 2 else { return }
      cairo_push_group(context)
      try drawFreely(parts[0], on: context)
      guard let mask = context.popGroup() else { return }
      defer { cairo_pattern_destroy(mask) }
      cairo_push_group(context)
      try drawFreely(parts[1], on: context)
      guard let content = context.popGroup() else { return }
      defer { cairo_pattern_destroy(content) }
      cairo_set_source(context, content)
      cairo_mask(context, mask)
    case .shadow(let shadow):
      cairo_save(context)
      cairo_translate(context, Double(shadow.offset.x), Double(shadow.offset.y))
      let blur = Blur(radius: shadow.radius)
      if let coverage = try freeSurface(of: group, blurredBy: blur, kind: .coverage, on: context) {
        cairo_identity_matrix(context)
        context.setSource(shadow.color)
        coverage.mask(x: 0, y: 0, on: context)
      }
      cairo_restore(context)
      try drawFreely(group.members, on: context)
    case .blur(let radius):
      let blur = Blur(radius: radius)
      guard let picture = try freeSurface(of: group, blurredBy: blur, kind: .picture, on: context) else { return }
      cairo_identity_matrix(context)
      picture.paint(x: 0, y: 0, on: context)
    case .colors(let filter):
      guard let picture = try freeSurface(of: group, kind: .picture, on: context) else { return }
      picture.recolor(by: filter)
      cairo_identity_matrix(context)
      picture.paint(x: 0, y: 0, on: context)
    case .transform(let transform, let anchor):
      guard !transform.isDegenerate else { return }
      let point = anchor.point(in: group.size, phase: group.phase)
      var matrix = cairo_matrix_t(
        xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: 0, y0: 0)
      cairo_translate(context, point.x, point.y)
      cairo_transform(context, &matrix)
      cairo_translate(context, -point.x, -point.y)
      // The product of several transforms may be too small or too large to be visible, and without an inverse in Cairo.
      let scale = context.scale
      guard scale.least > 1e-4, scale.greatest < 1e4 else { return }
      try drawFreely(group.members, on: context)
    }
  }

  private func inLayer(
    of group: Group, on context: OpaquePointer, blend: () -> Void
  ) throws(RasterError) {
    cairo_push_group(context)
    try drawFreely(group.members, on: context)
    guard let layer = context.popGroup() else { return }
    defer { cairo_pattern_destroy(layer) }
    cairo_set_source(context, layer)
    blend()
  }

  /// Draws the members of a group, blurred, on a surface with the context's pixels.
  private func freeSurface(
    of group: Group, blurredBy blur: Blur, kind: ContentSurfaces.Kind, on context: OpaquePointer
  ) throws(RasterError) -> ContentSurface? {
    let blur = Blur(blur, scaledBy: context.scale.least)
    let surface = try freeSurface(of: group, reach: blur.reach, kind: kind, on: context)
    surface?.blur(blur, kind: kind)
    return surface
  }

  /// Draws the members of a group on a surface with the context's pixels, and `reach` empty ones on each side.
  private func freeSurface(
    of group: Group, reach: Int = 0, kind: ContentSurfaces.Kind, on context: OpaquePointer
  ) throws(RasterError) -> ContentSurface? {
    let area = context.deviceBounds(of: group.memberInk).insetBy(dx: -reach, dy: -reach)
    // A surface much larger than a picture is not visible, and must not exceed the memory.
    guard !area.isEmpty, area.area <= 4 * Rasterizer.maximumWholeSurfaceArea,
      max(area.width, area.height) <= Rasterizer.maximumSurfaceSide
    else { return nil }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return try surfaces.uncached(area, kind: kind) { (context) throws(RasterError) in
      cairo_transform(context, &matrix)
      try drawFreely(group.members, on: context)
    }
  }
}

extension OpaquePointer {
  /// The minimum and maximum scale factors of this Cairo context in any direction: the singular values of its matrix.
  fileprivate var scale: (least: Double, greatest: Double) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(self, &matrix)
    let determinant = matrix.xx * matrix.yy - matrix.xy * matrix.yx
    let squares = matrix.xx * matrix.xx + matrix.xy * matrix.xy + matrix.yx * matrix.yx + matrix.yy * matrix.yy
    let spread = max(squares * squares - 4 * determinant * determinant, 0).squareRoot()
    return (max((squares - spread) / 2, 0).squareRoot(), ((squares + spread) / 2).squareRoot())
  }

  /// Returns the pixels of this Cairo context that a rectangle may touch.
  fileprivate func deviceBounds(of rectangle: PixelRect) -> PixelRect {
    guard !rectangle.isEmpty else { return .zero }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(self, &matrix)
    let linear = Transform(xx: matrix.xx, xy: matrix.xy, yx: matrix.yx, yy: matrix.yy)
    return linear.bounds(of: rectangle, about: .zero)
      .offsetBy(dx: wholePixel(matrix.x0.rounded(.down)), dy: wholePixel(matrix.y0.rounded(.down)))
      .insetBy(dx: -1, dy: -1)
  }
}
