/// Words so long that Pango must not shape them whole.
///
/// Pango 1.50 shapes the rest of an item again after each line that it breaks off within a word, which takes time in
/// proportion to the square of the word's length. The pieces of a long word are items of their own, so the rest of one
/// piece is all that is shaped again.
enum LongWords {
  /// The most bytes of a word that are shaped together: more than any written word has.
  private static let pieceLength = 512

  /// Every other piece of the long words of a text, in bytes, cut between characters. The pieces between them are those
  /// that are left.
  static func pieces(of text: String) -> [Range<Int>] {
    guard text.utf8.count > pieceLength else { return [] }
    var pieces: [Range<Int>] = []
    var offset = 0
    var start = 0
    var isInside = false
    for character in text {
      if character.isWhitespace {
        // What is left of the word is one piece with the words that follow.
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, false)
      } else if offset - start >= pieceLength {
        if isInside { pieces.append(start..<offset) }
        (start, isInside) = (offset, !isInside)
      }
      offset += character.utf8.count
    }
    if isInside { pieces.append(start..<offset) }
    return pieces
  }
}
