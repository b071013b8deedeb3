import Glibc

/// The latest picture of an output as pages, which a pipe reads by reference.
///
/// Lent pages never change again, so a picture shares the pages that have not changed with the picture before it, and
/// only the others are copied. The kernel reads them long after the picture was replaced.
struct PagedPicture: ~Copyable {
  private let format: VideoFormat
  private let byteCount: Int
  private var arena: PageArena
  /// The address of each page; empty before the first picture.
  private var pages: [UInt] = []
  /// The pages that have changed.
  private var changed: [Bool]
  private let header: ReadOnlyBytes?
  /// The header and the bytes of the picture in order: runs of adjacent pages.
  private(set) var parts: [iovec] = []

  /// Creates the pages of pictures with a format, without a picture.
  ///
  /// - Parameter header: What precedes each frame.
  init(format: VideoFormat, header: ReadOnlyBytes?) {
    self.format = format
    self.header = header
    byteCount = format.byteCount
    arena = PageArena(pictureOf: byteCount)
    changed = Array(repeating: false, count: (byteCount + PageArena.pageSize - 1) / PageArena.pageSize)
  }

  /// The number of bytes of memory in use.
  var memoryByteCount: Int { arena.byteCount }

  /// Copies what has changed.
  ///
  /// - Parameters:
  ///   - picture: The next picture.
  ///   - damage: The difference from the picture before.
  /// - Throws: `PixelMemoryError` if the kernel provides no memory. The pages must not be lent or updated afterwards.
  mutating func update(to picture: PixelBuffer, damage: Damage) throws(PixelMemoryError) {
    if pages.isEmpty {
      pages = Array(repeating: 0, count: changed.count)
      markAll()
    } else if damage.isEmpty {
      return
    } else {
      var damage = damage
      damage.clip(to: format.bounds)
      damage.forEach { mark($0) }
    }
    makeRoom()
    try picture.withUnsafeBytes { (bytes) throws(PixelMemoryError) in try copyChanged(from: bytes) }
    joinRuns()
  }

  /// Returns the blocks that nothing is kept in before a further one is taken. If the pages to keep are scattered over
  /// too many blocks, the picture is copied as a whole.
  private mutating func makeRoom() {
    let byteCount = changed.count { $0 } * PageArena.pageSize
    guard arena.needsBlock(for: byteCount) else { return }
    arena.keep(zip(pages, changed).lazy.filter { !$1 }.map { $0.0 })
    guard !arena.hasRoom(for: byteCount) else { return }
    markAll()
    arena.keep(EmptyCollection())
  }

  /// Writes the header and the picture to a pipe.
  mutating func lend(to writer: inout DescriptorWriter) throws(SinkError) {
    try writer.lend(&parts)
  }

  private mutating func markAll() {
    for page in changed.indices { changed[page] = true }
  }

  /// Marks the pages with samples that depend on the pixels of a rectangle.
  private mutating func mark(_ rectangle: PixelRect) {
    for (plane, layout) in zip(format.pixelFormat.planes, format.planes) {
      let columns = Self.samples(rectangle.minX..<rectangle.maxX, plane.horizontalSubsampling, layout.size.width)
      let rows = Self.samples(rectangle.minY..<rectangle.maxY, plane.verticalSubsampling, layout.size.height)
      let bytesPerSample = layout.bytesPerRow / layout.size.width
      for row in rows {
        let start = layout.offset + row * layout.bytesPerRow
        let first = (start + columns.lowerBound * bytesPerSample) / PageArena.pageSize
        let last = (start + columns.upperBound * bytesPerSample - 1) / PageArena.pageSize
        for page in first...last { changed[page] = true }
      }
    }
  }

  /// Returns the samples that depend on some pixels of a row or a column. One that is subsampled is filtered: it also
  /// depends on the pixels beside its own ones.
  private static func samples(_ pixels: Range<Int>, _ subsampling: Int, _ count: Int) -> Range<Int> {
    let margin = subsampling > 1 ? 1 : 0
    let first = max(pixels.lowerBound - margin, 0) / subsampling
    return first..<min((pixels.upperBound + margin - 1) / subsampling + 1, count)
  }

  private mutating func copyChanged(from bytes: UnsafeRawBufferPointer) throws(PixelMemoryError) {
    var page = 0
    while page < changed.count {
      guard changed[page] else {
        page += 1
        continue
      }
      let end = changed[page...].firstIndex(of: false) ?? changed.count
      let memory = try arena.allocate((end - page) * PageArena.pageSize)
      let offset = page * PageArena.pageSize
      memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + memory.count, byteCount)]))
      var address = UInt(bitPattern: memory.baseAddress)
      for index in page..<page + memory.count / PageArena.pageSize {
        pages[index] = address
        changed[index] = false
        address += UInt(PageArena.pageSize)
      }
      page += memory.count / PageArena.pageSize
    }
  }

  private mutating func joinRuns() {
    parts.removeAll(keepingCapacity: true)
    header?.withUnsafeBytes { parts.append(iovec($0)) }
    let size = PageArena.pageSize
    var first = 0
    for page in 1...pages.count where page == pages.count || pages[page] != pages[page - 1] + UInt(size) {
      let end = min(page * size, byteCount)
      parts.append(iovec(iov_base: UnsafeMutableRawPointer(bitPattern: pages[first]), iov_len: end - first * size))
      first = page
    }
  }
}
