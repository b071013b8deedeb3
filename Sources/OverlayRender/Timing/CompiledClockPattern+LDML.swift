extension CompiledClockPattern {
  /// Takes an LDML pattern: ASCII letters are fields, text is quoted, `''` is a quote in and out of quotes.
  mutating func append(ldml text: String) throws(PatternError) {
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

  /// Takes the quoted text that begins at `start`; returns where it ends.
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
  /// The index behind the piece.
  let end: Int

  /// Reads the piece whose opening quote stands at `start`; nil when it is never closed.
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
