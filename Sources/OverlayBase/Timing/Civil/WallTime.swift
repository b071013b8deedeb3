import FoundationEssentials

/// A moment of civil time: nanoseconds since 1970-01-01T00:00:00Z, in the years 1678 to 2262.
///
/// Unlike `MediaTime`, it follows the system's clock, which can be stepped. Unlike `Date`, it is exact.
public struct WallTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z without leap seconds; negative before that moment.
  public let nanosecondsSince1970: Int64

  /// Creates the moment with a number of nanoseconds since 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Creates the moment of a date, rounded to the nearest nanosecond. A date outside the range becomes the nearest
  /// moment.
  public init(_ date: Date) {
    // Whole seconds and fraction are converted apart: their sum in nanoseconds needs more bits than a `Double` has.
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard let wholeSeconds = Int64(exactly: whole) else {
      self.init(nanosecondsSince1970: seconds < 0 ? .min : .max)
      return
    }
    let fraction = Int128(((seconds - whole) * 1e9).rounded())
    let sinceReference = Int128(wholeSeconds) * 1_000_000_000 + fraction
    self.init(nanosecondsSince1970: Int64(clamping: sinceReference + Self.referenceDate))
  }

  /// The moment as a date, exact to about a tenth of a microsecond.
  public var date: Date {
    let sinceReference = Int128(nanosecondsSince1970) - Self.referenceDate
    let (seconds, nanoseconds) = sinceReference.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// Returns the moment that is later by a number of nanoseconds, limited to the range of `WallTime`.
  public func advanced(byNanoseconds nanoseconds: Int64) -> WallTime {
    WallTime(nanosecondsSince1970: Int64(clamping: Int128(nanosecondsSince1970) + Int128(nanoseconds)))
  }

  /// Returns the nanoseconds from `right` to `left`, limited to the range of `Int64`.
  public static func - (left: WallTime, right: WallTime) -> Int64 {
    Int64(clamping: Int128(left.nanosecondsSince1970) - Int128(right.nanosecondsSince1970))
  }

  /// Returns whether the left moment is before the right one.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// 2001-01-01T00:00:00Z, the reference date of Foundation.
  private static let referenceDate = Int128(Date.timeIntervalBetween1970AndReferenceDate) * 1_000_000_000
}

extension WallTime {
  /// Reads a moment: `now`, a time of day, a date, or a date with a time.
  ///
  /// - `2026-12-31T23:59:59+01:00`, also with `Z` or with decimals of the second (RFC 3339).
  /// - `2026-12-31T23:59`, `2026-12-31 23:59:59`, `2026-12-31` (midnight): local time in `timeZone`.
  /// - `23:59`, `23:59:59`: the next occurrence in `timeZone`, at `now` or later.
  ///
  /// A local time that the clock skips is moved forward by the length of the gap (02:30 becomes 03:30). If a local time
  /// occurs twice, a date selects the first occurrence, and a time of day the next one.
  package init(parsing text: String, now: WallTime, timeZone: any CivilTimeZone) throws(WallTimeError) {
    self = try Self.parsed(text, now: now, timeZone: timeZone).moment
  }

  /// Reads a moment as `init(parsing:now:timeZone:)` does, and reports the choice if the local clock shows the time
  /// never or twice.
  package static func parsed(
    _ text: String, now: WallTime, timeZone: any CivilTimeZone
  ) throws(WallTimeError) -> (moment: WallTime, choice: CivilTimeChoice?) {
    do {
      if text == "now" { return (now, nil) }
      let reading =
        if let date = Self.leadingDate(of: text) {
          try Self.moment(on: date, text: text, timeZone: timeZone)
        } else {
          try Self.nextOccurrence(ofTime: text, now: now, timeZone: timeZone)
        }
      let choice = reading.local.flatMap { local in
        CivilTimeChoice(text: text, local: local, second: reading.second, timeZone: timeZone)
      }
      return (reading.wall, choice)
    } catch {
      throw WallTimeError(error, in: text)
    }
  }

  /// A moment, and the local time it was read from, if any.
  private struct Reading {
    let second: Int64
    let wall: WallTime
    var local: Int64?

    init(second: Int64, nanosecond: Int64, local: Int64? = nil) throws(WallTimeError.Reason) {
      guard let whole = WallTime(count: second, ofNanoseconds: 1_000_000_000) else { throw .yearOutOfRange }
      let (nanoseconds, overflows) = whole.nanosecondsSince1970.addingReportingOverflow(nanosecond)
      guard !overflows else { throw .yearOutOfRange }
      self.second = second
      self.local = local
      wall = WallTime(nanosecondsSince1970: nanoseconds)
    }

    /// Creates the first moment at which the clock of a zone shows a local time.
    init(local: Int64, nanosecond: Int64, timeZone: any CivilTimeZone) throws(WallTimeError.Reason) {
      guard let second = timeZone.seconds(ofLocal: local).first else { throw .yearOutOfRange }
      try self.init(second: second, nanosecond: nanosecond, local: local)
    }
  }

  /// Returns the fields of a date at the start of a text and the rest of the text.
  private static func leadingDate(of text: String) -> (year: Int64, month: Int64, day: Int64, rest: ByteScanner)? {
    var scanner = ByteScanner(text)
    guard
      let year = scanner.number(digitCount: 1...9), scanner.skip("-"),
      let month = scanner.number(digitCount: 1...2), scanner.skip("-"),
      let day = scanner.number(digitCount: 1...2)
    else { return nil }
    return (year, month, day, scanner)
  }

  private static func moment(
    on fields: (year: Int64, month: Int64, day: Int64, rest: ByteScanner), text: String,
    timeZone: any CivilTimeZone
  ) throws(WallTimeError.Reason) -> Reading {
    guard (1678...2262).contains(fields.year) else { throw .yearOutOfRange }
    guard text.utf8.dropFirst(4).first == UInt8(ascii: "-"), text.utf8.dropFirst(7).first == UInt8(ascii: "-") else {
      throw .malformed
    }
    guard let date = CivilDate(year: Int(fields.year), month: Int(fields.month), day: Int(fields.day)) else {
      throw .noSuchDate
    }
    var scanner = fields.rest
    let midnight = date.daysSince1970 * CivilDate.secondsPerDay
    if scanner.isAtEnd { return try Reading(local: midnight, nanosecond: 0, timeZone: timeZone) }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") else { throw .malformed }
    let time = try TimeOfDay(&scanner)
    let local = midnight + time.second
    if scanner.isAtEnd { return try Reading(local: local, nanosecond: time.nanosecond, timeZone: timeZone) }
    let offset = try offset(&scanner)
    guard scanner.isAtEnd else { throw .malformed }
    return try Reading(second: local - offset, nanosecond: time.nanosecond)
  }

  private static func nextOccurrence(
    ofTime text: String, now: WallTime, timeZone: any CivilTimeZone
  ) throws(WallTimeError.Reason) -> Reading {
    var scanner = ByteScanner(text)
    let time = try TimeOfDay(&scanner)
    guard scanner.isAtEnd else { throw .malformed }
    let today = timeZone.day(atSecond: now.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000))
    for day in (today - 1)...(today + 2) {
      let local = day * CivilDate.secondsPerDay + time.second
      for second in timeZone.seconds(ofLocal: local) {
        let candidate = try Reading(second: second, nanosecond: time.nanosecond, local: local)
        if candidate.wall >= now { return candidate }
      }
    }
    throw .yearOutOfRange
  }

  /// Scans `Z` or `+HH:MM` and returns it in seconds east of UTC.
  private static func offset(_ scanner: inout ByteScanner) throws(WallTimeError.Reason) -> Int64 {
    if scanner.skip("Z") || scanner.skip("z") { return 0 }
    let isWest = scanner.skip("-")
    guard
      isWest || scanner.skip("+"),
      let hours = scanner.number(digitCount: 2...2), scanner.skip(":"),
      let minutes = scanner.number(digitCount: 2...2)
    else { throw .malformed }
    guard hours < 24, minutes < 60 else { throw .offsetOutOfRange }
    let seconds = hours * 3_600 + minutes * 60
    return isWest ? -seconds : seconds
  }
}

/// A time of day: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`.
private struct TimeOfDay {
  let second: Int64
  let nanosecond: Int64

  init(_ scanner: inout ByteScanner) throws(WallTimeError.Reason) {
    guard
      let hour = scanner.number(digitCount: 1...2), scanner.skip(":"),
      let minute = scanner.number(digitCount: 2...2)
    else { throw .malformed }
    var wholeSecond: Int64 = 0
    var fraction: Int64 = 0
    if scanner.skip(":") {
      guard let seconds = scanner.number(digitCount: 2...2), let decimals = scanner.fractionNanoseconds() else {
        throw .malformed
      }
      wholeSecond = seconds
      fraction = decimals
    }
    guard hour < 24 else { throw .hourOutOfRange }
    guard minute < 60 else { throw .minuteOutOfRange }
    guard wholeSecond < 60 else { throw .secondOutOfRange }
    second = hour * 3_600 + minute * 60 + wholeSecond
    nanosecond = fraction
  }
}

/// An error in the text of a moment.
package typealias WallTimeError = InvalidText<WallTimeCause>

/// The reasons why a text is not a moment.
package enum WallTimeCause: InvalidTextCause {
  /// The text does not have any of the known forms.
  case malformed
  /// The month does not have that day, or the year does not have that month.
  case noSuchDate
  /// The moment is before 1678 or after April 2262, outside the range of `WallTime`.
  case yearOutOfRange
  /// The hour is above 23.
  case hourOutOfRange
  /// The minute is above 59.
  case minuteOutOfRange
  /// The second is above 59. System time has no moments for leap seconds.
  case secondOutOfRange
  /// The offset from UTC has 24 hours or more, or 60 minutes or more.
  case offsetOutOfRange

  /// Returns one line that says what is wrong, where, and how to fix it.
  package func message(quoting text: String) -> String {
    switch self {
    case .malformed:
      "\(text) is not a time; write it as 2026-12-31T23:59:59+01:00, 2026-12-31 23:59, 23:59 or now"
    case .noSuchDate:
      "\(text) is not a time (there is no such date)"
    case .yearOutOfRange:
      "\(text) is out of range (years go from 1678 to April 2262)"
    case .hourOutOfRange:
      "\(text) is not a time (hours go up to 23)"
    case .minuteOutOfRange:
      "\(text) is not a time (minutes go up to 59)"
    case .secondOutOfRange:
      "\(text) is not a time (seconds go up to 59)"
    case .offsetOutOfRange:
      "\(text) is not a time (offsets from UTC go up to 23:59)"
    }
  }
}
