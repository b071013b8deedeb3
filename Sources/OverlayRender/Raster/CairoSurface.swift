import CCairo

/// Owns a Cairo image surface.
final class CairoSurface {
  let pointer: OpaquePointer

  /// Creates a surface for coverage, with one byte per pixel, initially zero.
  init(maskOf size: PixelSize) throws(RasterError) {
    pointer = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(clamping: size.width), Int32(clamping: size.height))
    try check()
  }

  /// Creates a surface for premultiplied color, initially transparent black.
  init(pictureOf size: PixelSize) throws(RasterError) {
    pointer = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height))
    try check()
  }

  /// Creates a surface that uses the pixels of a picture, which must outlive it. Rows have no padding unless
  /// `bytesPerRow` is set.
  init(over bytes: UnsafeMutableRawBufferPointer, size: PixelSize, bytesPerRow: Int? = nil) throws(RasterError) {
    let bytesPerRow = bytesPerRow ?? 4 * size.width
    precondition(bytes.count >= (size.height - 1) * bytesPerRow + 4 * size.width, "the bytes contain all rows")
    pointer = cairo_image_surface_create_for_data(
      bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width),
      Int32(clamping: size.height), Int32(clamping: bytesPerRow))
    try check()
  }

  /// Creates a surface that uses the pixels of another one, which must outlive it.
  init(sharing other: CairoSurface) throws(RasterError) {
    pointer = cairo_image_surface_create_for_data(
      cairo_image_surface_get_data(other.pointer), cairo_image_surface_get_format(other.pointer),
      cairo_image_surface_get_width(other.pointer), cairo_image_surface_get_height(other.pointer),
      cairo_image_surface_get_stride(other.pointer))
    try check()
  }

  /// Takes ownership of a surface from Cairo, whatever its status.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    cairo_surface_destroy(pointer)
  }

  /// Calls `body` with the bytes of the surface and the distance between its rows. Nothing else may draw on the surface
  /// at the same time.
  func withRows(_ body: (_ bytes: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) -> Void) {
    cairo_surface_flush(pointer)
    guard let bytes = cairo_image_surface_get_data(pointer) else { return }
    body(bytes, Int(cairo_image_surface_get_stride(pointer)))
    cairo_surface_mark_dirty(pointer)
  }

  /// The bytes of a surface on which nothing draws any longer, and the distance between its rows.
  var rows: (bytes: UnsafePointer<UInt8>, bytesPerRow: Int)? {
    guard let bytes = cairo_image_surface_get_data(pointer) else { return nil }
    return (UnsafePointer(bytes), Int(cairo_image_surface_get_stride(pointer)))
  }

  /// Draws on the surface. Cairo's status is checked once, at the end.
  func draw(_ body: (OpaquePointer) throws(RasterError) -> Void) throws(RasterError) {
    let context = cairo_create(pointer)
    defer { cairo_destroy(context) }
    if let context { try body(context) }
    try RasterError.check(cairo_status(context))
    cairo_surface_flush(pointer)
    // Cairo 1.16 treats a surface with only color glyphs as empty unless it is marked as dirty.
    cairo_surface_mark_dirty(pointer)
  }

  private func check() throws(RasterError) {
    try RasterError.check(cairo_surface_status(pointer))
  }
}

/// An error in Cairo.
public enum RasterError: Error, Hashable, CustomStringConvertible {
  /// A status of Cairo with its message.
  case cairo(status: UInt32, message: String)
  /// The pixel format of a picture that must be in `bgraPremultiplied`.
  case unsupportedPixelFormat(PixelFormat)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .cairo(_, let message): "Cairo cannot draw: \(message)"
    case .unsupportedPixelFormat(let format):
      "pixels in \(format) cannot be drawn or encoded: convert them to \(PixelFormat.bgraPremultiplied)"
    }
  }

  static func check(_ status: cairo_status_t) throws(RasterError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .cairo(status: status.rawValue, message: String(cString: cairo_status_to_string(status)))
  }
}
