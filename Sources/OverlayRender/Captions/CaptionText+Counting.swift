extension String {
  /// How many characters people see in it.
  var characterCount: Int {
    // Mostly a byte is a character, and telling where characters end takes long.
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : count
  }

  /// How many columns it takes where each character takes one, and a wide one two.
  var columnCount: Int {
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether it takes the room of two Latin letters: East Asian Wide and Fullwidth (Unicode Standard Annex 11), and emoji.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return true }
    return Character.wideBlocks.contains { $0.contains(first.value) }
  }

  /// The blocks in which all but a few characters are wide or full-width.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, leading consonants
    0x2E80...0x303E,  // CJK radicals, ideographic description, CJK punctuation
    0x3041...0x4DBF,  // kana, bopomofo, Hangul compatibility, CJK compatibility, extension A
    0x4E00...0xA4CF,  // CJK unified ideographs, Yi
    0xA960...0xA97C,  // Hangul Jamo extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and compatibility forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana supplements, Nushu
    0x20000...0x3FFFD,  // the ideographic planes
  ]
}
