extension PosixTimeZone {
  /// Reads a rule. Returns nil if the text is not a valid rule.
  ///
  /// - `EST5`, `<+0330>-3:30`: a name and the hours, minutes and seconds *west* of UTC.
  /// - `CET-1CEST,M3.5.0,M10.5.0/3`: with daylight saving time, one hour ahead unless its offset is given as well, from the first
  ///   moment to the second. A moment is `Jn`, `n` or `Mm.w.d`, and `/` with the time, -167 to 167 hours, 02:00 by default.
  /// - `EST5EDT`: with the dates of the United States since 2007, as the C library has it.
  init?(_ text: String) {
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
  /// Takes a zone's abbreviation: three letters or more, or letters, digits and signs between `<` and `>`.
  fileprivate mutating func zoneName() -> String? {
    let isQuoted = skip("<")
    let name = isQuoted ? take { $0 != UInt8(ascii: ">") } : letters()
    guard name.utf8.count >= 3, !isQuoted || skip(">") else { return nil }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-") }
    return isPlain ? name : nil
  }

  /// Takes `[+-]hh[:mm[:ss]]`, in seconds. Returns nil if the text is not a time, or the hours are out of range.
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

  /// Takes `Jn`, `n` or `Mm.w.d`, with `/` and a time or without.
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
