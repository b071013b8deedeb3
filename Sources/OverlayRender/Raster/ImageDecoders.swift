import Synchronization

/// The decoders that images are read with: PNG, and those that were registered.
public enum ImageDecoders {
  private static let registered = Mutex<[any ImageDecoder]>([PNGDecoder()])

  /// Adds a decoder, from any thread; it is asked after those that are there already.
  public static func register(_ decoder: some ImageDecoder) {
    registered.withLock { $0.append(decoder) }
  }

  /// The picture in the bytes of a file, by the first decoder that recognizes how it begins.
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
