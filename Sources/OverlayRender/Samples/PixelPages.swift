import Glibc

/// One private anonymous memory mapping, unmapped when it dies.
///
/// Fresh pages read as zero and are not resident until they are written.
// `@unchecked`: the address never changes, and the bytes have one writer at a time. That is the draft, which cannot be
// copied; readers exist only after it is frozen, and the memory returns to a pool only after the last of them is gone.
final class PixelPages: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  /// Whole pages, in bytes.
  let byteCount: Int

  /// Maps at least `byteCount` bytes, over 0.
  init(byteCount: Int) throws(PixelMemoryError) {
    let mapped = Self.wholePages(byteCount)
    let address = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { throw .cannotMap(byteCount: mapped, errno: errno) }
    // A huge page would make two megabytes resident for one inked pixel. Kernels without them refuse this advice, and
    // then it is not needed.
    _ = madvise(address, mapped, MADV_NOHUGEPAGE)
    base = address
    self.byteCount = mapped
  }

  deinit { munmap(base, byteCount) }

  /// Makes all of it resident in one call instead of one page fault after another. Advice only: kernels before 5.14 do not
  /// know it.
  func populate() {
    _ = madvise(base, byteCount, MADV_POPULATE_WRITE)
  }

  /// `byteCount` rounded up to whole pages, or unchanged where that would overflow (the kernel refuses such sizes).
  static func wholePages(_ byteCount: Int) -> Int {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let (sum, overflow) = byteCount.addingReportingOverflow(page - 1)
    return overflow ? byteCount : sum / page * page
  }
}

/// Why there is no memory for a picture.
public enum PixelMemoryError: Error, Hashable, CustomStringConvertible {
  /// `mmap` failed.
  case cannotMap(byteCount: Int, errno: Int32)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .cannotMap(let byteCount, let errno):
      "cannot map \(byteCount) bytes for a picture (\(SystemError(rawValue: errno))): "
        + "give a smaller size or free memory"
    }
  }
}
