/// A picture that can be written: exclusive until it is frozen into a `PixelBuffer`.
///
/// A draft that is released without being frozen releases its memory.
public struct PixelBufferDraft: ~Copyable, Sendable {
  /// The format of the bytes.
  public let format: VideoFormat
  /// The stamp of the picture that this memory contains, or nil for fresh memory, which is zero.
  package let previousStamp: UInt64?

  private let picture: PixelBuffer

  init(pages: PixelPages, format: VideoFormat, pool: PixelBufferPool?, previousStamp: UInt64?) {
    self.format = format
    self.previousStamp = previousStamp
    picture = PixelBuffer(format: format, pages: pages, pool: pool)
  }

  /// Creates a draft with fresh memory outside of any pool.
  ///
  /// - Throws: `PixelMemoryError` if the kernel provides no memory.
  public init(format: VideoFormat) throws(PixelMemoryError) {
    self.init(
      pages: try PixelPages(byteCount: format.byteCount), format: format, pool: nil, previousStamp: nil)
  }

  /// Calls `body` with the bytes of the picture, whose planes `format.planes` describes. The address is aligned to a
  /// page.
  ///
  /// - Throws: The error that `body` throws.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(picture.mutableBytes)
  }

  /// Makes all memory resident at once. This is useful only before all of it is written.
  mutating func populate() {
    picture.populate()
  }

  /// Makes the memory of rectangles resident, which are about to be drawn. A page that is read before it is written
  /// takes two page faults, and interrupts the other threads of the process.
  ///
  /// - Precondition: The format has one plane with four bytes for each pixel.
  mutating func populate(_ rectangles: [PixelRect]) {
    guard !rectangles.isEmpty else { return }
    let stride = format.planes[0].bytesPerRow
    // Each page once, in as few calls as possible: many texts share pages.
    var isDrawn = [Bool](repeating: false, count: PixelPages.pages(ofBytes: 0..<format.byteCount).count)
    for rectangle in rectangles where !rectangle.isEmpty {
      for row in rectangle.minY..<rectangle.maxY {
        for page in PixelPages.pages(ofBytes: row * stride + 4 * rectangle.minX..<row * stride + 4 * rectangle.maxX) {
          isDrawn[page] = true
        }
      }
    }
    var page = 0
    while let first = isDrawn[page...].firstIndex(of: true) {
      page = isDrawn[first...].firstIndex(of: false) ?? isDrawn.endIndex
      picture.populate(pages: first..<page)
    }
  }

  /// Copies the bytes of a picture with the same format.
  mutating func copyBytes(of picture: PixelBuffer) {
    populate()
    withUnsafeMutableBytes { bytes in picture.withUnsafeBytes { bytes.copyMemory(from: $0) } }
  }

  /// Ends writing and returns the picture.
  public consuming func freeze() -> PixelBuffer {
    freeze(stamp: 0)
  }

  /// Ends writing and returns the picture.
  ///
  /// - Parameter stamp: A number that identifies the picture. The memory keeps it when it is reused.
  package consuming func freeze(stamp: UInt64) -> PixelBuffer {
    picture.freeze(stamp: stamp)
    return picture
  }
}

extension PixelBufferDraft {
  /// Sets the pixels of a rectangle to a value, 0xAARRGGBB.
  ///
  /// - Precondition: The format is `bgraPremultiplied`, and the rectangle is within the picture.
  mutating func fill(_ rectangle: PixelRect, with pixel: UInt32) {
    precondition(format.pixelFormat == .bgraPremultiplied && format.bounds.contains(rectangle))
    let stride = format.planes[0].bytesPerRow
    withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for y in rectangle.minY..<rectangle.maxY {
        (first + y * stride + 4 * rectangle.x).initializeMemory(
          as: UInt32.self, repeating: pixel, count: rectangle.width)
      }
    }
  }

  /// Blends translucent magenta over a damage, with a stronger line along the edges of each rectangle.
  ///
  /// - Precondition: The format is `bgraPremultiplied`, and the damage is within the picture.
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

/// The color that makes damage visible.
private enum DamageTint {
  /// The opacity of the edges, 0...255.
  static let edge: UInt32 = 204
  /// The opacity inside the edges, 0...255.
  static let inside: UInt32 = 77

  /// Blends magenta over a pixel.
  static func blend(over bytes: UnsafeMutableRawBufferPointer, at offset: Int, alpha: UInt32) {
    for (channel, isOn) in [true, false, true, true].enumerated() {
      let below = UInt32(bytes[offset + channel]) * (255 - alpha)
      bytes[offset + channel] = UInt8((below + (isOn ? 255 * alpha : 0) + 127) / 255)
    }
  }
}
