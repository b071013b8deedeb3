import FoundationEssentials

/// A time zone: the offset of local clocks from UTC, and when it changes.
///
/// Foundation's `TimeZone` conforms to it. ``TimeZoneName`` also finds zone files and POSIX rules, and
/// ``SystemTimeZone`` is the zone of the process. Moments are seconds since 1970-01-01T00:00:00Z without leap seconds.
public protocol CivilTimeZone: Sendable, Hashable {
  /// The name of the zone: an IANA name, the path of a zone file, or a rule.
  var identifier: String { get }

  /// Returns the seconds east of UTC at a moment, including daylight saving time: less than 26 hours in both
  /// directions.
  func offset(atSecond second: Int64) -> Int64

  /// Returns the first moment after `second` at which the offset or the abbreviation changes, or nil if neither changes
  /// again.
  func nextTransition(afterSecond second: Int64) -> Int64?

  /// Returns the abbreviation in force at a moment, such as `CET`, as `strftime` writes it for `%Z`.
  func abbreviation(atSecond second: Int64) -> String
}

extension CivilTimeZone where Self == TimeZone {
  /// Foundation's `TimeZone.gmt`, usable wherever a civil time zone is expected.
  public static var gmt: TimeZone { TimeZone.FoundationEssentials::gmt }
}

/// In this extension, local time is a count of seconds as if the local clock showed UTC: local = UTC + offset.
extension CivilTimeZone {
  /// Returns the local day at a moment, counted from 1970-01-01.
  package func day(atSecond second: Int64) -> Int64 {
    (second + offset(atSecond: second)).flooredQuotient(by: CivilDate.secondsPerDay)
  }

  /// Returns the moments at which the local clock shows `local`, in order: at least one, and two if an hour occurs
  /// twice.
  ///
  /// A time that the clock skips is moved forward by the length of the gap (02:30 becomes 03:30), as RFC 5545
  /// specifies.
  package func seconds(ofLocal local: Int64) -> [Int64] {
    // This distance is larger than every offset, and no zone has two transitions within it.
    let reach: Int64 = 26 * 3_600
    let before = offset(atSecond: local - reach)
    let after = offset(atSecond: local + reach)
    let moments = Set([local - before, local - after]).filter { $0 + offset(atSecond: $0) == local }
    return moments.isEmpty ? [local - before] : moments.sorted()
  }

  /// Returns a moment as local time with its offset in RFC 3339 form: `2026-03-29T03:30:00+02:00`.
  package func timestamp(atSecond second: Int64) -> String {
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

/// The offset and abbreviation in force between two transitions ("local time type" in RFC 9636).
struct LocalTimeType: Sendable, Hashable {
  /// Seconds east of UTC.
  let offset: Int64
  let abbreviation: String
}

/// A Foundation time zone takes its local time from the system's zone file with the same name, as the C library does.
///
/// Foundation's own data have the age of the program and ignore a file that is mounted over a system file. They are
/// used only if the system has no such file.
extension TimeZone: CivilTimeZone {
  /// Returns the seconds east of UTC at a moment, including daylight saving time.
  public func offset(atSecond second: Int64) -> Int64 {
    systemFile?.offset(atSecond: second) ?? Int64(secondsFromGMT(for: Date(second: second)))
  }

  /// Returns the first moment after `second` at which the offset or the abbreviation changes, or nil if neither changes
  /// again.
  public func nextTransition(afterSecond second: Int64) -> Int64? {
    if let systemFile { return systemFile.nextTransition(afterSecond: second) }
    return nextDaylightSavingTimeTransition(after: Date(second: second))
      .map { Int64($0.timeIntervalSince1970.rounded(.up)) }
  }

  /// Returns the abbreviation in force at a moment, such as `CET`.
  public func abbreviation(atSecond second: Int64) -> String {
    systemFile?.abbreviation(atSecond: second) ?? abbreviation(for: Date(second: second)) ?? identifier
  }

  private var systemFile: TimeZoneFile? { ZoneInfoFolder.zone(named: identifier) }
}

extension Date {
  /// Creates the date with a number of seconds since 1970-01-01T00:00:00Z.
  package init(second: Int64) {
    self.init(timeIntervalSince1970: Double(second))
  }
}

/// The format of an offset from UTC: `+0200`, `+02:00`, `+02` or `Z` (LDML letters `Z`, `x` and `X`).
struct OffsetStyle: Sendable, Hashable {
  /// The text between hours, minutes and seconds.
  var separator = ""
  /// Whether a zero offset is written as `Z`.
  var usesZ = false
  /// Whether zero minutes are omitted.
  var omitsMinutes = false
  /// Whether nonzero seconds are written.
  var showsSeconds = false

  init(separator: String = "", usesZ: Bool = false) {
    self.separator = separator
    self.usesZ = usesZ
  }

  /// Creates the style of a run of one LDML letter. Returns nil if the run stands for a name (`ZZZZ`) or not for an
  /// offset.
  init?(letter: Character, count: Int) {
    switch (letter, count) {
    case ("Z", ...3): showsSeconds = true
    case ("Z", 5...):
      separator = ":"
      usesZ = true
      showsSeconds = true
    case ("x", _), ("X", _):
      usesZ = letter == "X"
      omitsMinutes = count == 1
      showsSeconds = count > 3
      separator = count == 3 || count > 4 ? ":" : ""
    default: return nil
    }
  }

  /// Returns the text of an offset in seconds east of UTC. The sign of a zero offset is `+`.
  func text(ofOffset offset: Int64) -> String {
    let seconds = showsSeconds ? abs(offset) : abs(offset) / 60 * 60
    if seconds == 0, usesZ { return "Z" }
    var parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }
    if seconds % 60 == 0 { parts.removeLast() }
    if omitsMinutes, seconds / 60 % 60 == 0 { parts.removeLast() }
    return (offset < 0 && seconds > 0 ? "-" : "+") + parts.joined(separator: separator)
  }
}
