/// A time zone defined by a rule, as in the environment variable `TZ` and the footer of zone files:
/// `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2024, section 8.3; RFC 9636, section 3.3).
struct PosixTimeZone: CivilTimeZone {
  /// The yearly period of daylight saving time.
  struct DaylightSaving: Sendable, Hashable {
    let time: LocalTimeType
    /// The start, in standard time.
    let start: YearlyMoment
    /// The end, in daylight saving time.
    let end: YearlyMoment
  }

  /// The text of the rule.
  let identifier: String
  let standard: LocalTimeType
  let daylightSaving: DaylightSaving?

  func offset(atSecond second: Int64) -> Int64 { time(atSecond: second).offset }

  func abbreviation(atSecond second: Int64) -> String { time(atSecond: second).abbreviation }

  func time(atSecond second: Int64) -> LocalTimeType {
    guard let daylightSaving else { return standard }
    let isInForce = periods(of: daylightSaving, around: second).contains { $0.start <= second && second < $0.end }
    return isInForce ? daylightSaving.time : standard
  }

  func nextTransition(afterSecond second: Int64) -> Int64? {
    guard let daylightSaving else { return nil }
    let now = time(atSecond: second)
    // If daylight saving time lasts all year, consecutive periods touch and nothing changes between them.
    return periods(of: daylightSaving, around: second).flatMap { [$0.start, $0.end] }
      .filter { $0 > second && time(atSecond: $0) != now }.min()
  }

  /// Returns the periods of daylight saving time in the years around a moment. On the southern hemisphere a period
  /// begins in one year and ends in the next.
  private func periods(of rule: DaylightSaving, around second: Int64) -> [(start: Int64, end: Int64)] {
    // Outside the range of `WallTime` the result need not be exact.
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

/// A local time that occurs once a year.
struct YearlyMoment: Sendable, Hashable {
  enum Day: Sendable, Hashable {
    /// `Jn`: 1...365 without leap days, so 60 is always 1 March.
    case withoutLeapDay(Int)
    /// `n`: 0...365 with leap days.
    case ofYear(Int)
    /// `Mm.w.d`: a weekday (0 is Sunday) in week 1...5 of a month; 5 is the last week.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  /// Seconds since midnight of the day, from one week before to one week after it.
  let second: Int64

  /// Returns the moment in a year, in local seconds.
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
      // Week 5 means the last occurrence, which may be the fourth.
      if day >= CivilDate.dayCount(ofMonth: month, year: year) { day -= 7 }
      return first.daysSince1970 + Int64(day)
    }
  }
}

extension PosixTimeZone {
  /// Creates a zone from a rule. Returns nil if the text is not a valid rule.
  ///
  /// - `EST5`, `<+0330>-3:30`: an abbreviation and the hours, minutes and seconds *west* of UTC.
  /// - `CET-1CEST,M3.5.0,M10.5.0/3`: with daylight saving time from the first moment to the second, one hour ahead
  ///   unless the rule has a second offset. A moment is `Jn`, `n` or `Mm.w.d`, optionally followed by `/` and a time
  ///   from -167 to 167 hours. The default time is 02:00.
  /// - `EST5EDT`: with the dates of the United States since 2007, as in the C library.
  package init?(_ text: String) {
    var scanner = ByteScanner(text)
    guard let name = scanner.zoneName(), let west = scanner.clockTime(hours: 0...24) else { return nil }
    identifier = text
    standard = LocalTimeType(offset: -west, abbreviation: name)
    if scanner.isAtEnd {
      daylightSaving = nil
      return
    }
    guard let name = scanner.zoneName() else { return nil }
    var offset = standard.offset + 3_600
    if scanner.startsNumber {
      guard let west = scanner.clockTime(hours: 0...24) else { return nil }
      offset = -west
    }
    var dates = scanner
    if scanner.isAtEnd { dates = ByteScanner(",M3.2.0,M11.1.0") }
    guard
      dates.skip(","), let start = dates.yearlyMoment(), dates.skip(","), let end = dates.yearlyMoment(), dates.isAtEnd
    else { return nil }
    daylightSaving = DaylightSaving(
      time: LocalTimeType(offset: offset, abbreviation: name), start: start, end: end)
  }
}

extension ByteScanner {
  /// Scans the abbreviation of a zone: three or more letters, or letters, digits and signs between `<` and `>`.
  fileprivate mutating func zoneName() -> String? {
    let isQuoted = skip("<")
    let name = isQuoted ? take { $0 != UInt8(ascii: ">") } : letters()
    guard name.utf8.count >= 3, !isQuoted || skip(">") else { return nil }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-") }
    return isPlain ? name : nil
  }

  /// Scans `[+-]hh[:mm[:ss]]` and returns it in seconds. Returns nil if the text is not a time or the hours are out of
  /// range.
  fileprivate mutating func clockTime(hours range: ClosedRange<Int64>) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(digitCount: 1...3), range.contains(hours) else { return nil }
    var seconds = hours * 3_600
    for unit: Int64 in [60, 1] {
      guard skip(":") else { break }
      guard let count = number(digitCount: 1...2), count < 60 else { return nil }
      seconds += count * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Scans `Jn`, `n` or `Mm.w.d`, optionally followed by `/` and a time.
  fileprivate mutating func yearlyMoment() -> YearlyMoment? {
    let day: YearlyMoment.Day
    if skip("J") {
      guard let number = number(digitCount: 1...3), (1...365).contains(number) else { return nil }
      day = .withoutLeapDay(Int(number))
    } else if skip("M") {
      guard
        let month = number(digitCount: 1...2), (1...12).contains(month), skip("."),
        let week = number(digitCount: 1...1), (1...5).contains(week), skip("."),
        let weekday = number(digitCount: 1...1), weekday < 7
      else { return nil }
      day = .weekday(Int(weekday), week: Int(week), month: Int(month))
    } else {
      guard let number = number(digitCount: 1...3), number <= 365 else { return nil }
      day = .ofYear(Int(number))
    }
    guard skip("/") else { return YearlyMoment(day: day, second: 2 * 3_600) }
    return clockTime(hours: 0...167).map { YearlyMoment(day: day, second: $0) }
  }
}
