import Foundation

/// The civil time of a place: how far its clocks are from UTC, and when that changes.
///
/// Foundation's `TimeZone` is one. ``TimeZoneName`` finds zone files and POSIX rules too, and ``SystemTimeZone`` the zone of
/// the process. Moments are seconds since 1970-01-01T00:00:00Z without leap seconds.
public protocol CivilTimeZone: Sendable, Hashable {
  /// The name of the zone: an IANA name, the path of a zone file, or a rule.
  var identifier: String { get }

  /// Seconds east of UTC at a moment, daylight saving included: fewer than 26 hours either way.
  func offset(atSecond second: Int64) -> Int64

  /// The first moment after `second` at which the offset or the abbreviation changes; nil when neither changes again.
  func nextTransition(afterSecond second: Int64) -> Int64?

  /// The short name in force at a moment, such as `CET`, as `strftime` writes it for `%Z`.
  func abbreviation(atSecond second: Int64) -> String
}

extension CivilTimeZone where Self == TimeZone {
  /// Foundation's `TimeZone.gmt`, where any civil time zone is accepted.
  public static var gmt: TimeZone { TimeZone.FoundationEssentials::gmt }
}

/// Local time is counted in seconds as if the zone's civil clock were UTC: local = UTC + offset.
extension CivilTimeZone {
  /// The local day at a moment, counted from 1970-01-01.
  func day(atSecond second: Int64) -> Int64 {
    (second + offset(atSecond: second)).flooredQuotient(by: CivilDate.secondsPerDay)
  }

  /// The moments at which the civil clock shows `local`, earliest first: at least one; two where an hour occurs twice.
  ///
  /// A time that the clock leaps over is moved on by the length of the gap (02:30 becomes 03:30), as RFC 5545 says.
  func seconds(ofLocal local: Int64) -> [Int64] {
    // This far to either side is beyond every offset and, save in theory, has no second transition in it.
    let reach: Int64 = 26 * 3_600
    let before = offset(atSecond: local - reach)
    let after = offset(atSecond: local + reach)
    let moments = Set([local - before, local - after]).filter { $0 + offset(atSecond: $0) == local }
    return moments.isEmpty ? [local - before] : moments.sorted()
  }

  /// A moment in the zone's civil time with its offset, as RFC 3339 writes it: `2026-03-29T03:30:00+02:00`.
  func timestamp(atSecond second: Int64) -> String {
    let offset = offset(atSecond: second)
    let local = second + offset
    let date = CivilDate(daysSince1970: local.flooredQuotient(by: CivilDate.secondsPerDay))
    let time = local.flooredRemainder(by: CivilDate.secondsPerDay)
    let day = [date.year.zeroPadded(to: 4), date.month.zeroPadded(to: 2), date.day.zeroPadded(to: 2)]
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.zeroPadded(to: 2) }
    return day.joined(separator: "-") + "T" + clock.joined(separator: ":")
      + OffsetStyle(separator: ":", usesZ: true).text(ofOffset: offset)
  }
}

/// What clocks show in a stretch of time between two transitions (RFC 9636, "local time type").
struct LocalTimeType: Sendable, Hashable {
  /// Seconds east of UTC.
  let offset: Int64
  let abbreviation: String
}

/// A zone of Foundation has the civil time of the system's zone file of that name, as the C library has it.
///
/// Foundation brings data of its own, which grow old with the program, and does not see a file that is mounted over one of the
/// system's. Its data serve where the system has no such file.
extension TimeZone: CivilTimeZone {
  /// Seconds east of UTC at a moment, daylight saving included.
  public func offset(atSecond second: Int64) -> Int64 {
    systemFile?.offset(atSecond: second) ?? Int64(secondsFromGMT(for: Date(second: second)))
  }

  /// The first moment after `second` at which the offset or the abbreviation changes; nil when neither changes again.
  public func nextTransition(afterSecond second: Int64) -> Int64? {
    if let systemFile { return systemFile.nextTransition(afterSecond: second) }
    return nextDaylightSavingTimeTransition(after: Date(second: second))
      .map { Int64($0.timeIntervalSince1970.rounded(.up)) }
  }

  /// The short name in force at a moment, such as `CET`.
  public func abbreviation(atSecond second: Int64) -> String {
    systemFile?.abbreviation(atSecond: second) ?? abbreviation(for: Date(second: second)) ?? identifier
  }

  private var systemFile: TimeZoneFile? { ZoneInfoFolder.zone(named: identifier) }
}

extension Date {
  /// The moment so many seconds after 1970-01-01T00:00:00Z.
  init(second: Int64) {
    self.init(timeIntervalSince1970: Double(second))
  }
}

/// How an offset from UTC is written: `+0200`, `+02:00`, `+02`, `Z` (LDML's letters `Z`, `x` and `X`).
struct OffsetStyle: Sendable, Hashable {
  /// Between hours, minutes and seconds.
  var separator = ""
  /// Whether zero is `Z`.
  var usesZ = false
  /// Whether minutes are left out where they are zero.
  var leavesOutMinutes = false
  /// Whether seconds are written where they are not zero.
  var showsSeconds = false

  init(separator: String = "", usesZ: Bool = false) {
    self.separator = separator
    self.usesZ = usesZ
  }

  /// The style of a run of one letter; nil when that is in words (`ZZZZ`) or no offset.
  init?(letter: Character, count: Int) {
    switch (letter, count) {
    case ("Z", ...3): showsSeconds = true
    case ("Z", 5...):
      separator = ":"
      usesZ = true
      showsSeconds = true
    case ("x", _), ("X", _):
      usesZ = letter == "X"
      leavesOutMinutes = count == 1
      showsSeconds = count > 3
      separator = count == 3 || count > 4 ? ":" : ""
    default: return nil
    }
  }

  /// The text for seconds east of UTC. What is not written is dropped; zero is positive.
  func text(ofOffset offset: Int64) -> String {
    let seconds = showsSeconds ? abs(offset) : abs(offset) / 60 * 60
    if seconds == 0, usesZ { return "Z" }
    var parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }
    if seconds % 60 == 0 { parts.removeLast() }
    if leavesOutMinutes, seconds / 60 % 60 == 0 { parts.removeLast() }
    return (offset < 0 && seconds > 0 ? "-" : "+") + parts.joined(separator: separator)
  }
}
