import Synchronization

/// An immutable picture, which can be shared and repeated by reference.
///
/// A `PixelBufferDraft` creates it. When the last reference is released, its memory returns to its pool. The memory is
/// unmapped if it has no pool, or if the pool no longer exists.
public final class PixelBuffer: Sendable {
  /// The format of the bytes.
  public let format: VideoFormat
  /// The number of bytes in the picture.
  public let byteCount: Int

  private let pages: PixelPages
  private weak let pool: PixelBufferPool?
  /// The number of the frozen picture, with which the memory returns to its pool. Until the picture is frozen it is
  /// nil: the content is unknown, so the memory is unmapped.
  private let stamp = Mutex<UInt64?>(nil)

  init(format: VideoFormat, pages: PixelPages, pool: PixelBufferPool?) {
    self.format = format
    byteCount = format.byteCount
    self.pages = pages
    self.pool = pool
  }

  deinit {
    guard let pool else { return }
    if let stamp = stamp.withLock({ $0 }) {
      pool.recycle(pages, stamp: stamp)
    } else {
      pool.forget()
    }
  }

  /// Calls `body` with the bytes of the picture, whose planes `format.planes` describes. The address is aligned to a
  /// page and valid as long as the buffer exists.
  ///
  /// - Throws: The error that `body` throws.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: pages.base, count: byteCount))
  }

  /// The bytes, for the draft that has exclusive access to them.
  var mutableBytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: pages.base, count: byteCount)
  }

  func populate() {
    pages.populate()
  }

  func populate(pages range: Range<Int>) {
    pages.populate(range)
  }

  func freeze(stamp: UInt64) {
    self.stamp.withLock { $0 = stamp }
  }
}
