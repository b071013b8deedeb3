import Foundation
import OverlayBase
import Testing

/// Compares the texts of clocks with the texts of `DateFormatter`, which takes an LDML pattern as it is.
@Suite("Clock texts and DateFormatter")
struct ClockTextComparisonTests {
  /// Languages with digits, names, first days of the week and day periods of their own.
  static let locales = [
    "en-US-POSIX", "en-US", "en-GB", "de", "de-AT", "fr-CA", "es-419", "pt-BR", "it", "nl", "sv", "nb", "da", "fi",
    "pl", "cs", "hu", "ro", "bg", "ru", "uk", "sr-Latn", "hr", "el", "tr", "ar", "ar-EG", "fa", "he", "ur",
    "hi-u-nu-deva", "bn", "mr", "ta", "my", "th-TH-u-nu-thai", "km", "vi", "id", "ja-JP-u-ca-japanese", "ko",
    "zh-Hans", "zh-Hant", "zh-u-nu-hanidec", "am", "ka", "mn", "eu", "ga", "sw", "en-u-nu-roman", "und",
  ]

  /// Noon, midnight, leap days, and days of which the week belongs to another year.
  private static let moments = [
    "1684-10-19T08:00:00Z", "2020-02-29T12:00:00Z", "2024-12-30T12:30:00Z", "2026-01-01T00:00:00Z",
    "2026-03-29T05:07:09Z", "2255-12-31T23:59:59Z",
  ]

  /// Returns a formatter for a pattern, as independent of the calendar of the locale as a clock is.
  private func reference(_ pattern: String, locale: Locale, zone: TimeZone) -> DateFormatter {
    var components = Locale.Components(locale: locale)
    components.calendar = .gregorian
    let formatter = DateFormatter()
    formatter.locale = Locale(components: components)
    formatter.timeZone = zone
    formatter.dateFormat = pattern
    return formatter
  }

  private func compare(_ pattern: String, locale: Locale, zone: TimeZone) throws {
    let clock = ClockFormatter(pattern: try ClockPattern(pattern), timeZone: zone, locale: locale)
    let formatter = reference(pattern, locale: locale, zone: zone)
    for moment in Self.moments {
      let time = try WallTime(parsing: moment, now: WallTime(nanosecondsSince1970: 0), timeZone: zone)
      let (text, expected) = (clock.text(at: time), formatter.string(from: time.date))
      #expect(text == expected, "\(pattern) in \(locale.identifier) and \(zone.identifier) at \(moment)")
    }
  }

  @Test("Every letter has the same text, once and repeated", arguments: locales)
  func letters(name: String) throws {
    let locale = try LocaleName.locale(named: name)
    for letter in "GyYuUrQqMLwWdDFgEecabBhHkKms" {
      let runs = (1...7).map { String(repeating: letter, count: $0) }
      try compare(runs.joined(separator: "|"), locale: locale, zone: .gmt)
    }
    // Whether noon has a name depends on the other fields.
    try compare("h:mm b bbbb bbbbb B BBBB BBBBB", locale: locale, zone: .gmt)
    try compare("'it''s' EEEE, d. MMMM y 'o''''clock' ''HH''mm''''", locale: locale, zone: .gmt)
  }

  @Test("Every form of the zone's name has the same text", arguments: ["en-US", "de", "ar-EG", "hi", "ja", "zh-Hant"])
  func zoneNames(name: String) throws {
    let locale = try LocaleName.locale(named: name)
    for identifier in ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "GMT"] {
      let zone = try #require(TimeZone(identifier: identifier))
      for letter in "zvVO" {
        let runs = (1...6).map { String(repeating: letter, count: $0) }
        for run in runs { try compare("H\(run)", locale: locale, zone: zone) }
      }
      try compare("H ZZZZ", locale: locale, zone: zone)
    }
  }
}
