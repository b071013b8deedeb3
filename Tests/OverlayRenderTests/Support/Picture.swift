import CCairo
import Foundation
import OverlayRender

/// Pixels in Cairo's format: blue, green, red, alpha, premultiplied.
struct Picture: Equatable {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  /// An opaque picture in one gray.
  init(width: Int, height: Int, gray: UInt8) {
    self.width = width
    self.height = height
    bytes = (0..<(width * height)).flatMap { _ in [gray, gray, gray, 255] }
  }

  init?(_ sample: SampleBuffer) {
    guard let buffer = sample.pixelBuffer, buffer.format.pixelFormat == .bgraPremultiplied else { return nil }
    width = buffer.format.size.width
    height = buffer.format.size.height
    bytes = buffer.withUnsafeBytes { Array($0) }
  }

  /// Reads a PNG file. Converting to straight alpha and back is exact, because a component never exceeds its alpha.
  init?(png path: String) {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let format = cairo_image_surface_get_format(surface)
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface),
      format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24
    else { return nil }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let rowBytes = Int(cairo_image_surface_get_stride(surface))
    bytes = []
    for y in 0..<height {
      bytes += UnsafeBufferPointer(start: data + y * rowBytes, count: 4 * width)
    }
    if format == CAIRO_FORMAT_RGB24 {
      // The fourth byte is unused in this format.
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    }
  }

  /// The bytes of a PNG file.
  func png() throws -> [UInt8] {
    let format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
    draft.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return try PNGEncoder.encode(draft.freeze(stamp: 1))
  }

  /// The four bytes of a pixel.
  subscript(x: Int, y: Int) -> ArraySlice<UInt8> {
    get { bytes[(4 * (y * width + x))..<(4 * (y * width + x) + 4)] }
    set { bytes.replaceSubrange((4 * (y * width + x))..<(4 * (y * width + x) + 4), with: newValue) }
  }

  /// The positions at which the pixels differ, inside both pictures.
  func differences(from other: Picture) -> [(x: Int, y: Int)] {
    (0..<min(height, other.height)).flatMap { y in
      (0..<min(width, other.width)).compactMap { x in self[x, y] == other[x, y] ? nil : (x, y) }
    }
  }

  /// Returns a panel of the expected picture, the actual one, and their differences in red, on gray.
  static func panel(expected: Picture?, actual: Picture) -> Picture {
    let expected = expected ?? Picture(width: actual.width, height: actual.height, gray: 0)
    let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
    var panel = Picture(width: 3 * width + 4 * 4, height: height + 8, gray: 128)
    for (column, picture) in [expected, actual].enumerated() {
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = Array(picture[x, y])
          let background = 128 * (255 - Int(pixel[3])) / 255
          panel[4 + column * (width + 4) + x, 4 + y] =
            ArraySlice(pixel[..<3].map { UInt8(clamping: Int($0) + background) } + [255])
        }
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let isSame =
          y < expected.height && y < actual.height && x < expected.width && x < actual.width
          && expected[x, y] == actual[x, y]
        panel[4 + 2 * (width + 4) + x, 4 + y] = isSame ? [0, 0, 0, 255] : [0, 0, 255, 255]
      }
    }
    return panel
  }

  /// Writes a panel into $OVERLAY_RENDER_FAILURES or the temporary folder; returns its path.
  static func writePanel(expected: Picture?, actual: Picture, name: String) throws -> String {
    let given = ProcessInfo.processInfo.environment["OVERLAY_RENDER_FAILURES"]
    let folder = given.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("\(name).png")
    try Data(panel(expected: expected, actual: actual).png()).write(to: file)
    return file.path
  }
}
