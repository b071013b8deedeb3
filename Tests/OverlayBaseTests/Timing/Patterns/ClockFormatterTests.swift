import Foundation
import OverlayBase
import Testing

@Suite("Clock formatter")
struct ClockFormatterTests {
  private func text(
    _ pattern: String, _ moment: String, zone: String = "UTC", locale: String = "en-US"
  ) throws -> String {
    let zone = try TimeZoneName.timeZone(named: zone)
    let time = try WallTime(parsing: moment, now: WallTime(nanosecondsSince1970: 0), timeZone: zone)
    return ClockFormatter(
      pattern: try ClockPattern(pattern), timeZone: zone, locale: try LocaleName.locale(named: locale)
    ).text(at: time)
  }

  @Test(
    "LDML letters, quotes and literal text are formatted",
    arguments: [
      ("HH:mm:ss", "09:05:07"), ("H:m:s", "9:5:7"), ("h:mm a", "9:05 AM"), ("yyyy-MM-dd", "2026-01-02"),
      ("EEE d MMM", "Fri 2 Jan"), ("EEEE, MMMM d, y G", "Friday, January 2, 2026 AD"), ("yy", "26"), ("DDD", "002"),
      ("H 'o''clock'", "9 o'clock"), ("H''mm", "9'05"), ("'H'", "H"), ("''", "'"), ("''''", "''"), ("H·m 時", "9·5 時"),
      ("xxx z", "+00:00 UTC"), ("A", "32707123"), ("HH 👩‍👩‍👧‍👦 mm", "09 👩‍👩‍👧‍👦 05"),
    ])
  func ldml(pattern: String, expected: String) throws {
    #expect(try text(pattern, "2026-01-02T09:05:07.123456789Z") == expected)
  }

  @Test(
    "strftime directives",
    arguments: [
      ("%H:%M:%S", "09:05:07"), ("%I:%M %p", "09:05 AM"), ("%l:%M %P", " 9:05 am"), ("%k", " 9"),
      ("%Y-%m-%d", "2026-01-02"),
      ("%F %T", "2026-01-02 09:05:07"), ("%D", "01/02/26"), ("%R", "09:05"), ("%r", "09:05:07 AM"), ("%y", "26"),
      ("%e", " 2"), ("%-d.%-m.", "2.1."), ("%-H", "9"), ("%j", "002"), ("%a %A", "Fri Friday"),
      ("%b %h %B", "Jan Jan January"),
      ("%z", "+0000"), ("%s", "1767344707"), ("%u %w", "5 5"), ("%V %G", "01 2026"), ("%f", "123456"), ("%3N", "123"),
      ("%N", "123456789"), ("100 %% d'H", "100 % d'H"), ("%H%H%-H", "09099"), ("%Hh", "09h"),
    ])
  func strftime(pattern: String, expected: String) throws {
    #expect(try text(pattern, "2026-01-02T09:05:07.123456789Z") == expected)
  }

  @Test(
    "Fractions are exact, rounded down, and zero after the ninth digit",
    arguments: [
      ("2026-06-01T12:00:00.999999999Z", "00.9 99 999 999999999 99999999900"),
      ("2026-06-01T12:00:00.000000001Z", "00.0 00 000 000000001 00000000100"),
      ("1969-12-31T23:59:59.999999999Z", "59.9 99 999 999999999 99999999900"),
      ("1969-12-31T23:59:59.000000001Z", "59.0 00 000 000000001 00000000100"),
      ("1678-01-01T00:00:00.123456789Z", "00.1 12 123 123456789 12345678900"),
      ("2262-04-11T00:00:00.123456789Z", "00.1 12 123 123456789 12345678900"),
    ])
  func fractions(moment: String, expected: String) throws {
    #expect(try text("ss.S SS SSS SSSSSSSSS SSSSSSSSSSS", moment) == expected)
  }

  @Test("Noon has a name only at noon, with or without fractions")
  func noon() throws {
    #expect(try text("h:mm:ss.S b", "2026-06-01T12:00:00.5Z") == "12:00:00.5 noon")
    #expect(try text("h:mm:ss.S b", "2026-06-01T12:00:01.5Z") == "12:00:01.5 PM")
  }

  @Test("Leap days and ends of years are correct")
  func calendar() throws {
    #expect(try text("yyyy-MM-dd D", "2024-02-29T12:00:00Z") == "2024-02-29 60")
    #expect(try text("yyyy-MM-dd HH:mm:ss", "2025-12-31T23:59:59.999999999Z") == "2025-12-31 23:59:59")
    #expect(try text("%G-W%V-%u", "2026-12-31T23:59:59Z") == "2026-W53-4")
    #expect(try text("%G-W%V-%u", "2021-01-03T00:00:00Z") == "2020-W53-7")
    #expect(try text("%G-W%V-%u %w", "2024-12-30T00:00:00Z") == "2025-W01-1 1")
    #expect(try text("%w", "2026-11-22T00:00:00Z") == "0")
    #expect(try text("%l %-I", "2026-11-22T00:30:00Z") == "12 12")
  }

  @Test(
    "Daylight saving time: the hour that does not exist, and the hour that occurs twice",
    arguments: [
      ("Europe/Berlin", "2026-03-29T00:59:59.9Z", "01:59:59 +01:00"),
      ("Europe/Berlin", "2026-03-29T01:00:00Z", "03:00:00 +02:00"),
      ("Europe/Berlin", "2026-10-25T00:30:00Z", "02:30:00 +02:00"),
      ("Europe/Berlin", "2026-10-25T01:30:00Z", "02:30:00 +01:00"),
      ("America/New_York", "2026-03-08T06:59:59Z", "01:59:59 -05:00"),
      ("America/New_York", "2026-03-08T07:00:00Z", "03:00:00 -04:00"),
      ("America/New_York", "2026-11-01T05:30:00Z", "01:30:00 -04:00"),
      ("America/New_York", "2026-11-01T06:30:00Z", "01:30:00 -05:00"),
      ("Australia/Lord_Howe", "2026-10-03T15:29:59Z", "01:59:59 +10:30"),
      ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", "02:30:00 +11:00"),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "01:30:00 +10:30"),
      ("Asia/Kathmandu", "2026-01-01T00:00:00Z", "05:45:00 +05:45"),
      ("Africa/Monrovia", "1971-01-01T00:00:00Z", "23:15:30 -00:44"),
    ])
  func daylightSaving(zone: String, moment: String, expected: String) throws {
    #expect(try text("HH:mm:ss xxx", moment, zone: zone) == expected)
  }

  @Test(
    "Zones from rules and files have their offset and abbreviation, and the offset instead of other names",
    arguments: [
      ("EST5", "%H:%M %z %Z", "07:00 -0500 EST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "HH:mm z x xx xxx XXX Z ZZZZZ", "14:00 CEST +02 +0200 +02:00 +02:00 +0200 +02:00"),
      (
        "CET-1CEST,M3.5.0,M10.5.0/3", "zzzz|v|vvvv|O|OOOO|ZZZZ|VVVV",
        "GMT+02:00|GMT+2|GMT+02:00|GMT+2|GMT+02:00|GMT+02:00|GMT+02:00"
      ),
      ("<+0330>-3:30", "HH:mm z x X", "15:30 +0330 +0330 +0330"), ("UTC0", "z x X XXX Z", "UTC +00 Z Z +0000"),
      ("XYZ-3:30:15", "HH:mm:ss xxx xxxxx XXXX Z", "15:30:15 +03:30 +03:30:15 +033015 +033015"),
      ("<+23>-23", "dd HH z XXX OOOO", "02 11 +23 +23:00 GMT+23:00"),
      ("/usr/share/zoneinfo/Asia/Tokyo", "HH:mm z zzzz", "21:00 JST GMT+09:00"),
      (":Asia/Tokyo", "HH:mm zzzz", "21:00 Japan Standard Time"),
      ("Europe/Berlin", "%H:%M %Z %z", "14:00 CEST +0200"), ("GMT", "HH zzzz", "12 Greenwich Mean Time"),
    ])
  func zones(zone: String, pattern: String, expected: String) throws {
    #expect(try text(pattern, "2026-06-01T12:00:00Z", zone: zone) == expected)
  }

  @Test("Offsets keep ASCII digits in every locale")
  func zoneDigits() throws {
    #expect(try text("xxx HH", "2026-06-01T12:00:00Z", zone: "EST5", locale: "ar-EG") == "-05:00 ٠٧")
  }

  @Test(
    "Digits and names follow the locale, and the calendar stays Gregorian",
    arguments: [
      ("de-DE", "EEEE, d. MMMM yyyy HH:mm:ss.SS", "Freitag, 2. Januar 2026 09:05:07.12"),
      ("ar-EG", "HH:mm:ss.SSS", "٠٩:٠٥:٠٧.١٢٣"), ("fa-IR", "yyyy-MM-dd", "۲۰۲۶-۰۱-۰۲"),
      ("ar-EG", "%s %e", "١٧٦٧٣٤٤٧٠٧  ٢"), ("hi-IN-u-nu-deva", "%H.%3N", "०९.१२३"), ("th-TH", "yyyy", "2026"),
      ("th-TH-u-nu-thai", "yyyy HH.S", "๒๐๒๖ ๐๙.๑"), ("ja-JP-u-ca-japanese", "y", "2026"),
      ("zh-Hans-CN-u-nu-hanidec", "HH.S", "〇九.一"), ("en-US-u-nu-roman", "S", "1"),
    ])
  func locale(locale: String, pattern: String, expected: String) throws {
    #expect(try text(pattern, "2026-01-02T09:05:07.123456789Z", locale: locale) == expected)
  }
}
