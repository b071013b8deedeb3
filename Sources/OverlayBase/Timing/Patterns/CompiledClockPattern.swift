/// A clock pattern in the form that the formatter uses: a list of pieces, and what they show.
struct CompiledClockPattern: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    /// A text. No two texts follow each other.
    case literal(String)
    /// A run of one LDML letter, which Foundation formats.
    case field(letter: Character, count: Int)
    /// A field that Foundation does not support, such as microseconds.
    case computed(ComputedField)
  }

  enum ComputedField: Sendable, Hashable {
    /// The first decimals of the second.
    case fraction(digits: Int)
    case millisecondsOfDay(width: Int)
    case secondsSince1970
    /// The day of the week: 1 is Monday, 7 is Sunday.
    case isoWeekday
    /// The day of the week: 0 is Sunday, 6 is Saturday.
    case weekdayFromSunday
    case isoWeek
    case isoWeekYear
    /// Padded with a space to two characters.
    case spacePaddedDay, spacePaddedHour, spacePaddedTwelveHour
    case lowercaseDayPeriod
    /// The zone's offset from UTC.
    case offset(OffsetStyle)
    /// The zone's name in the locale's language.
    case zoneName(ZoneNameForm)
    /// The zone's abbreviation.
    case abbreviation
    /// An empty field, which separates two equal letters (`%H%H`).
    case separator
  }

  private(set) var pieces: [Piece] = []
  private(set) var smallestUnit: ClockPattern.Unit?
  /// Whether the zone's name or offset is shown.
  private(set) var showsZone = false
  /// Whether the zone's name is shown. It may change without a transition: a zone can move from one metazone to
  /// another, and generic names depend on the transitions within half a year.
  private(set) var showsZoneName = false

  var computedFields: [ComputedField] {
    pieces.compactMap { if case .computed(let field) = $0 { field } else { nil } }
  }

  mutating func append(literal: Character) {
    if case .literal(let text)? = pieces.last {
      pieces[pieces.count - 1] = .literal(text + String(literal))
    } else {
      pieces.append(.literal(String(literal)))
    }
  }

  mutating func append(computed field: ComputedField, showing unit: ClockPattern.Unit?) {
    pieces.append(.computed(field))
    note(unit)
  }

  /// Appends a run of one letter. Returns false if the letter is not a field.
  mutating func append(letter: Character, count: Int) -> Bool {
    switch letter {
    case "S":
      append(computed: .fraction(digits: count), showing: .fraction(digits: min(count, 9)))
      return true
    case "A":
      append(computed: .millisecondsOfDay(width: count), showing: .fraction(digits: 3))
      return true
    case "s": note(.second)
    case "m": note(.minute)
    case "h", "H", "k", "K", "a", "b", "B": note(.hour)
    case "d", "D", "E", "e", "c", "F", "g", "w", "W", "Y": note(.day)
    case "M", "L", "Q", "q": note(.month)
    case "y", "u", "U", "r": note(.year)
    case "G": note(.era)
    case "z", "v", "V", "O", "Z", "x", "X":
      appendZone(letter: letter, count: count)
      return true
    default: return false
    }
    if case .field(letter, _)? = pieces.last { pieces.append(.computed(.separator)) }
    pieces.append(.field(letter: letter, count: count))
    return true
  }

  /// Appends the zone's abbreviation.
  mutating func appendAbbreviation() {
    showsZone = true
    append(computed: .abbreviation, showing: nil)
  }

  private mutating func appendZone(letter: Character, count: Int) {
    showsZone = true
    if letter == "z" || letter == "v" { showsZoneName = true }
    let style = OffsetStyle(letter: letter, count: count)
    append(
      computed: style.map { .offset($0) } ?? .zoneName(ZoneNameForm(letter: letter, count: count)), showing: nil)
  }

  private mutating func note(_ unit: ClockPattern.Unit?) {
    guard let unit else { return }
    smallestUnit = min(smallestUnit ?? unit, unit)
  }
}

extension CompiledClockPattern {
  /// Appends an LDML pattern: ASCII letters are fields, text is quoted, and `''` is a quote inside and outside of
  /// quotes.
  package mutating func append(ldml text: String) throws(PatternError) {
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "'" {
        index = try appendQuoted(characters, from: index, of: text)
      } else if character.isASCII, character.isLetter {
        let end = characters[index...].firstIndex { $0 != character } ?? characters.count
        guard append(letter: character, count: end - index) else {
          throw PatternError(.unknownLetter(character, position: index + 1), in: text)
        }
        index = end
      } else {
        append(literal: character)
        index += 1
      }
    }
  }

  /// Appends the quoted text that begins at `start`, and returns the index after it.
  private mutating func appendQuoted(
    _ characters: [Character], from start: Int, of text: String
  ) throws(PatternError) -> Int {
    guard let quote = QuotedLiteral(characters, from: start) else {
      throw PatternError(.unclosedQuote(position: start + 1), in: text)
    }
    for character in quote.text { append(literal: character) }
    return quote.end
  }
}

/// A quoted piece of an LDML pattern: `'text'`, `'o''clock'`, or `''` for one quote.
struct QuotedLiteral {
  let text: String
  /// The index after the piece.
  let end: Int

  /// Reads the piece whose opening quote is at `start`. Returns nil if there is no closing quote.
  init?(_ characters: [Character], from start: Int) {
    var index = start + 1
    if index < characters.count, characters[index] == "'" {
      text = "'"
      end = index + 1
      return
    }
    var text = ""
    while index < characters.count {
      if characters[index] != "'" {
        text.append(characters[index])
      } else if index + 1 < characters.count, characters[index + 1] == "'" {
        text.append("'")
        index += 1
      } else {
        self.text = text
        end = index + 1
        return
      }
      index += 1
    }
    return nil
  }
}

extension CompiledClockPattern {
  /// Appends a `strftime` pattern: everything that does not follow a `%` is text.
  package mutating func append(strftime text: String) throws(PatternError) {
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      guard characters[index] == "%" else {
        append(literal: characters[index])
        index += 1
        continue
      }
      let start = index
      index += 1
      let modifier = index < characters.count && Self.isModifier(characters[index]) ? characters[index] : nil
      if modifier != nil { index += 1 }
      guard index < characters.count else {
        throw PatternError(.unfinishedDirective(position: start + 1), in: text)
      }
      guard append(directive: characters[index], modifier: modifier) else {
        throw PatternError(.unknownDirective(String(characters[start...index]), position: start + 1), in: text)
      }
      index += 1
    }
  }

  private static func isModifier(_ character: Character) -> Bool {
    character == "-" || ("1"..."9").contains(character)
  }

  /// Appends the directive of `%`, a modifier and a letter. Returns false if it is not known.
  private mutating func append(directive: Character, modifier: Character?) -> Bool {
    switch (modifier, directive) {
    case (nil, "%"): append(literal: "%")
    case (nil, "f"): append(computed: .fraction(digits: 6), showing: .fraction(digits: 6))
    case (let digits, "N") where digits != "-":
      let count = digits?.wholeNumberValue ?? 9
      append(computed: .fraction(digits: count), showing: .fraction(digits: count))
    case (nil, "s"): append(computed: .secondsSince1970, showing: .second)
    case (nil, "u"): append(computed: .isoWeekday, showing: .day)
    case (nil, "w"): append(computed: .weekdayFromSunday, showing: .day)
    case (nil, "V"): append(computed: .isoWeek, showing: .day)
    case (nil, "G"): append(computed: .isoWeekYear, showing: .day)
    case (nil, "e"): append(computed: .spacePaddedDay, showing: .day)
    case (nil, "k"): append(computed: .spacePaddedHour, showing: .hour)
    case (nil, "l"): append(computed: .spacePaddedTwelveHour, showing: .hour)
    case (nil, "Z"): appendAbbreviation()
    case (nil, "P"): append(computed: .lowercaseDayPeriod, showing: .hour)
    case (nil, _): return appendLetters(of: directive)
    case ("-", _): return appendUnpadded(directive)
    default: return false
    }
    return true
  }

  /// Appends a directive that has an equivalent in LDML.
  private mutating func appendLetters(of directive: Character) -> Bool {
    let ldml: [(letter: Character, count: Int)]
    switch directive {
    case "H": ldml = [("H", 2)]
    case "I": ldml = [("h", 2)]
    case "M": ldml = [("m", 2)]
    case "S": ldml = [("s", 2)]
    case "p": ldml = [("a", 1)]
    case "Y": ldml = [("y", 4)]
    case "y": ldml = [("y", 2)]
    case "m": ldml = [("M", 2)]
    case "d": ldml = [("d", 2)]
    case "j": ldml = [("D", 3)]
    case "a": ldml = [("E", 3)]
    case "A": ldml = [("E", 4)]
    case "b", "h": ldml = [("M", 3)]
    case "B": ldml = [("M", 4)]
    case "z": ldml = [("x", 2)]
    case "F": ldml = [("y", 4), ("-", 1), ("M", 2), ("-", 1), ("d", 2)]
    case "D": ldml = [("M", 2), ("/", 1), ("d", 2), ("/", 1), ("y", 2)]
    case "T": ldml = [("H", 2), (":", 1), ("m", 2), (":", 1), ("s", 2)]
    case "R": ldml = [("H", 2), (":", 1), ("m", 2)]
    case "r": ldml = [("h", 2), (":", 1), ("m", 2), (":", 1), ("s", 2), (" ", 1), ("a", 1)]
    default: return false
    }
    for piece in ldml where !append(letter: piece.letter, count: piece.count) {
      append(literal: piece.letter)
    }
    return true
  }

  private mutating func appendUnpadded(_ directive: Character) -> Bool {
    let letters: [Character: Character] = [
      "H": "H", "I": "h", "M": "m", "S": "s", "m": "M", "d": "d", "e": "d", "j": "D",
    ]
    guard let letter = letters[directive] else { return false }
    return append(letter: letter, count: 1)
  }
}
