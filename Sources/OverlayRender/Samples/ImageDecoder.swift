/// Makes pictures of the bytes of one or several file formats.
public protocol ImageDecoder: Sendable {
  /// Whether the bytes with which a file begins (at most 64) are those of a format that it knows.
  func recognizes(_ firstBytes: [UInt8]) -> Bool

  /// The picture in a file, in `bgraPremultiplied`.
  ///
  /// - Throws: Why there is none.
  func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer
}
