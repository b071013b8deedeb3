extension String {
  /// The text in single quotes for a message of one line: control characters are escaped, and long text is truncated.
  package var quoted: String { quoted(upTo: 60) }

  /// The text in single quotes without truncation, for paths, whose end is important.
  package var quotedWhole: String { quoted(upTo: .max) }

  /// The text with everything escaped that affects the line around it: control characters, line ends, and characters
  /// that change the direction of text.
  package var escapedOnOneLine: String {
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.actsOnItsLine {
        line.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
      } else {
        line.append(scalar)
      }
    }
    return String(line)
  }

  private func quoted(upTo limit: Int) -> String {
    let shown = prefix(limit)
    return "'\(String(shown).escapedOnOneLine)\(shown.endIndex == endIndex ? "" : "…")'"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar must be escaped in a message of one line: control characters, line and paragraph separators,
  /// and characters that change the direction of text (Bidi_Control, UAX #9).
  fileprivate var actsOnItsLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

extension Character {
  /// Whether the character must not occur in a line of text: C0 and C1 controls, line and paragraph separators.
  package var isControl: Bool {
    unicodeScalars.contains {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}

extension [String] {
  /// Returns the names as a list in a sentence: `y4m, raw or png`.
  package func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
