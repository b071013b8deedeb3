import Synchronization

/// The decoders for images: PNG, and registered ones.
public enum ImageDecoders {
  private static let registered = Mutex<[any ImageDecoder]>([PNGDecoder()])

  /// Adds a decoder, from any thread. It is used if no earlier decoder recognizes an image.
  public static func register(_ decoder: some ImageDecoder) {
    registered.withLock { $0.append(decoder) }
  }

  /// Decodes an image with the first decoder that recognizes it.
  static func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= ImageError.maximumByteCount else { throw .tooManyBytes(limit: ImageError.maximumByteCount) }
    let firstBytes = Array(bytes.prefix(64))
    let decoders = registered.withLock { $0 }
    guard let decoder = decoders.first(where: { $0.recognizes(firstBytes) }) else { throw .unknownFormat }
    let picture = try decoder.decode(bytes)
    guard picture.format.pixelFormat == .bgraPremultiplied else {
      throw .unsupportedPixelFormat(picture.format.pixelFormat)
    }
    return picture
  }
}
