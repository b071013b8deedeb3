import Glibc

/// A private anonymous memory mapping, which is unmapped when the object is deinitialized.
///
/// Fresh pages are zero and are not resident until they are written.
// `@unchecked`: the address is constant, and the bytes have one writer at a time. That is the draft, which cannot be
// copied. Readers exist only after it is frozen, and the memory returns to a pool only after the last reader is gone.
final class PixelPages: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  /// The size of the mapping in bytes, a multiple of the page size.
  let byteCount: Int

  /// Maps at least `byteCount` bytes, which must be greater than 0.
  init(byteCount: Int) throws(PixelMemoryError) {
    let mapped = Self.wholePages(byteCount)
    let address = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { throw .cannotMap(byteCount: mapped, errno: errno) }
    // A huge page would make two megabytes resident for one drawn pixel. Kernels without huge pages reject this advice,
    // and do not need it.
    _ = madvise(address, mapped, MADV_NOHUGEPAGE)
    base = address
    self.byteCount = mapped
  }

  deinit { munmap(base, byteCount) }

  /// Makes all memory resident with one call instead of a page fault for each page. Kernels before 5.14 reject this
  /// advice, which is harmless.
  func populate() {
    _ = madvise(base, byteCount, MADV_POPULATE_WRITE)
  }

  /// Makes some pages resident with one call.
  func populate(_ pages: Range<Int>) {
    guard !pages.isEmpty else { return }
    _ = madvise(base + pages.lowerBound * Self.pageSize, pages.count * Self.pageSize, MADV_POPULATE_WRITE)
  }

  /// Returns the pages that contain some bytes of a mapping.
  static func pages(ofBytes bytes: Range<Int>) -> Range<Int> {
    bytes.lowerBound / pageSize..<(bytes.upperBound + pageSize - 1) / pageSize
  }

  /// The number of bytes in a page.
  static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Returns `byteCount` rounded up to whole pages, or unchanged if that would overflow (the kernel rejects such
  /// sizes).
  static func wholePages(_ byteCount: Int) -> Int {
    let (sum, overflow) = byteCount.addingReportingOverflow(pageSize - 1)
    return overflow ? byteCount : sum / pageSize * pageSize
  }
}

/// An error in mapping memory for a picture.
public enum PixelMemoryError: Error, Hashable, CustomStringConvertible {
  /// `mmap` failed.
  case cannotMap(byteCount: Int, errno: Int32)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .cannotMap(let byteCount, let errno):
      "cannot map \(byteCount) bytes for a picture (\(SystemError(rawValue: errno))): "
        + "give a smaller size or free memory"
    }
  }
}
