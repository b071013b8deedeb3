/// What a clock shows of a moment: `HH:mm:ss`, `EEE d MMM`, or with a `%` as `strftime` has it, `%H:%M:%S`.
///
/// Without `%` it is an LDML pattern (Unicode Technical Standard 35, part 4) with the letters that `DateFormatter` takes:
/// `G y Y u U r Q q M L w W d D F g E e c a b B h H k K m s S A z Z O v V x X`; text goes between quotes, `''` is a quote.
/// Digits after the ninth `S` are zeros.
///
/// With `%`: `%a %A %b %B %d %D %e %f %F %G %h %H %I %j %k %l %m %M %N %p %P %r %R %s %S %T %u %V %w %y %Y %z %Z %%`.
/// `%f` is microseconds; `%N` is nanoseconds and `%3N` the first three digits of them (GNU `date`); `-` leaves out the
/// padding (`%-d`). `%Z` is the zone's abbreviation, `CET`.
public struct ClockPattern: Sendable, Hashable {
  /// A unit of time that a pattern can show, the finest first.
  public enum Unit: Sendable, Hashable, Comparable {
    /// A fraction of a second with so many decimals, 1...9.
    case fraction(digits: Int)
    /// A second.
    case second
    /// A minute.
    case minute
    /// An hour, or half a day (`a`).
    case hour
    /// A day; weeks count as days, because where they begin is the locale's choice.
    case day
    /// A month; quarters count as months.
    case month
    /// A year.
    case year
    /// An era, which never changes within the range of `WallTime`.
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

    /// True when the left unit is the finer one.
    public static func < (left: Unit, right: Unit) -> Bool { left.rank < right.rank }
  }

  /// The pattern as it was given.
  public let text: String

  /// The smallest unit shown; nil when the pattern shows only text or the zone's name.
  public var smallestUnit: Unit? { compiled.smallestUnit }

  let compiled: CompiledClockPattern

  /// Reads a pattern: `strftime` when it contains `%`, else LDML.
  public init(_ text: String) throws(PatternError) {
    guard !text.isEmpty else { throw PatternError(.empty, in: text) }
    if let position = text.firstControlCharacter {
      throw PatternError(.controlCharacter(position: position), in: text)
    }
    var compiled = CompiledClockPattern()
    if text.contains("%") {
      try compiled.append(strftime: text)
    } else {
      try compiled.append(ldml: text)
    }
    compiled.finish()
    guard compiled.isShortEnough else { throw PatternError(.tooLong, in: text) }
    self.text = text
    self.compiled = compiled
  }
}

extension String {
  /// The place, counted from 1, of the first character that no pattern may have.
  var firstControlCharacter: Int? {
    for (index, character) in enumerated() where character.isControl { return index + 1 }
    return nil
  }
}

extension ClockPattern: ExpressibleByStringLiteral {
  /// Takes a pattern from the program's text; one that is no pattern ends the program and says why.
  public init(stringLiteral text: String) {
    do { self = try ClockPattern(text) } catch { preconditionFailure("\(error)") }
  }
}
