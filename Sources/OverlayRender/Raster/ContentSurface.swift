import CCairo

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
