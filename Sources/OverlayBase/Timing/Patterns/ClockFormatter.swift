import FoundationEssentials
import FoundationInternationalization

/// Formats moments as the text of a clock, and finds when that text changes next.
///
/// The calendar is the Gregorian one. Digits and names follow the locale.
package struct ClockFormatter: Sendable {
  /// The pattern of the text.
  package let pattern: ClockPattern
  /// The zone of the local time.
  package let timeZone: any CivilTimeZone
  /// The locale of digits and names.
  package let locale: Locale

  /// Formats local time as if it were UTC: all facts about the zone come from `timeZone`. `nil` if the text consists of
  /// numbers with Latin digits, which need no ICU: to load it takes ten milliseconds and five megabytes.
  private let style: Date.VerbatimFormatStyle?
  private let computedFields: [CompiledClockPattern.ComputedField]
  private let dayPeriodStyle: Date.VerbatimFormatStyle?
  private let zoneNames: [ZoneNameForm: ZoneNameFormatter]
  private let digits: LocaleDigits

  /// Creates a formatter. Keep it: creating one takes about a hundred times as long as formatting a text.
  package init(pattern: ClockPattern, timeZone: any CivilTimeZone, locale: Locale) {
    self.pattern = pattern
    self.timeZone = timeZone
    self.locale = locale
    style = pattern.compiled.isNumeric && LocaleDigits.areLatin(in: locale) ? nil : Self.style(of: pattern, locale)
    computedFields = pattern.compiled.computedFields
    dayPeriodStyle =
      computedFields.contains(.lowercaseDayPeriod)
      ? Date.VerbatimFormatStyle("\(dayPeriod: .standard(.abbreviated))", timeZone: .gmt, locale: locale) : nil
    var zoneNames: [ZoneNameForm: ZoneNameFormatter] = [:]
    for case .zoneName(let form) in computedFields where zoneNames[form] == nil {
      zoneNames[form] = ZoneNameFormatter(form: form, timeZone: timeZone, locale: locale)
    }
    self.zoneNames = zoneNames
    digits = computedFields.isEmpty ? .latin : LocaleDigits(locale: locale)
  }

  /// Returns the text at a moment. Every unit is rounded down.
  package func text(at time: WallTime) -> String {
    let moment = Moment(time, in: timeZone)
    if style == nil, let text = numericText(at: moment) { return text }
    // A `Date` represents whole seconds exactly; smaller units are formatted without it.
    let text = (style ?? Self.style(of: pattern, locale)).format(moment.localDate)
    guard !computedFields.isEmpty else { return text }
    var result = ""
    var remaining = computedFields[...]
    for scalar in text.unicodeScalars {
      if scalar == Date.FormatString.placeholder, let field = remaining.popFirst() {
        result += self.text(of: field, at: moment)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a moment after `time` before which the text does not change, or nil if it never changes again.
  ///
  /// This is the next tick of the smallest unit shown, or the zone's next transition if that comes first, or the next
  /// minute if the zone's name is shown. The text may be the same there, but it never changes earlier.
  package func nextChange(after time: WallTime) -> WallTime? {
    let compiled = pattern.compiled
    let moment = Moment(time, in: timeZone)
    var seconds: [Int64] = []
    switch compiled.smallestUnit {
    case .fraction(let digits):
      let step = powerOfTen(9 - digits)
      let tick = time.nanosecondsSince1970.flooredQuotient(by: step) + 1
      return WallTime(count: tick, ofNanoseconds: step)
    case .second:
      return WallTime(count: moment.second + 1, ofNanoseconds: 1_000_000_000)
    case .era, nil: break
    case .minute?, .hour?, .day?, .month?, .year?:
      seconds.append(nextLocalTick(after: moment.local) - moment.offset)
    }
    // Between transitions, local time is UTC plus a constant, so a tick is exact unless a transition comes first.
    if !seconds.isEmpty || compiled.showsZone {
      if let transition = timeZone.nextTransition(afterSecond: moment.second) { seconds.append(transition) }
    }
    if compiled.showsZoneName {
      // When names change is not known, but they change at whole minutes.
      seconds.append((moment.second.flooredQuotient(by: 60) + 1) * 60)
    }
    return seconds.min().flatMap { WallTime(count: $0, ofNanoseconds: 1_000_000_000) }
  }

  /// Returns the local second of the next tick of the smallest unit, which is a minute or longer.
  private func nextLocalTick(after local: Int64) -> Int64 {
    let day = CivilDate.secondsPerDay
    let date = CivilDate(daysSince1970: local.flooredQuotient(by: day))
    return switch pattern.compiled.smallestUnit {
    case .minute: (local.flooredQuotient(by: 60) + 1) * 60
    case .hour: (local.flooredQuotient(by: 3_600) + 1) * 3_600
    case .month: date.firstOfNextMonth.daysSince1970 * day
    case .year: date.firstOfNextYear.daysSince1970 * day
    default: (date.daysSince1970 + 1) * day
    }
  }

  private static func style(of pattern: ClockPattern, _ locale: Locale) -> Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(Date.FormatString(pattern.compiled.pieces), timeZone: .gmt, locale: locale)
  }

  /// Returns a text of numbers. Returns `nil` for years in which ICU's calendar is not the Gregorian one, or has eras.
  private func numericText(at moment: Moment) -> String? {
    let (day, second) = (
      moment.local.flooredQuotient(by: CivilDate.secondsPerDay),
      moment.local.flooredRemainder(by: CivilDate.secondsPerDay)
    )
    let date = CivilDate(daysSince1970: day)
    guard (1600...9999).contains(date.year) else { return nil }
    return pattern.compiled.pieces.reduce(into: "") { text, piece in
      switch piece {
      case .literal(let literal): text += literal
      case .computed(let field): text += self.text(of: field, at: moment)
      case .field(let letter, let count): text += date.number(of: letter, count: count, atSecond: second)
      }
    }
  }

  private func text(of field: CompiledClockPattern.ComputedField, at moment: Moment) -> String {
    switch field {
    case .offset(let style): style.text(ofOffset: moment.offset)
    case .zoneName(let form): zoneNames[form]?.text(atSecond: moment.second) ?? ""
    case .abbreviation: timeZone.abbreviation(atSecond: moment.second)
    default: digits.localized(number(of: field, at: moment))
    }
  }

  private func number(of field: CompiledClockPattern.ComputedField, at moment: Moment) -> String {
    let date = CivilDate(daysSince1970: moment.local.flooredQuotient(by: CivilDate.secondsPerDay))
    let secondOfDay = moment.local.flooredRemainder(by: CivilDate.secondsPerDay)
    let hour = Int(secondOfDay / 3_600)
    return switch field {
    case .fraction(let digits): moment.nanosecond.nanosecondDecimals(digits)
    case .millisecondsOfDay(let width): (secondOfDay * 1_000 + moment.nanosecond / 1_000_000).zeroPadded(to: width)
    case .secondsSince1970: String(moment.second)
    case .isoWeekday: String(date.isoWeekday)
    case .weekdayFromSunday: String(date.isoWeekday % 7)
    case .isoWeek: date.isoWeek.week.zeroPadded(to: 2)
    case .isoWeekYear: String(date.isoWeek.year)
    case .spacePaddedDay: date.day.spacePaddedToTwo
    case .spacePaddedHour: hour.spacePaddedToTwo
    case .spacePaddedTwelveHour: ((hour + 11) % 12 + 1).spacePaddedToTwo
    case .lowercaseDayPeriod: dayPeriodStyle?.format(moment.localDate).lowercased() ?? ""
    case .offset, .zoneName, .abbreviation, .separator: ""
    }
  }
}

/// A wall time as whole seconds and nanoseconds, both rounded down, and the zone's offset at that time.
private struct Moment {
  let second: Int64
  /// The nanoseconds within the second, 0..<1 000 000 000.
  let nanosecond: Int64
  let offset: Int64

  init(_ time: WallTime, in timeZone: any CivilTimeZone) {
    second = time.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000)
    nanosecond = time.nanosecondsSince1970.flooredRemainder(by: 1_000_000_000)
    offset = timeZone.offset(atSecond: second)
  }

  var local: Int64 { second + offset }

  /// The local time as if it were UTC.
  var localDate: Date { Date(second: local) }
}

extension WallTime {
  /// Creates the moment at a multiple of a unit after 1970. Returns nil outside the range of `WallTime`.
  package init?(count: Int64, ofNanoseconds unit: Int64) {
    let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    self.init(nanosecondsSince1970: nanoseconds)
  }
}

extension CompiledClockPattern {
  /// Whether all fields that Foundation formats are numbers in every language.
  fileprivate var isNumeric: Bool {
    pieces.allSatisfy { piece in
      guard case .field(let letter, let count) = piece else { return true }
      return "yHkhKmsd".contains(letter) || ("ML".contains(letter) && count <= 2)
    }
  }
}

extension CivilDate {
  /// Returns the number that a run of an LDML letter stands for, at a second of this day.
  fileprivate func number(of letter: Character, count: Int, atSecond second: Int64) -> String {
    let hour = second / 3_600
    return switch letter {
    // Two letters are the last two digits of the year.
    case "y": Int64(count == 2 ? year % 100 : year).zeroPadded(to: count)
    case "M", "L": Int64(month).zeroPadded(to: count)
    case "d": Int64(day).zeroPadded(to: count)
    case "H": hour.zeroPadded(to: count)
    case "k": (hour == 0 ? 24 : hour).zeroPadded(to: count)
    case "K": (hour % 12).zeroPadded(to: count)
    case "h": ((hour + 11) % 12 + 1).zeroPadded(to: count)
    case "m": (second / 60 % 60).zeroPadded(to: count)
    default: (second % 60).zeroPadded(to: count)
    }
  }
}

extension Int {
  fileprivate var spacePaddedToTwo: String { self < 10 ? " \(self)" : String(self) }
}
