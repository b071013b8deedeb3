import CCairo
import Glibc

@testable import OverlayRender

/// Drawing on transparent pixels.
struct Canvas {
  let size: PixelSize
  let bytes: [UInt8]

  /// Draws with the origin at (`x`, `y`).
  init(
    _ width: Int, _ height: Int, x: Int = 0, y: Int = 0,
    draw: (OpaquePointer) throws(RasterError) -> Void
  ) throws {
    size = PixelSize(width, height)
    let surface = try CairoSurface(pictureOf: size)
    try surface.draw { (context) throws(RasterError) in
      cairo_translate(context, Double(x), Double(y))
      try draw(context)
    }
    var copy: [UInt8] = []
    surface.withRows { rows, bytesPerRow in
      for row in 0..<height { copy += UnsafeBufferPointer(start: rows + row * bytesPerRow, count: 4 * width) }
    }
    bytes = copy
  }

  /// Draws a shape that fills the canvas except for a margin.
  init(_ shape: ShapeContent, _ width: Int, _ height: Int, margin: Int = 0) throws {
    try self.init(width + 2 * margin, height + 2 * margin, x: margin, y: margin) { (context) throws(RasterError) in
      try ShapeDrawing.draw(shape, size: Size(Double(width), Double(height)), on: context)
    }
  }

  /// The pixel: blue, green, red, alpha, premultiplied.
  subscript(x: Int, y: Int) -> [UInt8] {
    Array(bytes[(4 * (y * size.width + x))..<(4 * (y * size.width + x) + 4)])
  }

  /// The sum of alpha, in pixels.
  var coverage: Double {
    stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) } / 255
  }

  /// The bounding rectangle of the pixels that are not transparent.
  var ink: PixelRect {
    var ink = PixelRect.zero
    let blank = [UInt8](repeating: 0, count: 4 * size.width)
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<size.height {
        let row = UnsafeBufferPointer(rebasing: bytes[(4 * y * size.width)..<(4 * (y + 1) * size.width)])
        // Skips blank rows quickly: there are many.
        guard let start = row.baseAddress, memcmp(start, blank, row.count) != 0,
          let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 })
        else { continue }
        ink = ink.union(PixelRect(x: first / 4, y: y, width: last / 4 - first / 4 + 1, height: 1))
      }
    }
    return ink
  }
}
