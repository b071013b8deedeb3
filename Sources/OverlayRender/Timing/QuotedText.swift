extension String {
  /// The text as a one-line message quotes it: in `'`, control characters escaped, cut when it is long.
  package var quoted: String { quoted(upTo: 60) }

  /// The same, however long: of a path the end matters most.
  package var quotedWhole: String { quoted(upTo: .max) }

  private func quoted(upTo limit: Int) -> String {
    var result = "'"
    for (index, character) in enumerated() {
      if index == limit {
        result += "…"
        break
      }
      if character.isControl {
        for scalar in character.unicodeScalars { result += scalar.escaped(asASCII: true) }
      } else {
        result.append(character)
      }
    }
    return result + "'"
  }
}

extension Character {
  /// True for what no line of text may hold: C0 and C1 controls, line and paragraph separators.
  var isControl: Bool {
    unicodeScalars.contains {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
