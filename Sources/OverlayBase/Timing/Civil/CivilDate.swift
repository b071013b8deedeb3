/// A day of the proleptic Gregorian calendar, without a time zone.
struct CivilDate: Sendable, Hashable {
  var year: Int
  /// The month, 1...12.
  var month: Int
  /// The day of the month, 1...31.
  var day: Int

  static let secondsPerDay: Int64 = 86_400

  /// Creates a day. Returns nil if it does not exist, such as 30 February.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.dayCount(ofMonth: month, year: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day with a distance from 1970-01-01, in days.
  ///
  /// The calculation starts years on 1 March, so that the leap day is the last day of a year. 400 years have 146 097
  /// days.
  init(daysSince1970 days: Int64) {
    let sinceMarch = days + 719_468
    let era = sinceMarch.flooredQuotient(by: 146_097)
    let dayOfEra = sinceMarch - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let marchYear = Int64(month <= 2 ? year - 1 : year)
    let era = marchYear.flooredQuotient(by: 400)
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week: 1 is Monday, 7 is Sunday (ISO 8601). 1970-01-01 was a Thursday.
  var isoWeekday: Int { Int((daysSince1970 + 3).flooredRemainder(by: 7)) + 1 }

  /// The ISO 8601 week and its year. A week belongs to the year that contains its Thursday.
  var isoWeek: (year: Int, week: Int) {
    let thursday = CivilDate(daysSince1970: daysSince1970 + Int64(4 - isoWeekday))
    return (thursday.year, Int(thursday.daysSince1970 - thursday.firstOfYear.daysSince1970) / 7 + 1)
  }

  var firstOfYear: CivilDate { CivilDate(firstOfMonth: 1, year: year) }

  var firstOfNextYear: CivilDate { CivilDate(firstOfMonth: 1, year: year + 1) }

  var firstOfNextMonth: CivilDate {
    month == 12 ? firstOfNextYear : CivilDate(firstOfMonth: month + 1, year: year)
  }

  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Creates the first day of a month, 1...12.
  init(firstOfMonth month: Int, year: Int) {
    self.year = year
    self.month = month
    day = 1
  }
}

extension Int64 {
  /// Returns the quotient, rounded toward minus infinity. The divisor must be positive.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Returns the remainder of `flooredQuotient(by:)`, which is never negative.
  package func flooredRemainder(by divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
