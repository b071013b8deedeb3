import Glibc

/// Memory for pages that a pipe reads by reference, which therefore never change again.
///
/// The memory consists of blocks. For large pictures, a block is one huge page if the system has some: a huge page is
/// cleared at once, and the kernel takes one reference to it for all of its pages. Unmapping a block is safe while the
/// kernel still reads it.
struct PageArena: ~Copyable {
  /// The size of a page in bytes.
  static let pageSize = PixelPages.pageSize
  /// The size of a block for large pictures: the size of a huge page on x86-64, and on ARM with pages of 4 KiB.
  private static let hugePageSize = 2 << 20
  /// Pictures from this size on are worth huge pages.
  private static let leastHugeByteCount = 1 << 20

  /// The size of a block, a power of two.
  private let blockSize: Int
  /// Whether blocks are huge pages.
  private let isHuge: Bool
  /// The greatest number of blocks.
  private let blockLimit: Int
  private var blocks: [MemoryBlock] = []
  /// What is left of the newest block.
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Creates an arena without memory.
  ///
  /// - Parameter byteCount: The size of the pictures in bytes.
  init(pictureOf byteCount: Int) {
    isHuge = byteCount >= Self.leastHugeByteCount
    // Up to four small pictures in a block.
    let smallSize = min(max(Self.pageSize, 4 * byteCount), Self.leastHugeByteCount).nextPowerOfTwo
    blockSize = isHuge ? Self.hugePageSize : smallSize
    // Two pictures, and what is left of a block.
    blockLimit = (2 * byteCount + blockSize - 1) / blockSize + 1
  }

  /// The number of bytes of all blocks.
  var byteCount: Int { blocks.count * blockSize }

  /// Returns whether fresh memory of a number of bytes takes a further block.
  func needsBlock(for byteCount: Int) -> Bool { byteCount > free.count }

  /// Returns whether fresh memory of a number of bytes leaves the arena within two pictures and a block.
  func hasRoom(for byteCount: Int) -> Bool {
    let missing = max(byteCount - free.count, 0)
    return blocks.count + (missing + blockSize - 1) / blockSize <= blockLimit
  }

  /// Returns fresh memory of at most a number of bytes, a multiple of the page size; at least a page.
  ///
  /// - Throws: `PixelMemoryError` if the kernel provides no memory.
  mutating func allocate(_ byteCount: Int) throws(PixelMemoryError) -> UnsafeMutableRawBufferPointer {
    if free.isEmpty {
      let block = try MemoryBlock(byteCount: blockSize, isHuge: isHuge)
      blocks.append(block)
      free = block.bytes
    }
    let memory = UnsafeMutableRawBufferPointer(rebasing: free.prefix(byteCount))
    free = UnsafeMutableRawBufferPointer(rebasing: free.dropFirst(memory.count))
    return memory
  }

  /// Unmaps the blocks that contain none of the pages, which are addresses, except the one that has free memory.
  mutating func keep(_ pages: some Sequence<UInt>) {
    let mask = UInt(blockSize - 1)
    let used = Set(pages.lazy.map { $0 & ~mask })
    let newest = free.isEmpty ? nil : blocks.last
    blocks.removeAll { $0 !== newest && !used.contains(UInt(bitPattern: $0.bytes.baseAddress)) }
  }
}

/// A mapping whose address is a multiple of its size.
private final class MemoryBlock {
  let bytes: UnsafeMutableRawBufferPointer

  /// - Parameter byteCount: The size, a power of two and a multiple of the page size.
  init(byteCount: Int, isHuge: Bool) throws(PixelMemoryError) {
    let mapped = mmap(nil, 2 * byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .cannotMap(byteCount: byteCount, errno: errno) }
    let base = mapped.alignedUp(toMultipleOf: byteCount)
    let before = base - mapped
    if before > 0 { munmap(mapped, before) }
    munmap(base + byteCount, byteCount - before)
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    // Kernels without huge pages reject the advice. Then, and if there is no huge page left, the second advice makes
    // all pages resident with one call instead of a fault for each; kernels before 5.14 reject it.
    if isHuge {
      _ = madvise(base, byteCount, MADV_HUGEPAGE)
      _ = madvise(base, byteCount, MADV_POPULATE_WRITE)
    } else {
      _ = madvise(base, byteCount, MADV_NOHUGEPAGE)
    }
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}

extension Int {
  /// The smallest power of two that is not less than the number, which must be positive.
  fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
