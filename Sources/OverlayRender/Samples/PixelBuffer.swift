import Synchronization

/// An immutable picture, which can be shared, repeated by reference, and lent to the kernel.
///
/// A `PixelBufferDraft` creates it. When the last reference is released, its memory returns to its pool. The memory is
/// unmapped if it has no pool, if the pool no longer exists, or if the buffer is retired.
public final class PixelBuffer: Sendable {
  /// What happens to the memory when the buffer is deinitialized.
  private enum Lifecycle {
    /// Not frozen: the content is unknown, so the memory is unmapped.
    case draft
    /// Frozen as the picture `stamp`: the memory returns to its pool with the stamp.
    case frozen(stamp: UInt64)
    /// Lent to the kernel: the memory is unmapped.
    case retired
  }

  /// The format of the bytes.
  public let format: VideoFormat
  /// The number of bytes in the picture.
  public let byteCount: Int

  private let pages: PixelPages
  private weak let pool: PixelBufferPool?
  private let lifecycle = Mutex(Lifecycle.draft)

  init(format: VideoFormat, pages: PixelPages, pool: PixelBufferPool?) {
    self.format = format
    byteCount = format.byteCount
    self.pages = pages
    self.pool = pool
  }

  deinit {
    guard let pool else { return }
    switch lifecycle.withLock({ $0 }) {
    case .frozen(let stamp): pool.recycle(pages, stamp: stamp)
    case .draft, .retired: pool.forget()
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

  /// Marks the buffer as lent to the kernel, which may read its memory long after the buffer is released (`vmsplice`):
  /// the memory is then unmapped and never written again.
  public func retire() {
    lifecycle.withLock { $0 = .retired }
    pool?.noteRetiredBuffer()
  }

  /// Whether the memory is never reused.
  package var isRetired: Bool {
    lifecycle.withLock { if case .retired = $0 { true } else { false } }
  }

  /// The bytes, for the draft that has exclusive access to them.
  var mutableBytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: pages.base, count: byteCount)
  }

  func populate() {
    pages.populate()
  }

  func freeze(stamp: UInt64) {
    lifecycle.withLock { $0 = .frozen(stamp: stamp) }
  }
}
