/// Why a clock or span pattern was refused.
public typealias PatternError = InvalidText<PatternCause>

/// What is wrong with a pattern. Positions count its characters from 1.
public enum PatternCause: InvalidTextCause {
  /// The pattern has no characters.
  case empty
  /// The pattern, spelt out in full, is longer than the date formatter takes.
  case tooLong
  /// A line break, a tab or another control character.
  case controlCharacter(position: Int)
  /// A quote without its partner.
  case unclosedQuote(position: Int)
  /// An ASCII letter that stands for no field.
  case unknownLetter(Character, position: Int)
  /// A `%` sequence of `strftime` that has no meaning here.
  case unknownDirective(String, position: Int)
  /// A `%` at the end.
  case unfinishedDirective(position: Int)
  /// A span pattern without any unit.
  case noUnit
  /// A span pattern with `S` but without `s`.
  case fractionWithoutSeconds(position: Int)

  /// What is wrong, where, and how to mend it, in one line.
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
      "\(text) has '\(letter)' at \(position), which is no field; text goes between quotes"
    case .unknownDirective(let directive, let position):
      "\(text) has \(directive.quoted) at \(position), which is not known; write %% for a percent sign"
    case .unfinishedDirective(let position):
      "\(text) ends in the middle of the directive at \(position); write %% for a percent sign"
    case .noUnit:
      "\(text) shows no time; use d, H, m, s or S outside quotes"
    case .fractionWithoutSeconds(let position):
      "\(text) has 'S' at \(position) but no 's'; fractions go with seconds, as in 's.S'"
    }
  }
}
