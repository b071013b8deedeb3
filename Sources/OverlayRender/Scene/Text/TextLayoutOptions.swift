import FoundationEssentials
import FoundationInternationalization

/// The alignment of the lines of a text.
public enum TextAlignment: Sendable, Hashable {
  /// Aligns the starts of lines, as the script requires.
  case leading
  /// Centers lines.
  case center
  /// Aligns the ends of lines, as the script requires.
  case trailing
  /// Aligns both ends: all lines are stretched except for the last one of a paragraph.
  case justified
}

/// The part of a line that is replaced by an ellipsis when it does not fit.
public enum TruncationMode: Sendable, Hashable {
  /// The start.
  case head
  /// The middle.
  case middle
  /// The end.
  case tail
}

/// The case in which letters are shown.
public enum TextCase: Sendable, Hashable, CaseIterable {
  /// Capital letters: `STRASSE` for "Straße".
  case uppercase
  /// Small letters.
  case lowercase

  /// Returns a string in this case, by the rules of a language: in Turkish, the capital of `i` has a dot.
  func letters(of string: some StringProtocol, language: String?) -> String {
    let locale = language.map { Locale(identifier: $0) }
    return switch self {
    case .uppercase: locale.map { string.uppercased(with: $0) } ?? string.uppercased()
    case .lowercase: locale.map { string.lowercased(with: $0) } ?? string.lowercased()
    }
  }
}
