import CCairo

/// Writes pictures as PNG: straight alpha, 8 bits a channel (`cairo_surface_write_to_png_stream`).
public enum PNGEncoder {
  /// The bytes of a PNG file.
  ///
  /// - Parameter picture: A picture in the core's own format, `bgraPremultiplied`.
  public static func encode(_ picture: PixelBuffer) throws(RasterError) -> [UInt8] {
    let size = picture.format.size
    return try picture.withUnsafeBytes { (bytes) throws(RasterError) in
      // Cairo only reads the pixels here; its interface has no constant surfaces.
      let surface = try CairoSurface(over: UnsafeMutableRawBufferPointer(mutating: bytes), size: size)
      var file: [UInt8] = []
      // The array itself, not its elements: it grows while Cairo writes.
      let status = withUnsafeMutablePointer(to: &file) { target in
        cairo_surface_write_to_png_stream(
          surface.pointer,
          { target, data, length in
            target?.assumingMemoryBound(to: [UInt8].self).pointee.append(
              contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
            return CAIRO_STATUS_SUCCESS
          }, target)
      }
      try RasterError.check(status)
      return file
    }
  }
}
