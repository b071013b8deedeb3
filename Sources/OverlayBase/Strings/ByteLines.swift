/// Iterates over the lines of a text. LF, CRLF and CR end a line. So does CR CRLF, which results from converting LF
/// into CRLF twice.
package struct ByteLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  /// The offset after the last line and its end.
  fileprivate(set) var position = 0
  /// The number of the last line, from 1.
  package private(set) var number = 0
  /// Whether the last line has a line end.
  package private(set) var isEnded = false

  package init(_ text: [UInt8]) {
    self.text = text
  }

  /// Returns the range of the next line, without its end.
  package mutating func next() -> Range<Int>? {
    guard position < text.count else { return nil }
    let start = position
    var end = start
    while end < text.count, text[end] != .lineFeed, text[end] != .carriageReturn { end += 1 }
    position = end + lineEndLength(at: end)
    isEnded = position > end
    number += 1
    return start..<end
  }

  private func lineEndLength(at offset: Int) -> Int {
    guard offset < text.count else { return 0 }
    guard text[offset] == .carriageReturn else { return 1 }
    if offset + 1 < text.count, text[offset + 1] == .lineFeed { return 2 }
    if offset + 2 < text.count, text[offset + 1] == .carriageReturn, text[offset + 2] == .lineFeed { return 3 }
    return 1
  }
}

/// Finds the line numbers of offsets in ascending order.
package struct LineCounter {
  private var lines: ByteLines

  package init(_ text: [UInt8]) {
    lines = ByteLines(text)
  }

  /// Returns the number of the line, from 1, that contains the byte at `offset`.
  package mutating func number(ofByteAt offset: Int) -> Int {
    while lines.position <= offset, lines.next() != nil {}
    return Swift.max(lines.number + (lines.position <= offset && lines.isEnded ? 1 : 0), 1)
  }
}

extension ByteLines {
  /// Returns the number of the line, from 1, that contains the byte at `offset`.
  package static func number(ofByteAt offset: Int, in text: [UInt8]) -> Int {
    var lines = LineCounter(text)
    return lines.number(ofByteAt: offset)
  }
}

extension [UInt8] {
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns whether the array contains the bytes at an index.
  package func holds(_ bytes: [UInt8], at offset: Int) -> Bool {
    offset >= 0 && offset <= count - bytes.count && self[offset] == bytes[0]
      && self[offset..<(offset + bytes.count)].elementsEqual(bytes)
  }

  /// Returns the range without spaces and tabs at its ends, and without a byte order mark at its start, which occurs in
  /// concatenated files.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if end - start >= 3, holds(.byteOrderMark, at: start) { start += 3 }
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

/// The lines of a text, without their ends, and their numbers from 1. Lines end as in ``ByteLines``.
package struct NumberedLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var lines: ByteLines

  package init(_ text: [UInt8]) {
    self.text = text
    lines = ByteLines(text)
  }

  /// Returns the next line.
  package mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    lines.next().map { (lines.number, text[$0]) }
  }
}
