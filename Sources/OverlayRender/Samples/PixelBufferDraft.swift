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

extension PixelBufferDraft {
  /// Lays translucent magenta over a damage, with a line of it along the edges of each rectangle.
  ///
  /// - Precondition: The format is `bgraPremultiplied`, and the damage lies within the picture.
  mutating func tint(_ damage: Damage) {
    precondition(format.pixelFormat == .bgraPremultiplied && format.bounds.contains(damage.bounds))
    let stride = format.planes[0].bytesPerRow
    withUnsafeMutableBytes { bytes in
      damage.forEach { rectangle in
        for y in rectangle.minY..<rectangle.maxY {
          for x in rectangle.minX..<rectangle.maxX {
            let isEdge =
              x == rectangle.minX || x == rectangle.maxX - 1 || y == rectangle.minY || y == rectangle.maxY - 1
            DamageTint.blend(over: bytes, at: y * stride + 4 * x, alpha: isEdge ? DamageTint.edge : DamageTint.inside)
          }
        }
      }
    }
  }
}

/// How a damage is shown.
private enum DamageTint {
  /// The opacity along the edges, of 255.
  static let edge: UInt32 = 204
  /// The opacity within them, of 255.
  static let inside: UInt32 = 77

  /// Lays magenta over a pixel.
  static func blend(over bytes: UnsafeMutableRawBufferPointer, at offset: Int, alpha: UInt32) {
    for (channel, isOn) in [true, false, true, true].enumerated() {
      let below = UInt32(bytes[offset + channel]) * (255 - alpha)
      bytes[offset + channel] = UInt8((below + (isOn ? 255 * alpha : 0) + 127) / 255)
    }
  }
}
