/// The characters of a WebVTT file, which the parser reads line by line.
struct WebVTTInput {
  /// A location in the file.
  struct Location {
    /// The index of the next byte.
    var position = 0
    /// The number of its line, from 1.
    var lineNumber = 1
  }

  /// A line without its end.
  struct Line {
    /// The range of its bytes.
    let range: Range<Int>
    /// The number of the line in the file, from 1.
    let number: Int
    /// Whether the line contains `-->`.
    let hasArrow: Bool
    /// Whether the line is the last one in the file.
    let isLast: Bool
  }

  /// The file as UTF-8 with line feeds as line ends.
  let bytes: [UInt8]
  /// The current location.
  var location = Location()

  /// Decodes a file and normalizes its line ends (W3C WebVTT, section 6.1, step 1).
  init(_ file: [UInt8]) {
    // Implements "UTF-8 decode" of the Encoding Standard: one byte order mark is removed, and each maximal subpart of
    // an ill-formed sequence becomes U+FFFD.
    var bytes = file
    if bytes.starts(with: [UInt8].byteOrderMark) { bytes.removeFirst(3) }
    // Valid UTF-8 is not copied.
    if InvalidUTF8Sequences(bytes).contains(where: { _ in true }) {
      bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
    let isNormalized = bytes.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") }
    self.bytes = isNormalized ? bytes : WebVTTInput.normalized(bytes)
  }

  var isAtEnd: Bool { location.position == bytes.count }

  /// Reads up to the next line feed, and the line feed.
  mutating func takeLine() -> Line {
    let start = location.position
    let number = location.lineNumber
    var end = start
    var hyphens = 0
    var hasArrow = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "-") {
        hyphens += 1
      } else {
        if bytes[end] == UInt8(ascii: ">"), hyphens >= 2 { hasArrow = true }
        hyphens = 0
      }
      end += 1
    }
    let isLast = end == bytes.count
    location = Location(position: isLast ? end : end + 1, lineNumber: number + 1)
    return Line(range: start..<end, number: number, hasArrow: hasArrow, isLast: isLast)
  }

  /// Skips all line feeds that are next.
  mutating func skipLineFeeds() {
    while !isAtEnd, bytes[location.position] == UInt8(ascii: "\n") {
      location.position += 1
      location.lineNumber += 1
    }
  }

  private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    var normalized: [UInt8] = []
    normalized.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0: normalized += "\u{FFFD}".utf8
      case UInt8(ascii: "\r"): normalized.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
      default: normalized.append(byte)
      }
      previous = byte
    }
    return normalized
  }
}

extension ArraySlice<UInt8> {
  /// Removes an ASCII mark from the front. Returns whether it was there.
  mutating func skip(_ mark: StaticString) -> Bool {
    let isThere = mark.withUTF8Buffer { starts(with: $0) }
    if isThere { removeFirst(mark.utf8CodeUnitCount) }
    return isThere
  }

  /// Implements "skip whitespace" of W3C WebVTT.
  mutating func skipWhitespace() {
    self = drop(while: \.isASCIIWhitespace)
  }

  /// Removes and returns the next word between whitespace; `nil` at the end. Implements one step of "split a string on
  /// spaces" of HTML.
  mutating func takeWord() -> ArraySlice<UInt8>? {
    skipWhitespace()
    guard !isEmpty else { return nil }
    let word = prefix { !$0.isASCIIWhitespace }
    self = self[word.endIndex...]
    return word
  }

  /// Returns whether the slice is the word, or starts with the word and a space or tab.
  func begins(withWord word: StaticString) -> Bool {
    var rest = self
    guard rest.skip(word) else { return false }
    return rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
  }
}
