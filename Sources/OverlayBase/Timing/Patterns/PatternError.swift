/// An error in a clock pattern or a span pattern.
public typealias PatternError = InvalidText<PatternCause>

/// The reasons why a pattern is not valid. Positions count its characters from 1.
public enum PatternCause: InvalidTextCause {
  /// The pattern is empty.
  case empty
  /// The expanded pattern is longer than the date formatter allows.
  case tooLong
  /// The pattern contains a line break, a tab or another control character.
  case controlCharacter(position: Int)
  /// A quote is not closed.
  case unclosedQuote(position: Int)
  /// An ASCII letter does not stand for a field.
  case unknownLetter(Character, position: Int)
  /// A `%` sequence is not supported.
  case unknownDirective(String, position: Int)
  /// The pattern ends after `%`.
  case unfinishedDirective(position: Int)
  /// A span pattern contains no unit.
  case noUnit
  /// A span pattern contains `S` without `s`.
  case fractionWithoutSeconds(position: Int)

  /// Returns one line that says what is wrong, where, and how to fix it.
  public func message(quoting text: String) -> String {
    switch self {
    case .empty:
      "the pattern is empty; give one such as 'HH:mm:ss'"
    case .tooLong:
      "\(text) is too long for a pattern; shorten it"
    case .controlCharacter(let position):
      "\(text) has a control character at \(position); patterns are one line of text"
    case .unclosedQuote(let position):
      "\(text) has a quote at \(position) that is never closed; write '' for a quote itself"
    case .unknownLetter(let letter, let position):
      "\(text) has '\(letter)' at \(position), which is not a field; put text between quotes"
    case .unknownDirective(let directive, let position):
      "\(text) has \(directive.quoted) at \(position), which is unknown; write %% for a percent sign"
    case .unfinishedDirective(let position):
      "\(text) ends in the middle of the directive at \(position); write %% for a percent sign"
    case .noUnit:
      "\(text) shows no time; use d, H, m, s or S outside quotes"
    case .fractionWithoutSeconds(let position):
      "\(text) has 'S' at \(position) but no 's'; fractions go with seconds, as in 's.S'"
    }
  }
}
