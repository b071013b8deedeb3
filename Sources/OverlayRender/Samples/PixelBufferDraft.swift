/// The one writable stage of a picture's memory: exclusive, then frozen.
///
/// A draft that is dropped without being frozen gives its memory up.
public struct PixelBufferDraft: ~Copyable, Sendable {
  /// What the bytes mean.
  public let format: VideoFormat
  /// The stamp given when this memory was frozen last: what is painted in it now. Nil for fresh memory, all zero.
  public let previousStamp: UInt64?

  private let picture: PixelBuffer

  init(pages: PixelPages, format: VideoFormat, pool: PixelBufferPool?, previousStamp: UInt64?) {
    self.format = format
    self.previousStamp = previousStamp
    picture = PixelBuffer(format: format, pages: pages, pool: pool)
  }

  /// Makes a draft of fresh memory that belongs to no pool.
  public init(format: VideoFormat) throws(PixelMemoryError) {
    self.init(
      pages: try PixelPages(byteCount: format.byteCount), format: format, pool: nil, previousStamp: nil)
  }

  /// Calls `body` with the picture's bytes, planes as `format.planes` says. The address is page-aligned.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(picture.mutableBytes)
  }

  /// Makes all of the memory resident at once: worth it only for who is about to write all of it.
  mutating func populate() {
    picture.populate()
  }

  /// Copies all bytes of a picture of the same format.
  mutating func copyBytes(of picture: PixelBuffer) {
    populate()
    withUnsafeMutableBytes { bytes in picture.withUnsafeBytes { bytes.copyMemory(from: $0) } }
  }

  /// Copies a part of a picture of the same format, which has one plane; other pages are not touched.
  mutating func copyBytes(of picture: PixelBuffer, in damage: Damage) {
    let plane = format.planes[0]
    let bytesPerPixel = plane.bytesPerRow / format.size.width
    withUnsafeMutableBytes { bytes in
      picture.withUnsafeBytes { source in
        damage.forEach { rectangle in
          let count = rectangle.width * bytesPerPixel
          for y in rectangle.minY..<rectangle.maxY {
            let start = y * plane.bytesPerRow + rectangle.minX * bytesPerPixel
            UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + count)])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + count)]))
          }
        }
      }
    }
  }

  /// Ends writing.
  ///
  /// - Parameter stamp: A number of the caller's for what is painted; the memory carries it when it is used again.
  public consuming func freeze(stamp: UInt64) -> PixelBuffer {
    picture.freeze(stamp: stamp)
    return picture
  }
}
