import CCairo

/// Decodes PNG images of all kinds to premultiplied color (`cairo_image_surface_create_from_png_stream`).
package struct PNGDecoder: ImageDecoder {
  /// Creates a decoder.
  package init() {}

  /// Returns whether the bytes begin with the PNG signature.
  package func recognizes(_ firstBytes: [UInt8]) -> Bool {
    firstBytes.starts(with: Self.signature)
  }

  /// Decodes a PNG image like the static method `decode`.
  package func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
    try PNGDecoder.decode(bytes)
  }

  /// Decodes a PNG image to `bgraPremultiplied`.
  ///
  /// - Throws: An error if the bytes are not a PNG image, are truncated or damaged, or if there is no memory. If a side
  ///   is not 1 to 32 767 pixels or there are more than 64 megapixels, the error occurs before decoding.
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
    // Cairo reports libpng's errors with statuses that do not distinguish the cause.
    guard cairo_surface_status(decoded.pointer) == CAIRO_STATUS_SUCCESS else {
      throw reader.isExhausted ? .truncated : .damaged
    }
    return try picture(of: decoded, size: size)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reads the size of the image. The first chunk is the header: its length, its name, then the two sides.
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

  /// Copies the decoded image, in whatever format Cairo chose, to a new pixel buffer.
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
    return draft.freeze()
  }

  /// Supplies bytes in order.
  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether more bytes were requested than available.
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

/// Encodes pictures as PNG with straight alpha and 8 bits per channel (`cairo_surface_write_to_png_stream`).
public enum PNGEncoder {
  /// Returns the bytes of a PNG file.
  ///
  /// - Parameter picture: A picture in `bgraPremultiplied`.
  /// - Throws: `RasterError.unsupportedPixelFormat` if the picture is in another format, or `cairo`.
  public static func encode(_ picture: PixelBuffer) throws(RasterError) -> [UInt8] {
    guard picture.format.pixelFormat == .bgraPremultiplied else {
      throw .unsupportedPixelFormat(picture.format.pixelFormat)
    }
    let size = picture.format.size
    return try picture.withUnsafeBytes { (bytes) throws(RasterError) in
      // Cairo only reads the pixels here, but has no functions for constant data.
      let surface = try CairoSurface(over: UnsafeMutableRawBufferPointer(mutating: bytes), size: size)
      var file: [UInt8] = []
      // Pass the array itself, not its elements: it grows while Cairo writes.
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
