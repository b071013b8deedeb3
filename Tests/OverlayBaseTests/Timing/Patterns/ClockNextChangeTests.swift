import Foundation
import OverlayBase
import TestTools
import Testing

@Suite("Next change of a clock")
struct ClockNextChangeTests {
  private func formatter(_ pattern: String, zone: String) throws -> ClockFormatter {
    ClockFormatter(
      pattern: try ClockPattern(pattern), timeZone: try TimeZoneName.timeZone(named: zone),
      locale: Locale(identifier: "en_US"))
  }

  private func moment(_ text: String) throws -> WallTime {
    try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 0), timeZone: .gmt)
  }

  @Test(
    "The next change is the next tick of the smallest unit after the moment, in local time",
    arguments: [
      ("HH:mm:ss", "UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"),
      ("HH:mm:ss", "UTC", "2026-01-01T00:00:00.999999999Z", "2026-01-01T00:00:01Z"),
      ("ss.S", "UTC", "2026-01-01T00:00:00.199999999Z", "2026-01-01T00:00:00.2Z"),
      ("ss.SSSSSSSSS", "UTC", "2026-01-01T00:00:00.199999999Z", "2026-01-01T00:00:00.2Z"),
      ("ss.SSS", "UTC", "1969-12-31T23:59:59.9995Z", "1970-01-01T00:00:00Z"),
      ("HH:mm", "UTC", "1969-12-31T23:59:00.5Z", "1970-01-01T00:00:00Z"),
      ("HH", "Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01T00:15:00Z"),
      ("HH", "Asia/Kathmandu", "1980-01-01T00:00:00Z", "1980-01-01T00:30:00Z"),
      ("mm", "Africa/Monrovia", "1971-01-01T00:00:00Z", "1971-01-01T00:00:30Z"),
      ("d", "America/New_York", "2026-06-01T12:00:00Z", "2026-06-02T04:00:00Z"),
      ("d", "UTC", "2024-02-28T12:00:00Z", "2024-02-29T00:00:00Z"),
      ("M", "UTC", "2024-02-28T12:00:00Z", "2024-03-01T00:00:00Z"),
      ("M", "UTC", "2026-12-31T23:59:59.9Z", "2027-01-01T00:00:00Z"),
      ("yyyy", "UTC", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
      // A transition comes first: in both directions, by half an hour, by a whole day, without daylight saving time.
      ("HH", "Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"),
      ("HH", "Australia/Lord_Howe", "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"),
      ("HH", "Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-03T16:00:00Z"),
      ("HH", "Australia/Lord_Howe", "2026-04-04T14:30:00Z", "2026-04-04T15:00:00Z"),
      ("d", "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T01:00:00Z"),
      ("d", "Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T23:00:00Z"),
      ("d", "Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-30T10:00:00Z"),
      ("d", "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z"),
      ("HH", "Asia/Kathmandu", "1985-12-31T18:29:00Z", "1985-12-31T18:30:00Z"),
      ("mm", "Europe/Paris", "1911-03-10T23:50:38.5Z", "1911-03-10T23:50:39Z"),
      ("xxx", "Europe/Berlin", "2026-01-01T00:00:00Z", "2026-03-29T01:00:00Z"),
      ("yyyy O", "Europe/Berlin", "2026-01-01T00:00:00Z", "2026-03-29T01:00:00Z"),
    ])
  func nextTick(pattern: String, zone: String, after: String, expected: String) throws {
    #expect(try formatter(pattern, zone: zone).nextChange(after: moment(after)) == moment(expected))
  }

  @Test("Text, eras and the offset of a zone without transitions never change", arguments: ["'on air'", "G", "xxx"])
  func never(pattern: String) throws {
    #expect(try formatter(pattern, zone: "UTC").nextChange(after: moment("2026-01-01T00:00:00Z")) == nil)
  }

  @Test("There is no change after the end of the time range", arguments: ["ss", "S", "HH:mm", "HH", "d", "M", "yyyy"])
  func endOfTime(pattern: String) throws {
    #expect(
      try formatter(pattern, zone: "Europe/Berlin").nextChange(after: WallTime(nanosecondsSince1970: .max)) == nil)
  }

  @Test("The text does not change before the next change, for any zone, pattern and time")
  func neverLate() throws {
    let zones = [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca",
      "America/St_Johns", "Asia/Kolkata", "Europe/Amsterdam", "Africa/Monrovia", "America/Sao_Paulo", "Asia/Tehran",
      "Pacific/Chatham", "Antarctica/Troll", "Europe/Dublin", "Pacific/Kwajalein", "Asia/Pyongyang", "UTC", "GMT-3:30",
      "CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3<-02>,M3.5.0/-1,M10.5.0/0", "/usr/share/zoneinfo/Pacific/Apia",
    ]
    let patterns = [
      "HH:mm:ss", "HH:mm:ss.S", "ss.SSSSSS", "A", "HH:mm", "m", "h a", "HH", "B", "h b", "EEE d MMM", "d", "e c", "w",
      "W F",
      "Y", "D", "g", "MMMM", "LLL yyyy", "QQQ", "yyyy", "y G", "z", "zzzz", "xxx", "vvvv", "MMM v", "yyyy OOOO", "VVVV",
      "%V %G", "%u %w", "%s", "%3N", "%p", "%l %P", "%e", "%j", "%Z", "%z",
    ]
    var generator = SeededGenerator(seed: 42)
    // From 1800 to 2200. Half of the moments lie within two days of a transition.
    let earliest: Int64 = -5_364_662_400
    let latest: Int64 = 7_258_118_400
    for _ in 0..<900 {
      let clock = try formatter(
        patterns.randomElement(using: &generator) ?? "", zone: zones.randomElement(using: &generator) ?? "")
      var second = Int64.random(in: earliest..<latest, using: &generator)
      if Bool.random(using: &generator), let transition = clock.timeZone.nextTransition(afterSecond: second) {
        let spread: Int64 = Bool.random(using: &generator) ? 4_000 : 172_800
        second = transition + Int64.random(in: -spread...spread, using: &generator)
      }
      let nanosecond = Bool.random(using: &generator) ? 0 : Int64.random(in: 0..<1_000_000_000, using: &generator)
      let start = WallTime(nanosecondsSince1970: second * 1_000_000_000 + nanosecond)
      let text = clock.text(at: start)
      let change = clock.nextChange(after: start) ?? start.advanced(byNanoseconds: 1_000_000_000 * 86_400 * 400)
      #expect(change > start)

      let length = change - start
      var offsets = (0..<24).map { _ in Int64.random(in: 0..<length, using: &generator) }
      offsets += [length - 1, length / 2]
      // The first minutes and hours as well: a long interval must not skip a short change.
      offsets += [60, 3_600, 7_200, 86_400].map { $0 * 1_000_000_000 }.filter { $0 < length }
      for offset in offsets {
        let later = start.advanced(byNanoseconds: offset)
        #expect(
          clock.text(at: later) == text,
          "\(clock.pattern.text) in \(clock.timeZone.identifier), \(offset) ns after \(start.nanosecondsSince1970)")
      }
    }
  }

  @Test("Away from transitions, the text changes at the next change")
  func neverNeedlesslyEarly() throws {
    for pattern in ["HH:mm:ss", "ss.SS", "HH:mm", "HH", "d", "M", "yyyy"] {
      let clock = try formatter(pattern, zone: "Asia/Kathmandu")
      var time = try moment("2026-02-27T23:58:59.95Z")
      for _ in 0..<20 {
        let next = try #require(clock.nextChange(after: time))
        #expect(clock.text(at: next) != clock.text(at: time))
        time = next
      }
    }
  }
}
