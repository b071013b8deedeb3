import CCairo

/// Words so long that Pango must not shape them whole.
///
/// Pango 1.50 shapes the rest of an item again after each line that it breaks off within a word, which takes time in
/// proportion to the square of the word's length. The pieces of a long word are items of their own, so the rest of one
/// piece is all that is shaped again.
enum LongWords {
  /// The length in bytes from which a word is cut beside a character that is not shaped with its neighbors.
  private static let pieceLength = 512
  /// The length in bytes from which a word is cut anywhere. Phrases of scripts without spaces are shorter.
  private static let longestPieceLength = 4096

  /// The scripts whose letters do not depend on their neighbors; common characters include U+200B, ideographic
  /// punctuation and emoji.
  private static let plainScripts: Set<UInt32> = Set(
    [
      G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC,
      G_UNICODE_SCRIPT_ARMENIAN, G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_HEBREW, G_UNICODE_SCRIPT_HAN,
      G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA, G_UNICODE_SCRIPT_BOPOMOFO, G_UNICODE_SCRIPT_HANGUL,
    ].map { UInt32(bitPattern: $0.rawValue) })

  /// Every other piece of the long words of a text, in bytes, cut between characters. The pieces between them are those
  /// that are left.
  static func pieces(of text: String) -> [Range<Int>] {
    guard text.utf8.count > pieceLength else { return [] }
    var pieces: [Range<Int>] = []
    var offset = 0
    var start = 0
    var isInside = false
    var previous: Character = " "
    for character in text {
      if character.isWhitespace {
        // What is left of the word is one piece with the words that follow.
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, false)
      } else if offset - start >= pieceLength,
        offset - start >= longestPieceLength || isPlain(previous) || isPlain(character)
      {
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, !isInside)
      }
      offset += character.utf8.count
      previous = character
    }
    if isInside { pieces.append(start..<offset) }
    return pieces
  }

  /// Whether a character is shaped alike whatever stands beside it, apart from kerning and optional ligatures.
  private static func isPlain(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return true }
    return plainScripts.contains(UInt32(bitPattern: g_unichar_get_script(scalar.value).rawValue))
  }
}
