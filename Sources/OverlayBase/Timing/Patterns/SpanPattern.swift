/// A pattern for the text of a countdown or a stopwatch: `HH:mm:ss`, `d 'days' HH:mm`, `m:ss.S`.
///
/// `d H m s` are days, hours, minutes and seconds; `S SS SSS` are fractions of a second. A repeated letter is padded
/// with zeros to that width. Each unit takes the whole remainder of the larger units, and the largest is not limited:
/// 90 minutes are `90:00` in `mm:ss`, and an hour and a half is `1:1800` in `H:s`. Literal text is in single
/// quotes, and `''` is one quote.
public struct SpanPattern: Sendable, Hashable {
  /// The rounding of a time span to the smallest unit shown, before it is split into units.
  package enum Rounding: Sendable, Hashable {
    /// Away from zero: for a countdown, which then shows zero at zero and not one unit earlier.
    case up
    /// Toward zero: for a stopwatch, and for a countdown after its target.
    case down
  }

  /// Whether a negative time span is marked.
  package enum SignDisplay: Sendable, Hashable {
    /// No sign.
    case none
    /// `-` before the first digit, unless all digits are zero.
    case minusWhenNegative
  }

  /// The text of the pattern.
  public let text: String

  /// The smallest unit shown, in nanoseconds. The text changes only at its multiples.
  package let unitNanoseconds: Int64

  private enum Element: Sendable, Hashable {
    case literal(String)
    case whole(Unit, width: Int)
    case fraction(digits: Int)
  }

  private enum Unit: Int, CaseIterable {
    case day, hour, minute, second

    init?(letter: Character) {
      switch letter {
      case "d": self = .day
      case "H": self = .hour
      case "m": self = .minute
      case "s": self = .second
      default: return nil
      }
    }

    var nanoseconds: Int64 {
      switch self {
      case .day: 86_400_000_000_000
      case .hour: 3_600_000_000_000
      case .minute: 60_000_000_000
      case .second: 1_000_000_000
      }
    }
  }

  private let elements: [Element]
  private let units: Set<Unit>

  /// Reads a pattern.
  ///
  /// - Throws: `PatternError` if the pattern is invalid.
  public init(_ text: String) throws(PatternError) {
    guard !text.isEmpty else { throw PatternError(.empty, in: text) }
    if let position = text.firstControlCharacter {
      throw PatternError(.controlCharacter(position: position), in: text)
    }
    guard text.utf16.count <= 1_024 else { throw PatternError(.tooLong, in: text) }
    self.text = text
    let (elements, fractionPosition) = try Self.elements(of: text)
    self.elements = elements
    units = Set(
      elements.compactMap { element in
        if case .whole(let unit, _) = element { unit } else { nil }
      })
    let fractionDigits = elements.map { element in
      if case .fraction(let digits) = element { min(digits, 9) } else { 0 }
    }
    let decimals = fractionDigits.max() ?? 0
    if let fractionPosition, !units.contains(.second) {
      throw PatternError(.fractionWithoutSeconds(position: fractionPosition), in: text)
    }
    guard let smallest = units.map(\.nanoseconds).min() else { throw PatternError(.noUnit, in: text) }
    unitNanoseconds = decimals > 0 ? powerOfTen(9 - decimals) : smallest
  }

  /// Returns the text of a time span. The magnitude of a negative time span is rounded and shown.
  package func text(
    nanoseconds: Int64, rounding: Rounding, sign: SignDisplay = .none, digits: LocaleDigits = .latin
  ) -> String {
    let unit = unitNanoseconds.magnitude
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: unit)
    let count = rounding == .up && rest > 0 ? whole + 1 : whole
    var remaining = count * unit
    var values: [Unit: UInt64] = [:]
    for unit in Unit.allCases where units.contains(unit) {
      let (value, left) = remaining.quotientAndRemainder(dividingBy: unit.nanoseconds.magnitude)
      values[unit] = value
      remaining = left
    }
    var pendingSign = sign == .minusWhenNegative && nanoseconds < 0 && count > 0 ? "-" : ""
    var result = ""
    for element in elements {
      switch element {
      case .literal(let text): result += text
      case .whole(let unit, let width):
        result += pendingSign + digits.localized((values[unit] ?? 0).zeroPadded(to: width))
        pendingSign = ""
      case .fraction(let count):
        result += pendingSign + digits.localized(remaining.nanosecondDecimals(count))
        pendingSign = ""
      }
    }
    return result
  }

  /// Returns the time span, longer than `nanoseconds`, at which a stopwatch (which rounds down) shows the next text.
  ///
  /// Returns nil if that is outside the range of the number.
  package func nextChange(afterElapsed nanoseconds: Int64) -> Int64? {
    let (next, overflows) = (nanoseconds.flooredQuotient(by: unitNanoseconds) + 1)
      .multipliedReportingOverflow(by: unitNanoseconds)
    return overflows ? nil : next
  }

  /// Returns the elements of a pattern and the position, counted from 1, of its first `S`.
  private static func elements(of text: String) throws(PatternError) -> ([Element], fractionPosition: Int?) {
    let characters = Array(text)
    var elements: [Element] = []
    var fractionPosition: Int?
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "'" {
        guard let quote = QuotedLiteral(characters, from: index) else {
          throw PatternError(.unclosedQuote(position: index + 1), in: text)
        }
        elements.append(.literal(quote.text))
        index = quote.end
      } else if character.isASCII, character.isLetter {
        let end = characters[index...].firstIndex { $0 != character } ?? characters.count
        if let unit = Unit(letter: character) {
          elements.append(.whole(unit, width: end - index))
        } else if character == "S" {
          elements.append(.fraction(digits: end - index))
          fractionPosition = fractionPosition ?? index + 1
        } else {
          throw PatternError(.unknownLetter(character, position: index + 1), in: text)
        }
        index = end
      } else {
        elements.append(.literal(String(character)))
        index += 1
      }
    }
    return (elements, fractionPosition)
  }
}

extension SpanPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from a literal. An invalid pattern is a programming error and traps with its description.
  public init(stringLiteral text: String) {
    do { self = try SpanPattern(text) } catch { preconditionFailure("\(error)") }
  }
}
