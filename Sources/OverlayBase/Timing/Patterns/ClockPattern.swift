/// A pattern for the text of a clock: `HH:mm:ss`, `EEE d MMM`, or with `%` as in `strftime`, `%H:%M:%S`.
///
/// Without `%` it is an LDML pattern (Unicode Technical Standard 35, part 4) with the letters of `DateFormatter`:
/// `G y Y u U r Q q M L w W d D F g E e c a b B h H k K m s S A z Z O v V x X`. Literal text is in single quotes, and
/// `''` is one quote. Digits after the ninth `S` are zeros.
///
/// With `%` it is a `strftime` pattern:
/// `%a %A %b %B %d %D %e %f %F %G %h %H %I %j %k %l %m %M %N %p %P %r %R %s %S %T %u %V %w %y %Y %z %Z %%`.
/// `%f` is microseconds. `%N` is nanoseconds, and `%3N` their first three digits (GNU `date`). `-` omits the padding
/// (`%-d`). `%Z` is the abbreviation of the zone, such as `CET`.
public struct ClockPattern: Sendable, Hashable {
  /// A unit of time in a pattern, ordered from the smallest to the largest.
  package enum Unit: Sendable, Hashable, Comparable {
    /// A fraction of a second with 1...9 decimals.
    case fraction(digits: Int)
    /// A second.
    case second
    /// A minute.
    case minute
    /// An hour, or half a day (`a`).
    case hour
    /// A day. Weeks count as days, because their first day depends on the locale.
    case day
    /// A month. Quarters count as months.
    case month
    /// A year.
    case year
    /// An era. It never changes within the range of `WallTime`.
    case era

    private var rank: Int {
      switch self {
      case .fraction(let digits): -digits
      case .second: 0
      case .minute: 1
      case .hour: 2
      case .day: 3
      case .month: 4
      case .year: 5
      case .era: 6
      }
    }

    /// Returns whether the left unit is smaller.
    package static func < (left: Unit, right: Unit) -> Bool { left.rank < right.rank }
  }

  /// The text of the pattern.
  public let text: String

  /// The smallest unit shown, or nil if the pattern contains only text or the zone's name.
  package var smallestUnit: Unit? { compiled.smallestUnit }

  let compiled: CompiledClockPattern

  /// Reads a pattern: a `strftime` pattern if it contains `%`, else an LDML pattern.
  ///
  /// - Throws: `PatternError` if the pattern is invalid.
  public init(_ text: String) throws(PatternError) {
    guard !text.isEmpty else { throw PatternError(.empty, in: text) }
    if let position = text.firstControlCharacter {
      throw PatternError(.controlCharacter(position: position), in: text)
    }
    guard text.utf16.count <= 1_024 else { throw PatternError(.tooLong, in: text) }
    var compiled = CompiledClockPattern()
    if text.contains("%") {
      try compiled.append(strftime: text)
    } else {
      try compiled.append(ldml: text)
    }
    self.text = text
    self.compiled = compiled
  }
}

extension String {
  /// The position, counted from 1, of the first control character, which patterns must not contain.
  var firstControlCharacter: Int? {
    for (index, character) in enumerated() where character.isControl { return index + 1 }
    return nil
  }
}

extension ClockPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from a literal. An invalid pattern is a programming error and traps with its description.
  public init(stringLiteral text: String) {
    do { self = try ClockPattern(text) } catch { preconditionFailure("\(error)") }
  }
}
