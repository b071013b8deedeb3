/// A word of a text, with the punctuation and the spaces after it.
struct TextWord: Sendable, Hashable {
  /// Where it begins, in bytes of the UTF-8 of the text.
  var start: Int
  /// How many of its characters are spoken: all but punctuation and spaces.
  var length: Int
}

extension String {
  /// The words of a text as they are spoken one after the other.
  ///
  /// Words stand between spaces. In scripts that are written without, each character is taken for one: to find the words
  /// takes a dictionary of the language. Punctuation belongs to the word before it, an opening bracket to the one that
  /// follows at once.
  var spokenWords: [TextWord] {
    var words: [TextWord] = []
    var start = 0
    var previous = SpokenCharacter.space
    var isAfterUnspaced = false
    for character in self {
      let kind = SpokenCharacter(character)
      if kind.beginsWord(after: previous, isAfterUnspaced: isAfterUnspaced) {
        words.append(TextWord(start: start, length: 0))
      }
      if kind.isSpoken, !words.isEmpty { words[words.count - 1].length += 1 }
      switch kind {
      case .letter, .space: isAfterUnspaced = false
      case .unspacedLetter: isAfterUnspaced = true
      case .opening, .punctuation: break
      }
      previous = kind
      start += character.utf8.count
    }
    var spoken = words.filter { $0.length > 0 }
    if spoken.isEmpty { return words.isEmpty ? [] : [TextWord(start: 0, length: 1)] }
    spoken[0].start = 0
    return spoken
  }
}

/// What a character is to those who speak.
private enum SpokenCharacter {
  case space
  /// A letter, a digit or a symbol.
  case letter
  /// A letter of a script that is written without spaces between words.
  case unspacedLetter
  /// Punctuation before a word.
  case opening
  /// Any other.
  case punctuation

  init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first, !character.isWhitespace else {
      self = .space
      return
    }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation:
      self = .opening
    case .closePunctuation, .finalPunctuation, .connectorPunctuation, .dashPunctuation, .otherPunctuation, .format,
      .control, .nonspacingMark, .enclosingMark:
      self = .punctuation
    default:
      self = scalar.isWrittenWithoutSpaces ? .unspacedLetter : .letter
    }
  }

  var isSpoken: Bool {
    switch self {
    case .letter, .unspacedLetter: true
    case .space, .opening, .punctuation: false
    }
  }

  /// Whether a word begins with it.
  ///
  /// - Parameters:
  ///   - previous: The character before.
  ///   - isAfterUnspaced: Whether the letter before is of a script without spaces, and no space has come since.
  func beginsWord(after previous: SpokenCharacter, isAfterUnspaced: Bool) -> Bool {
    switch self {
    case .space: false
    case .letter: previous == .space || isAfterUnspaced && previous != .opening
    case .unspacedLetter: previous != .opening
    case .opening: previous == .space || isAfterUnspaced && previous != .opening
    case .punctuation: previous == .space
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that is written without spaces between words: those of the line breaking classes ID, CJ and
  /// SA (Unicode Standard Annex 14) but for symbols.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    // Thai and Lao, Tibetan, Myanmar, Khmer, Tai Le to New Tai Lue, Tai Tham.
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF: true
    // Radicals, marks of Han, kana, Bopomofo, Han.
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF:
      true
    // Yi, more of Myanmar, Tai Viet, Han for compatibility, narrow kana, the planes of Han and historic kana.
    case 0xA000...0xA4CF, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
