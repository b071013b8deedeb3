/// A time zone by a rule, as the environment variable `TZ` and the footer of zone files have it: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (POSIX.1-2024, section 8.3; RFC 9636, section 3.3).
struct PosixTimeZone: CivilTimeZone {
  /// When the clocks change each year.
  struct DaylightSaving: Sendable, Hashable {
    let time: LocalTimeType
    /// In standard time.
    let start: YearlyMoment
    /// In daylight saving time.
    let end: YearlyMoment
  }

  /// The rule as it was given.
  let identifier: String
  let standard: LocalTimeType
  let daylightSaving: DaylightSaving?

  func offset(atSecond second: Int64) -> Int64 { time(atSecond: second).offset }

  func abbreviation(atSecond second: Int64) -> String { time(atSecond: second).abbreviation }

  func time(atSecond second: Int64) -> LocalTimeType {
    guard let daylightSaving else { return standard }
    let isInForce = stretches(of: daylightSaving, around: second).contains { $0.start <= second && second < $0.end }
    return isInForce ? daylightSaving.time : standard
  }

  func nextTransition(afterSecond second: Int64) -> Int64? {
    guard let daylightSaving else { return nil }
    let now = time(atSecond: second)
    // Where daylight saving lasts all year its stretches touch, and nothing changes where they do.
    return stretches(of: daylightSaving, around: second).flatMap { [$0.start, $0.end] }
      .filter { $0 > second && time(atSecond: $0) != now }.min()
  }

  /// When daylight saving is in force in the years around a moment; in the south it begins in one year and ends in the next.
  private func stretches(of rule: DaylightSaving, around second: Int64) -> [(start: Int64, end: Int64)] {
    // Beyond the range of `WallTime` nothing is exact.
    let second = min(max(second, -Self.farthestSecond), Self.farthestSecond)
    let year = CivilDate(daysSince1970: second.flooredQuotient(by: CivilDate.secondsPerDay)).year
    return ((year - 2)...(year + 2)).map { year in
      let start = rule.start.second(ofYear: year) - standard.offset
      let end = rule.end.second(ofYear: year) - rule.time.offset
      return (start, end < start ? rule.end.second(ofYear: year + 1) - rule.time.offset : end)
    }
  }

  private static let farthestSecond: Int64 = 1_000_000_000_000
}

/// A local time that comes once a year.
struct YearlyMoment: Sendable, Hashable {
  enum Day: Sendable, Hashable {
    /// `Jn`: 1...365 without leap days, so that 60 is always 1 March.
    case withoutLeapDay(Int)
    /// `n`: 0...365, leap days included.
    case ofYear(Int)
    /// `Mm.w.d`: a weekday (0 is Sunday) of week 1...5 of a month; 5 is the last one.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  /// The seconds from the day's midnight, up to a week before or after it.
  let second: Int64

  /// The moment in a year, in local seconds.
  func second(ofYear year: Int) -> Int64 {
    daysSince1970(inYear: year) * CivilDate.secondsPerDay + second
  }

  private func daysSince1970(inYear year: Int) -> Int64 {
    switch day {
    case .withoutLeapDay(let number):
      let isAfterLeapDay = number >= 60 && CivilDate.dayCount(ofMonth: 2, year: year) == 29
      return CivilDate(firstOfMonth: 1, year: year).daysSince1970 + Int64(number - 1 + (isAfterLeapDay ? 1 : 0))
    case .ofYear(let number):
      return CivilDate(firstOfMonth: 1, year: year).daysSince1970 + Int64(number)
    case .weekday(let weekday, let week, let month):
      let first = CivilDate(firstOfMonth: month, year: year)
      var day = (weekday - first.isoWeekday % 7 + 7) % 7 + 7 * (week - 1)
      // The fifth is the last one, which may be the fourth.
      if day >= CivilDate.dayCount(ofMonth: month, year: year) { day -= 7 }
      return first.daysSince1970 + Int64(day)
    }
  }
}
