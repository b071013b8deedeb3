import Synchronization

/// The decoders for images: PNG, and registered ones.
public enum ImageDecoders {
  private static let registered = Mutex<[any ImageDecoder]>([PNGDecoder()])

  /// Adds a decoder, from any thread. It is used if no earlier decoder recognizes an image.
  public static func register(_ decoder: some ImageDecoder) {
    registered.withLock { $0.append(decoder) }
  }

  /// Reads a regular file and returns the picture in it.
  static func picture(ofFile path: String) throws(ImageError) -> PixelBuffer {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.bytes(ofFile: path, limit: ImageError.maximumByteCount)
    } catch {
      throw ImageError(ImageError.Reason(error), path: path)
    }
    do throws(ImageError.Reason) {
      return try decode(bytes)
    } catch {
      throw ImageError(error, path: path)
    }
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
