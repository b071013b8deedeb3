import CX11
import Glibc
import OverlayRender

/// The picture of a window, in memory that the X server reads (MIT-SHM).
final class X11Picture {
  private let display: X11Display
  private var memory: X11Memory
  private var image: UnsafeMutablePointer<XImage>
  /// The size in pixels.
  private(set) var size: PixelSize
  /// The serial number of the last request that reads the memory.
  private var lastPut: UInt = 0

  /// Creates an empty picture; `nil` if the server cannot read memory of this process, or memory is exhausted.
  ///
  /// - Parameter maximumSize: The size up to which the picture is expected to grow.
  init?(_ display: X11Display, size: PixelSize, maximumSize: PixelSize = PixelSize(1, 1)) {
    let byteCount = max(size.byteCount, maximumSize.byteCount)
    guard let memory = X11Memory(display, byteCount: byteCount),
      let image = memory.makeImage(size)
    else { return nil }
    self.display = display
    self.memory = memory
    self.image = image
    self.size = size
  }

  deinit { overlay_destroy_image(image) }

  private var pixels: WindowPixels {
    WindowPixels(base: memory.base, size: size, bytesPerRow: 4 * size.width)
  }

  /// Draws a part of a picture, as `WindowPixels` does. Returns the part that has changed.
  func draw(_ picture: PixelBuffer, _ damage: Damage, opacity: Double) -> Damage {
    waitUntilRead()
    return pixels.draw(picture, damage, opacity: opacity)
  }

  /// Stretches the picture to another size. Returns whether there is enough memory.
  func resize(to newSize: PixelSize) -> Bool {
    guard newSize != size else { return true }
    let previous = try? copy()
    waitUntilRead()
    if newSize.byteCount > memory.byteCount {
      guard let larger = X11Memory(display, byteCount: newSize.byteCount) else { return false }
      memory = larger
    }
    guard let resized = memory.makeImage(newSize) else { return false }
    overlay_destroy_image(image)
    image = resized
    size = newSize
    memory.release(from: newSize.byteCount)
    if let previous { _ = pixels.draw(previous, .nothing, opacity: 1) }
    return true
  }

  /// Copies a part to a window or pixmap. The server reads the memory later.
  func put(_ rectangle: PixelRect, to drawable: Drawable, _ context: GC) {
    let visible = rectangle.intersection(PixelRect(size))
    guard !visible.isEmpty else { return }
    lastPut = overlay_XNextRequest(display.pointer)
    overlay_XShmPutImage(
      display.pointer, drawable, context, image, CInt(visible.x), CInt(visible.y), CInt(visible.x), CInt(visible.y),
      CUnsignedInt(visible.width), CUnsignedInt(visible.height), 0)
  }

  /// Waits until the server does not read the memory any more. This takes a round trip, unless an event has arrived
  /// since the last copy.
  private func waitUntilRead() {
    if overlay_XLastKnownRequestProcessed(display.pointer) < lastPut { display.synchronize() }
  }

  private func copy() throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: VideoFormat(size: size, pixelFormat: .bgraPremultiplied))
    draft.withUnsafeMutableBytes { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: memory.base, count: size.byteCount))
    }
    return draft.freeze()
  }
}

extension PixelSize {
  fileprivate var byteCount: Int { 4 * width * height }
}

/// A segment of shared memory that an X server has mapped. Pages that were never written take no memory.
private final class X11Memory {
  private let display: X11Display
  private let segment: UnsafeMutablePointer<XShmSegmentInfo>
  /// The first byte.
  let base: UnsafeMutableRawPointer
  /// The number of bytes.
  let byteCount: Int

  /// Creates a segment; `nil` if memory is exhausted, or the server cannot map it.
  init?(_ display: X11Display, byteCount: Int) {
    let noReserve: CInt = 0o10000  // SHM_NORESERVE, which Swift's Glibc module does not define
    let identifier = shmget(IPC_PRIVATE, byteCount, IPC_CREAT | noReserve | 0o600)
    guard identifier >= 0 else { return nil }
    // The segment ends with the last process that has mapped it, however the process ends.
    defer { shmctl(identifier, IPC_RMID, nil) }
    guard let base = overlay_map_shared_memory(identifier) else { return nil }
    self.display = display
    self.base = base
    self.byteCount = byteCount
    segment = .allocate(capacity: 1)
    segment.initialize(
      to: XShmSegmentInfo(
        shmseg: 0, shmid: identifier, shmaddr: base.assumingMemoryBound(to: CChar.self), readOnly: 1))
    let errorCount = X11Errors.count(display.pointer)
    overlay_XShmAttach(display.pointer, segment)
    display.synchronize()
    // From here on, `deinit` frees what there is.
    if X11Errors.count(display.pointer) != errorCount || display.isLost { return nil }
  }

  deinit {
    overlay_XShmDetach(display.pointer, segment)
    shmdt(base)
    segment.deallocate()
  }

  /// Creates the description of a picture at the beginning of the memory; `nil` if pixels do not have 32 bits.
  func makeImage(_ size: PixelSize) -> UnsafeMutablePointer<XImage>? {
    guard
      let image = overlay_XShmCreateImage(
        display.pointer, display.visual, CUnsignedInt(display.depth), ZPixmap, segment.pointee.shmaddr, segment,
        CUnsignedInt(size.width), CUnsignedInt(size.height))
    else { return nil }
    guard image.pointee.bits_per_pixel == 32, image.pointee.bytes_per_line == CInt(4 * size.width) else {
      overlay_destroy_image(image)
      return nil
    }
    return image
  }

  /// Returns the pages from a number of bytes on to the system (madvise(2), MADV_REMOVE).
  func release(from count: Int) {
    let page = Int(getpagesize())
    let start = (count + page - 1) / page * page
    if start < byteCount { madvise(base + start, byteCount - start, MADV_REMOVE) }
  }
}
