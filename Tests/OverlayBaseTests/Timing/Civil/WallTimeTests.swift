import Foundation
import TestTools
import Testing
@testable import OverlayBase

@Suite("Wall time")
struct WallTimeTests {
  @Test("1970 is zero, and dates keep their nanoseconds where they have them")
  func dates() {
    #expect(WallTime(Date(timeIntervalSince1970: 0)).nanosecondsSince1970 == 0)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: 0.25)).nanosecondsSince1970 == 978_307_200_250_000_000)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: -0.75)).nanosecondsSince1970 == 978_307_199_250_000_000)
    #expect(WallTime(nanosecondsSince1970: 1_500_000_000).date == Date(timeIntervalSince1970: 1.5))
  }

  @Test("A date survives conversion to a wall time and back, 1000 random dates")
  func roundTrip() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<1000 {
      // Far from 2001 a Double does not resolve nanoseconds, so the difference is less than its precision.
      let seconds = Double.random(in: -9e9...8e9, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(abs(WallTime(date).date.timeIntervalSinceReferenceDate - seconds) <= max(seconds.ulp, 1e-9))
    }
  }

  @Test("Dates outside the years 1678 to 2262 become the nearest moment")
  func farDates() {
    #expect(WallTime(Date.distantPast).nanosecondsSince1970 == .min)
    #expect(WallTime(Date.distantFuture).nanosecondsSince1970 == .max)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: .infinity)).nanosecondsSince1970 == .max)
    #expect(WallTime(Date(timeIntervalSinceReferenceDate: -1e300)).nanosecondsSince1970 == .min)
  }

  @Test("Sums and differences are limited to the range")
  func arithmetic() {
    let time = WallTime(nanosecondsSince1970: 10)
    #expect(time.advanced(byNanoseconds: -30).nanosecondsSince1970 == -20)
    #expect(time.advanced(byNanoseconds: .max).nanosecondsSince1970 == .max)
    #expect(time - WallTime(nanosecondsSince1970: 4) == 6)
    #expect(WallTime(nanosecondsSince1970: .max) - WallTime(nanosecondsSince1970: -1) == .max)
    #expect(WallTime(nanosecondsSince1970: -1) < WallTime(nanosecondsSince1970: 0))
  }
}

@Suite("Reading wall times")
struct WallTimeParsingTests {
  private func second(_ text: String, now: String = "1970-01-01T00:00:00Z", zone: String = "Europe/Berlin") throws
    -> Int64
  {
    let zone = try TimeZoneName.timeZone(named: zone)
    let now = try WallTime(parsing: now, now: WallTime(nanosecondsSince1970: 0), timeZone: zone)
    return try WallTime(parsing: text, now: now, timeZone: zone).nanosecondsSince1970 / 1_000_000_000
  }

  @Test(
    "Dates with and without an offset are read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-12-31T23:59:59+01:00", 1_798_757_999),
      ("2026-12-31t22:59:59z", 1_798_757_999),
      ("2026-12-31T23:59:59", 1_798_757_999), ("2026-12-31 23:59:59", 1_798_757_999),
      ("2026-12-31T23:59", 1_798_757_940),
      ("2026-12-31 23:59Z", 1_798_761_540), ("2026-12-31", 1_798_671_600), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("1969-12-31T23:59:58Z", -2), ("2026-06-01T00:00:00-00:00", 1_780_272_000),
      ("2026-06-01T05:45:00+05:45", 1_780_272_000),
    ])
  func dates(text: String, expected: Int64) throws {
    #expect(try second(text) == expected)
  }

  @Test("Decimals are exact, and fractions of a nanosecond are dropped")
  func fractions() throws {
    for (text, nanoseconds) in [
      ("1970-01-01T00:00:00.000000001Z", 1), ("1970-01-01T00:00:01.5Z", 1_500_000_000),
      ("1969-12-31T23:59:59.9Z", -100_000_000),
      ("1970-01-01T00:00:00.0000000019Z", 1),
    ] as [(String, Int64)] {
      let time = try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 7), timeZone: .gmt)
      #expect(time.nanosecondsSince1970 == nanoseconds)
    }
  }

  @Test("The text now is the current time")
  func now() throws {
    let now = WallTime(nanosecondsSince1970: 123)
    #expect(try WallTime(parsing: "now", now: now, timeZone: .gmt) == now)
  }

  @Test(
    "A time of day is its next occurrence, at the current time or later",
    arguments: [
      ("12:00", "2026-06-01T11:59:59", "2026-06-01T12:00:00"), ("12:00", "2026-06-01T12:00:00", "2026-06-01T12:00:00"),
      ("12:00", "2026-06-01T12:00:00.000000001", "2026-06-02T12:00:00"),
      ("00:05:07", "2026-12-31T23:59:00", "2027-01-01T00:05:07"),
      ("9:30", "2026-06-01T12:00:00", "2026-06-02T09:30:00"), ("00:00", "2024-02-28T12:00:00", "2024-02-29T00:00:00"),
      // Across a change of the clocks, into the gap, and into the hour that occurs twice.
      ("04:00", "2026-03-28T12:00:00", "2026-03-29T04:00:00+02:00"),
      ("02:30", "2026-03-28T12:00:00", "2026-03-29T03:30:00+02:00"),
      ("02:30", "2026-03-29T03:30:01", "2026-03-30T02:30:00"),
      ("02:30", "2026-10-25T00:00:00", "2026-10-25T02:30:00+02:00"),
      ("02:30", "2026-10-25T02:30:01+02:00", "2026-10-25T02:30:00+01:00"),
      ("02:30", "2026-10-25T02:30:01+01:00", "2026-10-26T02:30:00"),
    ])
  func timeOfDay(text: String, now: String, expected: String) throws {
    #expect(try second(text, now: now) == second(expected))
  }

  @Test("A date in a gap is moved by the length of the gap; in an hour that occurs twice it is the first occurrence")
  func gaps() throws {
    #expect(try second("2026-03-29T02:30") == second("2026-03-29T01:30:00Z"))
    #expect(try second("2026-10-25T02:30") == second("2026-10-25T00:30:00Z"))
    #expect(try second("2018-11-04", zone: "America/Sao_Paulo") == second("2018-11-04T03:00:00Z"))
    #expect(try second("2011-12-30T12:00", zone: "Pacific/Apia") == second("2011-12-30T22:00:00Z"))
    #expect(try second("2026-10-04T02:15", zone: "Australia/Lord_Howe") == second("2026-10-03T15:45:00Z"))
  }

  @Test(
    "The choice in a gap and in an hour that occurs twice is reported",
    arguments: [
      (
        "2026-03-29T02:30",
        "'2026-03-29T02:30' does not exist in Europe/Berlin because the clock is put forward; using 2026-03-29T03:30:00+02:00"
      ),
      (
        "2026-10-25 02:30:00.5",
        "'2026-10-25 02:30:00.5' occurs twice in Europe/Berlin; using the first, 2026-10-25T02:30:00+02:00"
      ),
      ("2026-10-25T02:30:00+01:00", nil), ("2026-03-29T03:30", nil), ("2026-03-29", nil), ("now", nil), ("02:30", nil),
    ] as [(String, String?)])
  func choices(text: String, expected: String?) throws {
    let zone = try TimeZoneName.timeZone(named: "Europe/Berlin")
    let now = WallTime(nanosecondsSince1970: 0)
    #expect(try WallTime.parsed(text, now: now, timeZone: zone).choice?.description == expected)
  }

  @Test("A time of day in an hour that occurs twice is the next occurrence")
  func nextOfTwo() throws {
    let zone = try TimeZoneName.timeZone(named: "Europe/Berlin")
    let now = try WallTime(parsing: "2026-10-25T02:30:01+02:00", now: WallTime(nanosecondsSince1970: 0), timeZone: zone)
    #expect(
      try WallTime.parsed("02:30", now: now, timeZone: zone).choice?.description
        == "'02:30' occurs twice in Europe/Berlin; using the second, 2026-10-25T02:30:00+01:00"
    )
  }

  @Test(
    "Invalid texts are refused with their cause",
    arguments: [
      ("", WallTimeError.Reason.malformed), ("soon", .malformed), ("2026-1-1", .malformed), ("2026-12-31T", .malformed),
      ("2026-12-31T23", .malformed), ("2026-12-31T23:59:59+0100", .malformed), ("2026-12-31T23:59:59Zz", .malformed),
      ("2026-12-31T23:59:59.Z", .malformed), ("12:3", .malformed), ("12:30Z", .malformed), ("1798757999", .malformed),
      ("2026-02-30", .noSuchDate), ("2025-02-29", .noSuchDate), ("2026-13-01", .noSuchDate),
      ("2026-00-10", .noSuchDate),
      ("1900-02-29", .noSuchDate), ("1677-12-31", .yearOutOfRange), ("2263-01-01", .yearOutOfRange),
      ("2262-04-12", .yearOutOfRange),
      ("20260-01-01", .yearOutOfRange), ("24:00", .hourOutOfRange), ("2026-01-01T12:60", .minuteOutOfRange),
      ("2016-12-31T23:59:60Z", .secondOutOfRange), ("00:01:61", .secondOutOfRange),
      ("2026-01-01T00:00:00+24:00", .offsetOutOfRange),
    ])
  func refused(text: String, reason: WallTimeError.Reason) {
    let error = #expect(throws: WallTimeError.self) {
      try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 0), timeZone: .gmt)
    }
    #expect(error?.reason == reason)
    #expect(error?.description.contains { $0.isNewline } == false)
  }
}
