/// The characters of a WebVTT file as its parser takes them: line by line.
struct WebVTTInput {
  /// A place in the file.
  struct Place {
    /// The byte that comes next.
    var position = 0
    /// The number of its line, from 1.
    var lineNumber = 1
  }

  /// A line without its end.
  struct Line {
    /// Where its bytes are.
    let range: Range<Int>
    /// Which line of the file it is, from 1.
    let number: Int
    /// Whether `-->` is in it.
    let hasArrow: Bool
    /// Whether the file ends with it.
    let isLast: Bool
  }

  /// The file as UTF-8, its lines ended by line feeds.
  let bytes: [UInt8]
  /// What comes next.
  var place = Place()

  /// Decodes a file and settles its line ends (W3C WebVTT, section 6.1, step 1).
  init(_ file: [UInt8]) {
    // "UTF-8 decode" of the Encoding Standard: one byte order mark is dropped, and each maximal subpart of what is no
    // text becomes U+FFFD.
    var bytes = file
    if bytes.starts(with: [UInt8].byteOrderMark) { bytes.removeFirst(3) }
    // A file that is UTF-8 is not copied.
    if UTF8Faults(bytes).contains(where: { _ in true }) { bytes = Array(String(decoding: bytes, as: UTF8.self).utf8) }
    let isSettled = bytes.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") }
    self.bytes = isSettled ? bytes : WebVTTInput.settled(bytes)
  }

  var isAtEnd: Bool { place.position == bytes.count }

  /// Takes what comes before the next line feed, and the line feed.
  mutating func takeLine() -> Line {
    let start = place.position
    let number = place.lineNumber
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
    place = Place(position: isLast ? end : end + 1, lineNumber: number + 1)
    return Line(range: start..<end, number: number, hasArrow: hasArrow, isLast: isLast)
  }

  /// Takes all line feeds that come next, maybe none.
  mutating func skipLineFeeds() {
    while !isAtEnd, bytes[place.position] == UInt8(ascii: "\n") {
      place.position += 1
      place.lineNumber += 1
    }
  }

  private static func settled(_ bytes: [UInt8]) -> [UInt8] {
    var settled: [UInt8] = []
    settled.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0: settled += "\u{FFFD}".utf8
      case UInt8(ascii: "\r"): settled.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
      default: settled.append(byte)
      }
      previous = byte
    }
    return settled
  }
}

extension ArraySlice<UInt8> {
  /// Takes a mark of ASCII from the front if it is there.
  mutating func skip(_ mark: StaticString) -> Bool {
    let isThere = mark.withUTF8Buffer { starts(with: $0) }
    if isThere { removeFirst(mark.utf8CodeUnitCount) }
    return isThere
  }

  /// "Skip whitespace" of W3C WebVTT.
  mutating func skipWhitespace() {
    self = drop(while: \.isASCIIWhitespace)
  }

  /// Takes what comes next between white space; `nil` at the end ("split a string on spaces" of HTML, piece by piece).
  mutating func takeWord() -> ArraySlice<UInt8>? {
    skipWhitespace()
    guard !isEmpty else { return nil }
    let word = prefix { !$0.isASCIIWhitespace }
    self = self[word.endIndex...]
    return word
  }

  /// Whether it is a word and nothing else, or the word comes first and a blank or a tab after it.
  func begins(withWord word: StaticString) -> Bool {
    var rest = self
    guard rest.skip(word) else { return false }
    return rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
  }
}
