/// Iterates over the invalid UTF-8 sequences in bytes (The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte
/// Sequences").
package struct InvalidUTF8Sequences: Sequence, IteratorProtocol {
  /// Invalid bytes: a maximal subpart of an ill-formed sequence, which is replaced by one U+FFFD (section 3.9).
  package struct InvalidSequence: Hashable {
    /// The range of the bytes.
    package var bytes: Range<Int>
    /// Whether the bytes can be the start of a character that continues after the end of the text.
    package var isTruncated: Bool
  }

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package mutating func next() -> InvalidSequence? {
    let start = position
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span.extracting(start...))
      position = bytes.count
      return nil
    } catch {
      position = start + error.byteOffsets.upperBound
      return InvalidSequence(
        bytes: (start + error.byteOffsets.lowerBound)..<position,
        isTruncated: error.kind == .truncatedScalar && position == bytes.count)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the start of UTF-8 with at most `limit` bytes and without a partial character at its end.
  package func utf8Prefix(_ limit: Int) -> ArraySlice<UInt8> {
    guard count > limit else { return self }
    var end = startIndex + limit
    // Continuation bytes are 0b10xxxxxx.
    while end > startIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }

  /// The start of UTF-8 for a message.
  package var excerpt: String { String(decoding: utf8Prefix(400), as: UTF8.self) }
}
