import FoundationEssentials
import FoundationInternationalization

extension Date.VerbatimFormatStyle {
  /// Creates a style that formats dates in the Gregorian calendar, whatever calendar the locale prefers.
  package init(_ format: Date.FormatString, timeZone: TimeZone, locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    // The locale decides the first day of a week and the first week of a year.
    calendar.locale = locale
    self.init(format: format, locale: locale, timeZone: timeZone, calendar: calendar)
  }
}

extension Date.FormatString {
  /// Stands for a computed field. Patterns cannot contain control characters themselves.
  static let placeholder: Unicode.Scalar = "\u{1}"

  /// Creates the format of a pattern, with a placeholder for each computed field.
  init(_ pieces: [CompiledClockPattern.Piece]) {
    var format = Date.FormatString.StringInterpolation(literalCapacity: 0, interpolationCount: pieces.count)
    // Texts and placeholders between two fields are one literal: each literal is put in quotes, and two quotes in
    // sequence stand for a quote.
    var literal = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): literal += text
      case .computed: literal.unicodeScalars.append(Self.placeholder)
      case .field(let letter, let count):
        format.appendLiteral(literal)
        literal = ""
        format.append(letter, count: count)
      }
    }
    format.appendLiteral(literal)
    self.init(stringInterpolation: format)
  }

  /// Creates the format of a run of one LDML letter.
  package init(letter: Character, count: Int) {
    self.init([.field(letter: letter, count: count)])
  }
}

extension Date.FormatString.StringInterpolation {
  /// Appends a run of one LDML letter.
  fileprivate mutating func append(_ letter: Character, count: Int) {
    switch (letter, count) {
    case ("E", 4): appendInterpolation(weekday: .wide)
    case ("E", 5): appendInterpolation(weekday: .narrow)
    case ("E", 6): appendInterpolation(weekday: .short)
    case ("E", _): appendInterpolation(weekday: .abbreviated)
    default:
      // Symbols are LDML letters, and what is appended is joined: `HHH`, for which there is no symbol, is three times
      // the symbol for `H`.
      for _ in 0..<count { append(letter) }
    }
  }

  /// Appends the symbol for a single LDML letter.
  private mutating func append(_ letter: Character) {
    switch letter {
    case "G": appendInterpolation(era: .abbreviated)
    case "y": appendInterpolation(year: .defaultDigits)
    case "u": appendInterpolation(year: .extended())
    case "r": appendInterpolation(year: .relatedGregorian())
    case "Y": appendInterpolation(yearForWeekOfYear: .defaultDigits)
    case "U": appendInterpolation(cyclicYear: .abbreviated)
    case "Q": appendInterpolation(quarter: .oneDigit)
    case "q": appendInterpolation(standaloneQuarter: .oneDigit)
    case "M": appendInterpolation(month: .defaultDigits)
    case "L": appendInterpolation(standaloneMonth: .defaultDigits)
    case "w": appendInterpolation(week: .defaultDigits)
    case "W": appendInterpolation(week: .weekOfMonth)
    case "d": appendInterpolation(day: .defaultDigits)
    case "F": appendInterpolation(day: .ordinalOfDayInMonth)
    case "g": appendInterpolation(day: .julianModified())
    case "D": appendInterpolation(dayOfYear: .defaultDigits)
    case "e": appendInterpolation(weekday: .oneDigit)
    case "c": appendInterpolation(standaloneWeekday: .oneDigit)
    case "a": appendInterpolation(dayPeriod: .standard(.abbreviated))
    case "b": appendInterpolation(dayPeriod: .with12s(.abbreviated))
    case "B": appendInterpolation(dayPeriod: .conversational(.abbreviated))
    case "H": appendInterpolation(hour: .defaultDigits(clock: .twentyFourHour, hourCycle: .zeroBased))
    case "k": appendInterpolation(hour: .defaultDigits(clock: .twentyFourHour, hourCycle: .oneBased))
    case "K": appendInterpolation(hour: .defaultDigits(clock: .twelveHour, hourCycle: .zeroBased))
    case "h": appendInterpolation(hour: .defaultDigits(clock: .twelveHour, hourCycle: .oneBased))
    case "m": appendInterpolation(minute: .defaultDigits)
    case "s": appendInterpolation(second: .defaultDigits)
    case "z": appendInterpolation(timeZone: .specificName(.short))
    case "v": appendInterpolation(timeZone: .genericName(.short))
    case "V": appendInterpolation(timeZone: .identifier(.short))
    case "O": appendInterpolation(timeZone: .localizedGMT(.short))
    case "Z": appendInterpolation(timeZone: .iso8601(.short))
    default: break
    }
  }
}
