import CCairo

/// Reads PNG files of every kind into premultiplied colour (`cairo_image_surface_create_from_png_stream`).
package struct PNGDecoder: ImageDecoder {
  /// Makes a decoder.
  package init() {}

  /// Whether a file begins with PNG's signature.
  package func recognizes(_ firstBytes: [UInt8]) -> Bool {
    firstBytes.starts(with: Self.signature)
  }

  /// The picture in a PNG file: what the static `decode` gives.
  package func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
    try PNGDecoder.decode(bytes)
  }

  /// The picture in a PNG file, in `bgraPremultiplied`.
  ///
  /// - Throws: That the bytes are no PNG file, end too early or are damaged; that a side is not 1 to 32 767 pixels or
  ///   there are more than 64 megapixels, before anything is decoded; that there is no memory.
  package static func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
    let size = try headerSize(bytes)
    var reader = Reader(bytes)
    let pointer: OpaquePointer = withUnsafeMutablePointer(to: &reader) { reader in
      cairo_image_surface_create_from_png_stream(
        { reader, target, length in
          guard let reader, let target else { return CAIRO_STATUS_READ_ERROR }
          return reader.assumingMemoryBound(to: Reader.self).pointee.read(into: target, count: Int(length))
        }, reader)
    }
    let decoded = CairoSurface(owning: pointer)
    // libpng's errors reach us as statuses that do not tell what was wrong.
    guard cairo_surface_status(decoded.pointer) == CAIRO_STATUS_SUCCESS else {
      throw reader.isExhausted ? .truncated : .damaged
    }
    return try picture(of: decoded, size: size)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The size that the file announces. The first chunk is the header: its length, its name, then the two sides.
  private static func headerSize(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelSize {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.starts(with: signature.prefix(bytes.count)) else { throw .unknownFormat }
    guard bytes.count >= 33 else { throw .truncated }
    guard bytes[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8)) else { throw .damaged }
    func number(at index: Int) -> Int { bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(number(at: 16), number(at: 20))
    let sides = VideoFormat.sideLimits
    guard sides.contains(size.width), sides.contains(size.height),
      size.width * size.height <= ImageError.maximumPixelCount
    else { throw .sizeOutOfRange(width: size.width, height: size.height) }
    return size
  }

  /// Copies what was decoded, in whatever format Cairo chose, into memory of our own.
  private static func picture(of decoded: CairoSurface, size: PixelSize) throws(ImageError.Reason) -> PixelBuffer {
    guard let format = try? VideoFormat(size: size, pixelFormat: .bgraPremultiplied) else { throw .damaged }
    var draft: PixelBufferDraft
    do throws(PixelMemoryError) {
      draft = try PixelBufferDraft(format: format)
    } catch {
      throw .memory(error)
    }
    do throws(RasterError) {
      try draft.withUnsafeMutableBytes { (bytes) throws(RasterError) in
        try CairoSurface(over: bytes, size: size).draw { context in
          cairo_set_source_surface(context, decoded.pointer, 0, 0)
          cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
          cairo_paint(context)
        }
      }
    } catch {
      throw .other(error.description)
    }
    return draft.freeze(stamp: 0)
  }

  /// Hands out bytes in order.
  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether more was asked for than there is.
    private(set) var isExhausted = false

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> cairo_status_t {
      guard count <= bytes.count - position else {
        isExhausted = true
        return CAIRO_STATUS_READ_ERROR
      }
      bytes.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { target.update(from: base + position, count: count) }
      }
      position += count
      return CAIRO_STATUS_SUCCESS
    }
  }
}

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
