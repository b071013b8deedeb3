/// A clock pattern as the formatter wants it: an LDML pattern for `DateFormatter`, with a placeholder for each field that
/// is computed here, because `DateFormatter` knows milliseconds at best or has no letter for it.
struct CompiledClockPattern: Sendable, Hashable {
  enum ComputedField: Sendable, Hashable {
    /// The first so many decimals of the second.
    case fraction(digits: Int)
    case millisecondsOfDay(width: Int)
    case secondsSince1970
    /// 1 is Monday, 7 is Sunday.
    case isoWeekday
    /// 0 is Sunday, 6 is Saturday.
    case weekdayFromSunday
    case isoWeek
    case isoWeekYear
    /// Padded to two with a blank.
    case blankPaddedDay, blankPaddedHour, blankPaddedTwelveHour
    case lowercaseDayPeriod
    /// The zone's offset from UTC.
    case offset(OffsetStyle)
    /// The zone's name as the letters of LDML want it, in words of the locale.
    case zoneName(String)
    /// The zone's abbreviation.
    case abbreviation
    /// Nothing: keeps equal letters of two fields apart (`%H%H`).
    case separator
  }

  /// Stands for the next computed field. Patterns have no control characters of their own.
  static let placeholder: Unicode.Scalar = "\u{1}"
  /// Core Foundation ignores longer patterns.
  private static let maximumLength = 1_024

  private(set) var ldml = ""
  private(set) var computedFields: [ComputedField] = []
  private(set) var smallestUnit: ClockPattern.Unit?
  /// Shows the zone's name or offset.
  private(set) var showsZone = false
  /// Shows the zone's name, which may change without a transition: zones move from one named group of zones to another, and
  /// generic names depend on the transitions of half a year around.
  private(set) var showsZoneName = false

  private var pendingLiteral = ""
  private var lastLetter: Character?

  var isShortEnough: Bool { ldml.utf16.count <= Self.maximumLength }

  mutating func append(literal: Character) {
    pendingLiteral.append(literal)
  }

  mutating func append(computed field: ComputedField, showing unit: ClockPattern.Unit?) {
    computedFields.append(field)
    pendingLiteral.unicodeScalars.append(Self.placeholder)
    note(unit)
  }

  /// Takes a run of one letter; false when the letter is no field.
  mutating func append(letter: Character, count: Int) -> Bool {
    switch letter {
    case "S":
      append(computed: .fraction(digits: count), showing: .fraction(digits: min(count, 9)))
      return true
    case "A":
      append(computed: .millisecondsOfDay(width: count), showing: .fraction(digits: 3))
      return true
    case "s": note(.second)
    case "m": note(.minute)
    case "h", "H", "k", "K", "a", "b", "B": note(.hour)
    case "d", "D", "E", "e", "c", "F", "g", "w", "W", "Y": note(.day)
    case "M", "L", "Q", "q": note(.month)
    case "y", "u", "U", "r": note(.year)
    case "G": note(.era)
    case "z", "v", "V", "O", "Z", "x", "X":
      appendZone(letter: letter, count: count)
      return true
    default: return false
    }
    if pendingLiteral.isEmpty, lastLetter == letter { append(computed: .separator, showing: nil) }
    flushLiteral()
    ldml += String(repeating: letter, count: count)
    lastLetter = letter
    return true
  }

  /// Shows the zone's abbreviation.
  mutating func appendAbbreviation() {
    showsZone = true
    append(computed: .abbreviation, showing: nil)
  }

  private mutating func appendZone(letter: Character, count: Int) {
    showsZone = true
    if letter == "z" || letter == "v" { showsZoneName = true }
    let style = OffsetStyle(letter: letter, count: count)
    let letters = String(repeating: letter, count: count)
    append(computed: style.map { .offset($0) } ?? .zoneName(letters), showing: nil)
  }

  mutating func finish() {
    flushLiteral()
  }

  /// Quotes the literals that have gathered, in one piece: two quoted pieces side by side would read as a quote.
  private mutating func flushLiteral() {
    // A quote at the beginning stands before the quoted piece: ICU reads '' as a quote wherever it is.
    let text = pendingLiteral.drop { $0 == "'" }
    ldml += String(repeating: "''", count: pendingLiteral.count - text.count)
    if !text.isEmpty { ldml += "'" + text.replacing("'", with: "''") + "'" }
    pendingLiteral = ""
  }

  private mutating func note(_ unit: ClockPattern.Unit?) {
    guard let unit else { return }
    smallestUnit = min(smallestUnit ?? unit, unit)
  }
}
