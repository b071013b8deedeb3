import FoundationEssentials
import FoundationInternationalization

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
