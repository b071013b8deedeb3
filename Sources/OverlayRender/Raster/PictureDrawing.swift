import CCairo

/// Draws pictures, with the top left corner of the view at the origin of the context, under any matrix.
enum PictureDrawing {
  /// Returns whether the picture is drawn without scaling. At whole pixels it may then be drawn directly, under any
  /// clip.
  static func isPlainCopy(_ content: PictureContent, size: Size) -> Bool {
    guard let picture = content.pixels?.format.size else { return true }
    return Size(Double(picture.width), Double(picture.height)) == size
  }

  /// Draws the picture into a view with a size.
  static func draw(_ content: PictureContent, size: Size, on context: OpaquePointer) throws(RasterError) {
    guard let pixels = content.pixels, pixels.format.pixelFormat == .bgraPremultiplied, size.width > 0, size.height > 0,
      size.width.isFinite, size.height.isFinite
    else { return }
    let whole = Part(source: PixelRect(pixels.format.size), target: Rect(origin: .zero, size: size))
    let filter = content.interpolation == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD
    switch content.scaling {
    case .none, .stretch, .fit: try draw([whole], of: pixels, filter, on: context)
    case .fill: try draw([whole], of: pixels, filter, isEven: true, on: context)
    case .nineParts(let insets):
      let parts = nineParts(of: pixels.format.size, insets, in: size)
      if isUpright(context) { return try draw(parts, of: pixels, filter, on: context) }
      // Seams would be visible between parts with edges between pixels, so the parts are combined first.
      let box = PixelSize(Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
      let together = try CairoSurface(pictureOf: box)
      try together.draw { (context) throws(RasterError) in try draw(parts, of: pixels, filter, on: context) }
      paint(together, scaleX: 1, scaleY: 1, at: .zero, over: whole.target, filter, on: context)
    }
  }

  /// A rectangle of the picture and its destination.
  private struct Part {
    let source: PixelRect
    let target: Rect
  }

  private static func draw(
    _ parts: [Part], of pixels: PixelBuffer, _ filter: cairo_filter_t, isEven: Bool = false,
    on context: OpaquePointer
  ) throws(RasterError) {
    let rowBytes = pixels.format.planes[0].bytesPerRow
    try pixels.withUnsafeBytes { (bytes) throws(RasterError) in
      for part in parts where !part.source.isEmpty && part.target.size.width > 0 && part.target.size.height > 0 {
        let first = part.source.y * rowBytes + 4 * part.source.x
        // Cairo only reads the pixels here, but has no functions for constant data. A surface of only this part keeps
        // smooth scaling from reading neighboring pixels.
        let surface = try CairoSurface(
          over: UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer(rebasing: bytes[first...])),
          size: part.source.size, bytesPerRow: rowBytes)
        let (box, origin) = (part.target.size, part.target.origin)
        var (x, y) = (box.width / Double(part.source.width), box.height / Double(part.source.height))
        var place = origin
        if isEven {
          (x, y) = (max(x, y), max(x, y))
          place.x += (box.width - Double(part.source.width) * x) / 2
          place.y += (box.height - Double(part.source.height) * y) / 2
        }
        paint(surface, scaleX: x, scaleY: y, at: place, over: part.target, filter, on: context)
      }
    }
  }

  private static func paint(
    _ surface: CairoSurface, scaleX: Double, scaleY: Double, at place: Point, over target: Rect,
    _ filter: cairo_filter_t, on context: OpaquePointer
  ) {
    cairo_save(context)
    cairo_new_path(context)
    cairo_rectangle(context, target.origin.x, target.origin.y, target.size.width, target.size.height)
    cairo_set_source_surface(context, surface.pointer, 0, 0)
    let pattern = cairo_get_source(context)
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, 1 / scaleX, 0, 0, 1 / scaleY, -place.x / scaleX, -place.y / scaleY)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, filter)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_fill(context)
    // Release the context's reference to the surface, whose pixels are borrowed.
    cairo_restore(context)
  }

  /// Returns the corners at their original size if there is enough space, and the stretched parts between them, all at
  /// whole pixels.
  private static func nineParts(of picture: PixelSize, _ insets: EdgeInsets, in size: Size) -> [Part] {
    let columns = bands(insets.leading, insets.trailing, of: picture.width, in: size.width)
    let rows = bands(insets.top, insets.bottom, of: picture.height, in: size.height)
    return rows.flatMap { row in
      columns.map { column in
        Part(
          source: PixelRect(
            x: column.source.lowerBound, y: row.source.lowerBound, width: column.source.count, height: row.source.count
          ),
          target: Rect(
            x: column.target.lowerBound, y: row.target.lowerBound,
            width: column.target.upperBound - column.target.lowerBound,
            height: row.target.upperBound - row.target.lowerBound))
      }
    }
  }

  private static func bands(
    _ first: Double, _ last: Double, of length: Int, in extent: Double
  ) -> [(source: Range<Int>, target: Range<Double>)] {
    let first = Int(first.limited(to: 0...Double(length)).rounded())
    let last = min(Int(last.limited(to: 0...Double(length)).rounded()), length - first)
    let factor = first + last > 0 ? min(extent / Double(first + last), 1) : 1
    let left = min((Double(first) * factor).rounded(), extent)
    let right = max(extent - (Double(last) * factor).rounded(), left)
    return [
      (0..<first, 0..<left), (first..<(length - last), left..<right), ((length - last)..<length, right..<extent),
    ]
  }

  private static func isUpright(_ context: OpaquePointer) -> Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return matrix.xx == 1 && matrix.yy == 1 && matrix.xy == 0 && matrix.yx == 0
      && matrix.x0 == matrix.x0.rounded() && matrix.y0 == matrix.y0.rounded()
  }
}
