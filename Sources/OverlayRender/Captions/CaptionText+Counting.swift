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
    return first.isEastAsianWide || first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
  }
}
