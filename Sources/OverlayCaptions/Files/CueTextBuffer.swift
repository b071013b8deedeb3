/// Removes what the text of captions must not contain.
enum CaptionText {
  /// Returns UTF-8 without control characters. A tab, a line end and a line separator become a space, all others are
  /// removed.
  static func cleaned(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard var index = text.indices.first(where: { controlLength(in: text, at: $0) > 0 }) else { return text }
    var cleaned = Array(text[..<index])
    cleaned.reserveCapacity(text.count)
    while index < text.endIndex {
      let length = controlLength(in: text, at: index)
      if length == 0 {
        cleaned.append(text[index])
      } else if separates(text[index]) {
        cleaned.append(UInt8(ascii: " "))
      }
      index += max(1, length)
    }
    return cleaned[...]
  }

  /// Returns a string without control characters, with the same rules.
  static func cleaned(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let cleaned = cleaned(bytes[...])
    return cleaned.elementsEqual(bytes) ? text : String(decoding: cleaned, as: UTF8.self)
  }

  /// Returns the number of bytes of the control character or separator at an index; 0 if there is none.
  private static func controlLength(in text: ArraySlice<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x20 || byte == 0x7F { return 1 }
    // C1 controls are U+0080 to U+009F. U+2028 and U+2029 separate lines and paragraphs.
    if byte == 0xC2, index + 1 < text.endIndex, (0x80...0x9F).contains(text[index + 1]) { return 2 }
    if byte == 0xE2, index + 2 < text.endIndex, text[index + 1] == 0x80, text[index + 2] & 0xFE == 0xA8 { return 3 }
    return 0
  }

  /// Returns whether the control character that starts with a byte separates words.
  private static func separates(_ byte: UInt8) -> Bool {
    (0x09...0x0D).contains(byte) || byte == 0xE2
  }
}

/// A buffer for the text of a cue, which removes control characters and limits the length.
struct CueTextBuffer {
  private var bytes: [UInt8] = []
  /// The number of bytes that can still be added.
  private var remainingCount = CaptionDocument.cueTextLimit
  /// Whether some text was left out.
  private(set) var isTruncated = false

  var isEmpty: Bool { bytes.isEmpty }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds UTF-8.
  mutating func append(_ text: ArraySlice<UInt8>) {
    let cleaned = CaptionText.cleaned(text)
    let part = cleaned.utf8Prefix(remainingCount)
    bytes += part
    if part.count == cleaned.count {
      remainingCount -= part.count
    } else {
      // Later text is left out as well, even if it is shorter.
      remainingCount = 0
      isTruncated = true
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    append(Array(String(scalar).utf8)[...])
  }

  /// Returns the text and empties the buffer. The limit still counts the text.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return text
  }

  /// Adds a line end to the length.
  mutating func endLine() {
    if remainingCount > 0 { remainingCount -= 1 } else { isTruncated = true }
  }
}
