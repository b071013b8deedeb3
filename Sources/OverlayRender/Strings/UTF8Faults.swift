/// Walks over the bytes of a text that are not UTF-8 (The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences").
struct UTF8Faults: Sequence, IteratorProtocol {
  /// Invalid bytes: a maximal subpart of an ill-formed sequence, which one U+FFFD stands for (section 3.9).
  struct Fault: Hashable {
    /// The place of the first byte, and the place behind the last.
    var bytes: Range<Int>
    /// Whether they could be the beginning of a character that comes after the last byte of the text.
    var isCutOff: Bool
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Fault? {
    let start = place
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span.extracting(start...))
      place = bytes.count
      return nil
    } catch {
      place = start + error.byteOffsets.upperBound
      return Fault(
        bytes: (start + error.byteOffsets.lowerBound)..<place,
        isCutOff: error.kind == .truncatedScalar && place == bytes.count)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the beginning of UTF-8 that takes at most `limit` bytes, without a part of a character at its end.
  func utf8Prefix(_ limit: Int) -> ArraySlice<UInt8> {
    guard count > limit else { return self }
    var end = startIndex + limit
    // A byte that continues a character is 0b10xxxxxx.
    while end > startIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }

  /// As much of UTF-8 as a message shows.
  var excerpt: String { String(decoding: utf8Prefix(400), as: UTF8.self) }
}
