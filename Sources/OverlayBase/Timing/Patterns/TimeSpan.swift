/// A length of time in the form of options: `90s`, `1m30s`, `00:01:30.5`, `250ms`, `2h`, `1d`, or `90` for seconds.
///
/// Units are `d h m s ms us ns`, each at most once and in descending order. The last number may have decimals (`1.5h`).
/// The form with colons is `HH:MM:SS` or `MM:SS`: all fields but the first are at most 59, and the seconds may have
/// decimals. Fractions of a nanosecond are dropped.
package struct TimeSpan: Sendable, Hashable {
  /// The length in nanoseconds, never negative.
  package let nanoseconds: Int64

  /// A hundred years of 365.25 days.
  package static let maximumNanoseconds: Int64 = 36_525 * 86_400 * 1_000_000_000

  /// Reads a length of time.
  package init(_ text: String) throws(TimeSpanError) {
    guard !text.isEmpty else { throw TimeSpanError(.empty, in: text) }
    if text.first == "-" || text.first == "−" { throw TimeSpanError(.negative, in: text) }
    let total: Int128
    do {
      total = text.contains(":") ? try Self.colonForm(text) : try Self.unitForm(text)
    } catch {
      throw TimeSpanError(error, in: text)
    }
    guard total <= Int128(Self.maximumNanoseconds) else { throw TimeSpanError(.tooLong, in: text) }
    nanoseconds = Int64(total)
  }

  private static func colonForm(_ text: String) throws(TimeSpanError.Reason) -> Int128 {
    var scanner = ByteScanner(text)
    var fields: [Int64] = []
    repeat {
      guard let field = scanner.number(digitCount: 1...9) else { throw .malformed }
      fields.append(field)
    } while scanner.skip(":")
    guard (2...3).contains(fields.count), let fraction = scanner.fractionNanoseconds(), scanner.isAtEnd else {
      throw .malformed
    }
    guard fields.dropFirst().allSatisfy({ $0 < 60 }) else { throw .fieldOverSixty }
    let seconds = fields.reduce(Int128(0)) { $0 * 60 + Int128($1) }
    return seconds * 1_000_000_000 + Int128(fraction)
  }

  private static func unitForm(_ text: String) throws(TimeSpanError.Reason) -> Int128 {
    var scanner = ByteScanner(text)
    var total: Int128 = 0
    var lastUnit: Int128?
    repeat {
      let whole = scanner.digits()
      let hasDecimalSeparator = scanner.skip(".") || scanner.skip(",")
      let decimals = hasDecimalSeparator ? scanner.digits() : []
      guard !whole.isEmpty || !decimals.isEmpty, hasDecimalSeparator != decimals.isEmpty else { throw .malformed }
      guard whole.count <= 18 else { throw .tooLong }

      let name = scanner.letters()
      let isLoneNumber = name.isEmpty && lastUnit == nil && scanner.isAtEnd
      guard let unit = isLoneNumber ? nanoseconds(inUnit: "s") : nanoseconds(inUnit: name) else {
        throw name.isEmpty ? .malformed : .unknownUnit(name)
      }
      if let lastUnit, unit >= lastUnit { throw .unitsOutOfOrder }
      guard !hasDecimalSeparator || scanner.isAtEnd else { throw .malformed }
      lastUnit = unit

      // 15 decimals of a day are less than a nanosecond.
      let kept = decimals.prefix(15)
      total += integer(whole) * unit + integer(kept) * unit / Int128(powerOfTen(kept.count))
    } while !scanner.isAtEnd
    return total
  }

  private static func integer(_ digits: some Sequence<Int64>) -> Int128 {
    digits.reduce(0) { $0 * 10 + Int128($1) }
  }

  private static func nanoseconds(inUnit name: String) -> Int128? {
    switch name {
    case "d": 86_400_000_000_000
    case "h": 3_600_000_000_000
    case "m", "min": 60_000_000_000
    case "s": 1_000_000_000
    case "ms": 1_000_000
    case "us", "µs", "μs": 1_000
    case "ns": 1
    default: nil
    }
  }
}

/// An error in the text of a time span.
package typealias TimeSpanError = InvalidText<TimeSpanCause>

/// The reasons why a text is not a time span.
package enum TimeSpanCause: InvalidTextCause {
  /// The text is empty.
  case empty
  /// The text begins with a minus sign.
  case negative
  /// The time span is longer than a hundred years.
  case tooLong
  /// The text does not have any of the known forms.
  case malformed
  /// Letters do not stand for a unit.
  case unknownUnit(String)
  /// A unit occurs twice or after a smaller one.
  case unitsOutOfOrder
  /// A field after a colon is 60 or more.
  case fieldOverSixty

  /// Returns one line that says what is wrong, where, and how to fix it.
  package func message(quoting text: String) -> String {
    switch self {
    case .empty:
      "a time span is empty; give one such as 90s, 1m30s or 00:01:30"
    case .negative:
      "\(text) is below zero; a time span is zero or more"
    case .tooLong:
      "\(text) is too long; a time span is at most a hundred years (36525d)"
    case .malformed:
      "\(text) is not a time span; write it as 90s, 1m30s, 250ms or 00:01:30"
    case .unknownUnit(let unit):
      "\(text) has the unknown unit \(unit.quoted); units are d, h, m, s, ms, us and ns"
    case .unitsOutOfOrder:
      "\(text) has its units out of order; write the larger first and each once, as in 1m30s"
    case .fieldOverSixty:
      "\(text) is not a time span (minutes and seconds after a colon go up to 59)"
    }
  }
}
