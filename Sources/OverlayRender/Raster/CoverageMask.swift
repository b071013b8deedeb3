import CCairo
import CPixels

/// A mask, or the picture of a color glyph, that several threads blend at the same time.
struct CoverageMask {
  /// The surface, on which nothing draws any longer.
  fileprivate let surface: CairoSurface
  /// The pixels of the surface, relative to the origin of its content.
  let area: PixelRect

  init(_ surface: CairoSurface, area: PixelRect) {
    self.surface = surface
    self.area = area
  }

  /// Calls `body` with the same pixels for use in Cairo, which counts references to an image without a lock. Nothing
  /// may refer to them afterward.
  fileprivate func withSurface(_ body: (ContentSurface) -> Void) throws(RasterError) {
    body(ContentSurface(surface: try CairoSurface(sharing: surface), area: area))
    withExtendedLifetime(surface) {}
  }
}

/// The pixels that a Cairo context draws on at the moment, for masks.
///
/// Where possible, masks are blended without Cairo, with the same bytes. Text consists of small masks, and for each of
/// them Cairo takes as long as for a thousand pixels. Its loops do not use AVX2 either.
struct MaskCanvas {
  private let context: OpaquePointer
  /// The clip of the context.
  private let clip: PixelRect
  private let pixels: PremultipliedPixels?

  /// Creates the canvas of a context until another group begins or ends.
  ///
  /// - Parameter clip: The pixels to draw, which are also the clip of the context.
  init(_ context: OpaquePointer, clip: PixelRect) {
    self.context = context
    self.clip = clip
    pixels = PremultipliedPixels(of: context)
  }

  /// Whether masks are blended without Cairo.
  var isDirect: Bool { pixels != nil }

  /// Blends a color through a mask at whole pixels, with the origin of its content at (`x`, `y`).
  ///
  /// - Parameter color: The color, which is also the source of the context.
  func blend(_ color: Color, through mask: CoverageMask, x: Int, y: Int) throws(RasterError) {
    let whole = mask.area.offsetBy(dx: x, dy: y)
    let drawn = whole.intersection(clip)
    guard !drawn.isEmpty else { return }
    guard let pixels, let rows = mask.surface.rows else {
      return try mask.withSurface { $0.mask(x: x, y: y, on: context) }
    }
    let first = rows.bytes + (drawn.y - whole.y) * rows.bytesPerRow + drawn.x - whole.x
    // Another thread may remove the mask from the cache.
    withExtendedLifetime(mask.surface) {
      pixels.blend(color, through: first, bytesPerRow: rows.bytesPerRow, in: drawn)
    }
  }

  /// Blends a picture at whole pixels, with the origin of its content at (`x`, `y`). The source of the context is black
  /// afterward.
  func paint(_ picture: CoverageMask, x: Int, y: Int) throws(RasterError) {
    try picture.withSurface { surface in
      surface.paint(x: x, y: y, on: context)
      context.setSource(.black)
    }
  }
}

/// The premultiplied pixels that a Cairo context draws on.
private struct PremultipliedPixels {
  private let surface: OpaquePointer
  private let bytes: UnsafeMutablePointer<UInt8>
  private let bytesPerRow: Int
  /// The pixels of the surface, in coordinates of the context.
  private let bounds: PixelRect

  /// Returns `nil` if the context blends with another operator than `CAIRO_OPERATOR_OVER`, if its matrix does more than
  /// move by whole pixels, or if it draws coverage.
  init?(of context: OpaquePointer) {
    guard let surface = cairo_get_group_target(context), cairo_get_operator(context) == CAIRO_OPERATOR_OVER,
      cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE,
      cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    else { return nil }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard matrix.xx == 1, matrix.yx == 0, matrix.xy == 0, matrix.yy == 1 else { return nil }
    // A group and its surface have different origins.
    var (left, top) = (0.0, 0.0)
    cairo_surface_get_device_offset(surface, &left, &top)
    guard let x = Int(exactly: matrix.x0 + left), let y = Int(exactly: matrix.y0 + top) else { return nil }
    cairo_surface_flush(surface)
    guard let bytes = cairo_image_surface_get_data(surface) else { return nil }
    self.surface = surface
    self.bytes = bytes
    bytesPerRow = Int(cairo_image_surface_get_stride(surface))
    bounds = PixelRect(
      x: -x, y: -y, width: Int(cairo_image_surface_get_width(surface)),
      height: Int(cairo_image_surface_get_height(surface)))
  }

  /// Blends a color through a mask, whose first byte is for the top left pixel of a rectangle.
  func blend(
    _ color: Color, through mask: UnsafePointer<UInt8>, bytesPerRow maskBytesPerRow: Int, in rectangle: PixelRect
  ) {
    let area = rectangle.intersection(bounds)
    guard !area.isEmpty else { return }
    overlay_blend(
      color.premultiplied, mask + (area.y - rectangle.y) * maskBytesPerRow + area.x - rectangle.x, maskBytesPerRow,
      bytes + (area.y - bounds.y) * bytesPerRow + 4 * (area.x - bounds.x), bytesPerRow, area.width, area.height)
    cairo_surface_mark_dirty(surface)
  }
}
