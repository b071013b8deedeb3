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
