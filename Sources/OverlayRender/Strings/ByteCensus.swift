/// What the first bytes of a file are, to tell text from what is none.
struct ByteCensus {
  private let size: Int
  /// Zero bytes at even and at odd places.
  private var zeros = (even: 0, odd: 0)
  /// Bytes that no text has: controls other than line ends and tabulators. Zeros do not count: a file that was not
  /// written to its end may be filled up with them.
  private var foreign = 0

  init(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(4096)
    size = bytes.count
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0:
        if place.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
      case .tabulator, .lineFeed, .carriageReturn, 0x0B, 0x0C, 0x1A, 0x1B: break
      case ..<0x20, 0x7F: foreign += 1
      default: break
      }
    }
  }

  /// UTF-16 by its byte order, where the bytes look like that: digits and line ends give zeros in every second place.
  var likelyEncoding: String? {
    guard max(zeros.even, zeros.odd) * 8 >= max(size, 8), foreign * 16 <= size else { return nil }
    if zeros.even * 8 <= zeros.odd { return "utf-16le" }
    return zeros.odd * 8 <= zeros.even ? "utf-16be" : nil
  }

  /// Whether the bytes are those of no text: a movie, an archive, a program.
  var isBinary: Bool {
    likelyEncoding == nil && foreign * 20 > size
  }
}
