extension CompiledClockPattern {
  /// Takes a `strftime` pattern: what does not follow a `%` is text.
  mutating func append(strftime text: String) throws(PatternError) {
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

  /// Takes the directive `%` + modifier + letter; false when there is none of that name.
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
    case (nil, "e"): append(computed: .blankPaddedDay, showing: .day)
    case (nil, "k"): append(computed: .blankPaddedHour, showing: .hour)
    case (nil, "l"): append(computed: .blankPaddedTwelveHour, showing: .hour)
    case (nil, "Z"): appendAbbreviation()
    case (nil, "P"): append(computed: .lowercaseDayPeriod, showing: .hour)
    case (nil, _): return appendLetters(of: directive)
    case ("-", _): return appendUnpadded(directive)
    default: return false
    }
    return true
  }

  /// Takes a directive that a piece of LDML says as well.
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
