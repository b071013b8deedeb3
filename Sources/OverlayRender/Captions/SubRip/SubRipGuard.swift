/// A character without width (U+2060, word joiner) that keeps text from being taken for something else: between `<` and
/// what would make it a tag, at the start of a line that would tell times, at the ends of a line that has blanks there or
/// nothing. All players show such text as it was meant; the reader takes the character away again.
enum SubRipGuard {
  static let character = "\u{2060}"
  static let bytes: [UInt8] = Array(character.utf8)
}
