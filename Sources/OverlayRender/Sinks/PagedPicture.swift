import Glibc

/// The latest picture of an output as pages, which a pipe reads by reference.
///
/// Lent pages never change again, so a picture shares the pages that have not changed with the picture before it, and
/// only the others are copied. The kernel reads them long after the picture was replaced. Within a picture, equal
/// stretches share pages too: most of an overlay is blank, and a reader gets the same few pages, which stay in the
/// cache of its processor.
///
/// The header of a frame is in the bytes before the picture. A reader gets both with one copy, in which the destination
/// is then not a few bytes ahead of the source: within a page, that makes `rep movsb`, with which the kernel copies, up
/// to twenty times slower.
struct PagedPicture: ~Copyable {
  /// The number of pages that are shared with equal ones before them: 64 KiB. The kernel takes longer for shorter
  /// stretches.
  private static let stretchPages = max((64 << 10) / PageArena.pageSize, 1)
  /// The picture begins at a multiple of this, a cache line.
  private static let alignment = 64

  private let format: VideoFormat
  private let header: ReadOnlyBytes?
  /// The bytes of the first page before the picture, which end with the header.
  private let leadByteCount: Int
  /// The number of bytes of the picture.
  private let byteCount: Int
  private var arena: PageArena
  /// The address of each page; empty before the first picture.
  private var pages: [UInt] = []
  /// The pages that have changed.
  private var changed: [Bool]
  /// The header and the bytes of the picture in order: runs of adjacent pages.
  private(set) var parts: [iovec] = []

  /// Creates the pages of pictures with a format, without a picture.
  ///
  /// - Parameter header: What precedes each frame: fewer bytes than a page has.
  init(format: VideoFormat, header: ReadOnlyBytes?) {
    self.format = format
    self.header = header
    let headerByteCount = header?.count ?? 0
    precondition(headerByteCount < PageArena.pageSize, "the header of a frame must fit in a page")
    leadByteCount = (headerByteCount + Self.alignment - 1) / Self.alignment * Self.alignment
    byteCount = format.byteCount
    let pageCount = (leadByteCount + byteCount + PageArena.pageSize - 1) / PageArena.pageSize
    arena = PageArena(pictureOf: leadByteCount + byteCount)
    changed = Array(repeating: false, count: pageCount)
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
        let start = leadByteCount + layout.offset + row * layout.bytesPerRow
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
      let stretch = page..<min((page / Self.stretchPages + 1) * Self.stretchPages, changed.count)
      let end: Int
      if isRepeated(stretch, in: bytes) {
        for index in stretch { pages[index] = pages[index - Self.stretchPages] }
        end = stretch.upperBound
      } else {
        end = try copy(page..<(changed[stretch].firstIndex(of: false) ?? stretch.upperBound), from: bytes)
      }
      for index in page..<end { changed[index] = false }
      page = end
    }
  }

  /// Returns whether a whole stretch of pages has changed and is equal to the stretch before it.
  private func isRepeated(_ stretch: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    let length = Self.stretchPages * PageArena.pageSize
    let start = stretch.lowerBound * PageArena.pageSize - leadByteCount
    guard stretch.lowerBound.isMultiple(of: Self.stretchPages), start >= length, let base = bytes.baseAddress,
      changed[stretch].allSatisfy({ $0 })
    else { return false }
    return memcmp(base + start, base + start - length, min(length, byteCount - start)) == 0
  }

  /// Copies some pages into fresh memory, as far as it is adjacent. Returns the end of the copied pages.
  private mutating func copy(
    _ range: Range<Int>, from bytes: UnsafeRawBufferPointer
  ) throws(PixelMemoryError) -> Int {
    let memory = try arena.allocate(range.count * PageArena.pageSize)
    let count = memory.count / PageArena.pageSize
    // The lead is before the picture.
    let start = range.lowerBound * PageArena.pageSize - leadByteCount
    let target = UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(max(-start, 0)))
    let source = bytes[max(start, 0)..<min(start + memory.count, byteCount)]
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
    if start < 0 { copyHeader(to: memory) }
    for index in 0..<count {
      pages[range.lowerBound + index] = UInt(bitPattern: memory.baseAddress) + UInt(index * PageArena.pageSize)
    }
    return range.lowerBound + count
  }

  private func copyHeader(to memory: UnsafeMutableRawBufferPointer) {
    header?.withUnsafeBytes { header in
      let end = UnsafeMutableRawBufferPointer(rebasing: memory[(leadByteCount - header.count)..<leadByteCount])
      end.copyMemory(from: header)
    }
  }

  private mutating func joinRuns() {
    parts.removeAll(keepingCapacity: true)
    let size = PageArena.pageSize
    var start = leadByteCount - (header?.count ?? 0)
    var first = 0
    for page in 1...pages.count where page == pages.count || pages[page] != pages[page - 1] + UInt(size) {
      let end = min(page * size, leadByteCount + byteCount)
      let address = pages[first] + UInt(start - first * size)
      parts.append(iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: end - start))
      (first, start) = (page, end)
    }
  }
}
