extension String {
  /// The text as a one-line message quotes it: in `'`, control characters and the like escaped, cut when it is long.
  package var quoted: String { quoted(upTo: 60) }

  /// The same, however long: of a path the end matters most.
  package var quotedWhole: String { quoted(upTo: .max) }

  /// The text with everything escaped that acts on the line it stands in: control characters, line ends, and what changes
  /// the direction of the text around it.
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
  /// Whether a line of a message must not hold it: controls, separators of lines and paragraphs, and the characters of
  /// UAX #9 that mark, embed, override or isolate a direction (Bidi_Control).
  fileprivate var actsOnItsLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
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

extension [String] {
  /// The names as a sentence lists them: `y4m, raw or png`.
  package func listed(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
