import Synchronization

/// A frozen picture: it never changes again, so it may be shared, repeated by reference and lent to the kernel.
///
/// It is made by a `PixelBufferDraft`. When the last reference goes, its memory returns to the pool it came from, or is
/// unmapped when that pool is gone, when there was none, or when the buffer was retired.
public final class PixelBuffer: Sendable {
  /// What becomes of the memory when the buffer dies.
  private enum Lifecycle {
    /// Not frozen: nobody knows what is painted, the memory is unmapped.
    case draft
    /// Frozen as the picture `stamp`: the memory returns to its pool and carries the stamp.
    case frozen(stamp: UInt64)
    /// Lent to the kernel: the memory is unmapped.
    case retired
  }

  /// What the bytes mean.
  public let format: VideoFormat
  /// The bytes of the picture.
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

  /// Calls `body` with the picture's bytes, planes as `format.planes` says. The address is page-aligned and stays valid
  /// as long as the buffer lives.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: pages.base, count: byteCount))
  }

  /// Says that the kernel may read these pages long after the buffer is gone (`vmsplice`): they are unmapped when it
  /// dies and never written again.
  public func retire() {
    lifecycle.withLock { $0 = .retired }
    pool?.noteRetiredBuffer()
  }

  /// Whether the memory is kept from being used again.
  public var isRetired: Bool {
    lifecycle.withLock { if case .retired = $0 { true } else { false } }
  }

  /// The bytes while they may still be written; only the draft, which is exclusive, asks.
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

/// Pictures that change with presentation time: what a movie, a camera or a generator shows.
public protocol PixelSource: Sendable {
  /// The size that it takes of its own choice, each side at least 1 pixel.
  var naturalSize: PixelSize { get }

  /// The frozen picture, in `bgraPremultiplied`, that is shown at a presentation time: always the same one for the same
  /// time. Nil where nothing is to be seen; a picture of another format is not shown either.
  func pixels(at time: MediaTime) -> PixelBuffer?

  /// The first presentation time after `time` at which another picture may be shown; +infinity for never.
  func nextChange(after time: MediaTime) -> MediaTime
}
