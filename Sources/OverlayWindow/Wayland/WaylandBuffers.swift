import CWayland
import Glibc
import OverlayRender

/// The pictures of a window in memory that the compositor reads: at most two, so that one can be drawn while the
/// compositor still reads the other.
///
/// A compositor that copies pictures returns each one at once. Then a second one is never touched, and takes no memory.
final class WaylandBuffers {
  private let sharedMemory: OpaquePointer
  private let display: WaylandDisplay
  private let onRelease: () -> Void
  private var memory: WaylandMemory?
  private var slots: [WaylandBuffer?] = [nil, nil]
  /// Buffers of other sizes that the compositor still reads.
  private var retired: [WaylandBuffer] = []
  /// The index of the slot with the latest picture.
  private var latestSlot = 0
  private var latestPictureSize: PixelSize?

  /// - Parameter onRelease: Called when the compositor returns a picture.
  init(_ sharedMemory: OpaquePointer, on display: WaylandDisplay, onRelease: @escaping () -> Void) {
    self.sharedMemory = sharedMemory
    self.display = display
    self.onRelease = onRelease
  }

  /// The buffer with the latest picture.
  var latest: WaylandBuffer? { slots[latestSlot] }

  /// Draws the parts of a picture that changed into a free buffer of a size. Returns the buffer, and by how much its
  /// picture differs from the previous one; `nil` if the compositor reads all buffers, or there is no memory.
  func draw(
    _ picture: PixelBuffer, _ damage: Damage, size: PixelSize, opacity: Double
  ) -> (buffer: WaylandBuffer, damage: Damage)? {
    let previous = latest
    guard let memory = memory(for: size),
      let index = [latestSlot, 1 - latestSlot].first(where: { slots[$0]?.isBusy != true })
    else { return nil }
    let isNewSize = previous?.pixels.size != size || latestPictureSize != picture.format.size
    let damage = isNewSize ? Damage(picture.format.bounds) : damage
    let buffer: WaylandBuffer
    if let slot = slots[index], slot.pixels.size == size {
      buffer = slot
    } else {
      guard let new = WaylandBuffer(in: memory, slot: index, size: size, onRelease: onRelease) else { return nil }
      slots[index] = new
      buffer = new
    }
    for slot in slots { slot?.missing.formUnion(damage) }
    let drawn = buffer.pixels.draw(picture, buffer.missing, opacity: opacity)
    buffer.missing = .nothing
    latestSlot = index
    latestPictureSize = picture.format.size
    return (buffer, picture.format.size == size && !isNewSize ? damage : drawn)
  }

  /// Draws the latest picture into the other buffer, too, if the compositor still reads the first one. The memory of a
  /// buffer is slow when it is first touched, and the next picture is due at a time.
  func prepareNext(_ picture: PixelBuffer, opacity: Double) {
    let index = 1 - latestSlot
    guard let memory, let latest, latest.isBusy, slots[index] == nil, latest.pixels.size == picture.format.size,
      let buffer = WaylandBuffer(in: memory, slot: index, size: picture.format.size, onRelease: onRelease)
    else { return }
    slots[index] = buffer
    _ = buffer.pixels.draw(picture, buffer.missing, opacity: opacity)
    buffer.missing = .nothing
  }

  /// Returns memory for two pictures of a size; `nil` if there is not enough. Memory that the compositor still reads
  /// stays until the compositor returns it.
  private func memory(for size: PixelSize) -> WaylandMemory? {
    let byteCount = 4 * size.width * size.height
    retired.removeAll { !$0.isBusy }
    // Memory that is not touched costs nothing. So a window can grow for a while in the same memory.
    if let memory, (memory.slotByteCount / 8...memory.slotByteCount).contains(byteCount) { return memory }
    guard let memory = WaylandMemory(sharedMemory, slotByteCount: 2 * byteCount) else { return nil }
    retired += slots.compactMap { $0 }.filter(\.isBusy)
    slots = [nil, nil]
    self.memory = memory
    return memory
  }
}

/// A picture that the compositor reads (`wl_buffer`).
final class WaylandBuffer {
  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_buffer_listener()) {
    $0.release = { data, _ in WaylandListener.owner(data, as: WaylandBuffer.self)?.released() }
  }

  let buffer: OpaquePointer
  let pixels: WindowPixels
  private let memory: WaylandMemory
  private let onRelease: () -> Void
  /// Whether the compositor reads it.
  var isBusy = false
  /// The part in which it differs from the latest picture.
  var missing: Damage

  fileprivate init?(in memory: WaylandMemory, slot: Int, size: PixelSize, onRelease: @escaping () -> Void) {
    guard let buffer = memory.makeBuffer(slot, size) else { return nil }
    self.buffer = buffer
    self.memory = memory
    self.onRelease = onRelease
    pixels = WindowPixels(base: memory.base(of: slot), size: size, bytesPerRow: 4 * size.width)
    missing = Damage(PixelRect(size))
    wl_buffer_add_listener(buffer, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    wl_buffer_destroy(buffer)
  }

  private func released() {
    isBusy = false
    onRelease()
  }
}

/// Memory for two pictures that a compositor reads (`wl_shm_pool`).
private final class WaylandMemory {
  /// The number of bytes for each picture.
  let slotByteCount: Int
  private let base: UnsafeMutableRawPointer
  private let pool: OpaquePointer
  private var byteCount: Int { 2 * slotByteCount }

  /// Returns `nil` if there is not enough memory.
  init?(_ sharedMemory: OpaquePointer, slotByteCount: Int) {
    let byteCount = 2 * slotByteCount
    guard let size = Int32(exactly: byteCount) else { return nil }
    let file = overlay_wayland_memory(byteCount)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED,
      let pool = wl_shm_create_pool(sharedMemory, file, size)
    else { return nil }
    self.slotByteCount = slotByteCount
    self.base = base
    self.pool = pool
  }

  deinit {
    wl_shm_pool_destroy(pool)
    munmap(base, byteCount)
  }

  func base(of slot: Int) -> UnsafeMutableRawPointer { base.advanced(by: slot * slotByteCount) }

  func makeBuffer(_ slot: Int, _ size: PixelSize) -> OpaquePointer? {
    wl_shm_pool_create_buffer(
      pool, Int32(slot * slotByteCount), Int32(size.width), Int32(size.height), Int32(4 * size.width),
      WL_SHM_FORMAT_ARGB8888.rawValue)
  }
}
