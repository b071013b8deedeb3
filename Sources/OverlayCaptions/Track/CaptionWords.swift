/// The times at which the words of a cue are spoken.
///
/// If the cue has word times, they are used. A time before the previous word's time is replaced by that time. The end
/// of a word, a time without text, applies only up to the next word. Without word times, the words are distributed over
/// the cue according to their length.
package struct CaptionWords: Sendable {
  /// A word in the order of the text.
  private struct Word {
    /// The offset of its start, in bytes of UTF-8.
    let start: Int
    /// The time from which it is spoken, not before the time of the previous word.
    let time: MediaTime
  }

  private var words: [Word] = []
  /// The number of bytes of the text.
  private let count: Int

  /// Finds the words of a cue. `text` is the text of all its lines.
  package init(of cue: CaptionCue, text: String) {
    count = text.utf8.count
    if cue.hasWordTimes { addTimed(of: cue) } else { spread(text.spokenWords, over: cue) }
  }

  /// Returns the number of bytes of the text that have been spoken, or are being spoken, at a time within the cue.
  package func spokenEnd(at time: MediaTime) -> Int {
    let next = words.partitioningIndex { $0.time > time }
    return next < words.count ? words[next].start : count
  }

  /// Returns the first time after `time` at which a word starts; +infinity if there is none.
  package func nextChange(after time: MediaTime) -> MediaTime {
    let next = words.partitioningIndex { $0.time > time }
    return next < words.count ? words[next].time : .positiveInfinity
  }

  private mutating func addTimed(of cue: CaptionCue) {
    var start = 0
    var time = cue.start
    for line in cue.lines {
      for run in line.runs {
        if let own = run.time {
          let wordTime = own.isNumeric ? max(time, own) : time
          if !run.text.isEmpty { time = wordTime }
          append(Word(start: start, time: wordTime))
        }
        start += run.text.utf8.count
      }
      // The line end.
      start += 1
    }
  }

  private mutating func spread(_ found: [TextWord], over cue: CaptionCue) {
    guard cue.start.isNumeric, cue.end.isNumeric else { return }
    let duration = cue.end - cue.start
    let total = found.reduce(0) { $0 + $1.length }
    var before = 0
    for word in found {
      let time = cue.start + duration.multiplied(by: Int64(before), dividedBy: Int64(max(total, 1)))
      append(Word(start: word.start, time: time))
      before += word.length
    }
  }

  /// Adds a word. Of several words at one offset only the last is kept, words at the end of the text are ignored, and
  /// earlier words with later times are removed.
  private mutating func append(_ word: Word) {
    guard word.start < count else { return }
    while let last = words.last, last.start == word.start || last.time > word.time { words.removeLast() }
    words.append(word)
  }
}

/// A word of a text, with the punctuation and the spaces after it.
struct TextWord: Sendable, Hashable {
  /// The offset of its start, in bytes of UTF-8.
  var start: Int
  /// The number of its characters that are spoken: all but punctuation and spaces.
  var length: Int
}

extension String {
  /// The words of the text in the order in which they are spoken.
  ///
  /// Spaces separate words. In scripts without spaces each character is a word, because finding the words needs a
  /// dictionary of the language. Punctuation belongs to the word before it, an opening bracket to the word after it.
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

/// The role of a character in spoken text.
private enum SpokenCharacter {
  case space
  /// A letter, a digit or a symbol.
  case letter
  /// A letter of a script without spaces between words.
  case unspacedLetter
  /// Punctuation before a word.
  case opening
  /// Any other punctuation.
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

  /// Returns whether a word starts with the character.
  ///
  /// - Parameters:
  ///   - previous: The previous character.
  ///   - isAfterUnspaced: Whether the previous letter is of a script without spaces, and no space follows it.
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
  /// Whether the scalar is of a script without spaces between words: the line breaking classes ID, CJ and SA (Unicode
  /// Standard Annex 14), except for symbols.
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch value {
    // Thai and Lao, Tibetan, Myanmar, Khmer, Tai Le to New Tai Lue, Tai Tham.
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF: true
    // Radicals, marks of Han, kana, Bopomofo, Han.
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF:
      true
    // Yi, Myanmar extensions, Tai Viet, Han compatibility ideographs, half-width kana, the planes of Han and historic
    // kana.
    case 0xA000...0xA4CF, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
