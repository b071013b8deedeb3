/// Walks over the lines of a text. LF, CRLF and CR end a line, and so does CR CRLF, which programs leave that turned LF
/// into CRLF twice.
struct ByteLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  /// The place behind the line that was given last, and its end.
  fileprivate(set) var position = 0
  /// The number of the line that was given last, from 1.
  private(set) var number = 0
  /// Whether the line that was given last has an end, and not just the file.
  private(set) var isEnded = false

  init(_ text: [UInt8]) {
    self.text = text
  }

  /// Where the next line is, without its end.
  mutating func next() -> Range<Int>? {
    guard position < text.count else { return nil }
    let start = position
    var end = start
    while end < text.count, text[end] != .lineFeed, text[end] != .carriageReturn { end += 1 }
    position = end + lineEndLength(at: end)
    isEnded = position > end
    number += 1
    return start..<end
  }

  private func lineEndLength(at place: Int) -> Int {
    guard place < text.count else { return 0 }
    guard text[place] == .carriageReturn else { return 1 }
    if place + 1 < text.count, text[place + 1] == .lineFeed { return 2 }
    if place + 2 < text.count, text[place + 1] == .carriageReturn, text[place + 2] == .lineFeed { return 3 }
    return 1
  }
}

/// Counts the lines of a text up to places in it that come in order.
struct LineCounter {
  private var lines: ByteLines

  init(_ text: [UInt8]) {
    lines = ByteLines(text)
  }

  /// The number of the line, from 1, that the byte at `place` is in.
  mutating func number(ofByteAt place: Int) -> Int {
    while lines.position <= place, lines.next() != nil {}
    return Swift.max(lines.number + (lines.position <= place && lines.isEnded ? 1 : 0), 1)
  }
}

extension ByteLines {
  /// The number of the line, from 1, that the byte at `place` is in.
  static func number(ofByteAt place: Int, in text: [UInt8]) -> Int {
    var lines = LineCounter(text)
    return lines.number(ofByteAt: place)
  }
}

extension [UInt8] {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether these bytes stand at a place.
  func holds(_ bytes: [UInt8], at place: Int) -> Bool {
    place >= 0 && place <= count - bytes.count && self[place] == bytes[0]
      && self[place..<(place + bytes.count)].elementsEqual(bytes)
  }

  /// A part without blanks at its ends, and without a byte order mark at its start, as files joined into one have them.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if end - start >= 3, holds(.byteOrderMark, at: start) { start += 3 }
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

/// The lines of a text with their numbers from 1, as ``ByteLines`` finds them.
struct CaptionLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var lines: ByteLines

  init(_ text: [UInt8]) {
    self.text = text
    lines = ByteLines(text)
  }

  /// The next line without its end.
  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    lines.next().map { (lines.number, text[$0]) }
  }
}
