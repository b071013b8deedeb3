import OverlayBase
import Testing

@Suite("Countdown rules")
struct CountdownRuleTests {
  private typealias Shown = CountdownRule.Shown

  private static let second: Int64 = 1_000_000_000
  private static let zero = Shown.span(nanoseconds: 0, isNegative: false)

  private func rule(_ atZero: CountdownRule.AtZero, pattern: String = "mm:ss") throws -> CountdownRule {
    CountdownRule(atZero: atZero, pattern: try SpanPattern(pattern))
  }

  @Test(
    "Before the target, the remaining time is rounded up for every rule",
    arguments: [CountdownRule.AtZero.hold, .hide, .countUp(signed: true), .loop, .end, .text("go")])
  func beforeZero(atZero: CountdownRule.AtZero) throws {
    let rule = try rule(atZero)
    let one = Shown.span(nanoseconds: Self.second, isNegative: false)
    for (remaining, shown, next) in [
      (1, one, 0), (Self.second, one, 0),
      (Self.second + 1, .span(nanoseconds: 2 * Self.second, isNegative: false), Self.second),
    ] {
      #expect(rule.state(remaining: remaining).shown == shown)
      #expect(rule.state(remaining: remaining).isEnded == false)
      #expect(rule.nextChange(remaining: remaining) == next)
    }
  }

  @Test("Hold: zero stays")
  func hold() throws {
    let rule = try rule(.hold)
    for remaining in [0, -1, -Self.second, -100 * Self.second, .min] {
      #expect(rule.state(remaining: remaining).shown == Self.zero)
      #expect(rule.nextChange(remaining: remaining) == nil)
    }
  }

  @Test(
    "Hide and text apply from the target on",
    arguments: [(CountdownRule.AtZero.hide, Shown.hidden), (.text("go"), .text("go"))])
  private func replaced(atZero: CountdownRule.AtZero, shown: Shown) throws {
    let rule = try rule(atZero)
    for remaining in [0, -1, -Self.second, .min] {
      #expect(rule.state(remaining: remaining).shown == shown)
      #expect(rule.nextChange(remaining: remaining) == nil)
    }
  }

  @Test("Count up rounds the time since the target down, and zero has no sign", arguments: [true, false])
  func countUp(signed: Bool) throws {
    let rule = try rule(.countUp(signed: signed))
    for (remaining, units, next) in [
      (0, 0, -1), (-1, 0, -1), (-Self.second + 1, 0, -1), (-Self.second, 1, -2), (-Self.second - 1, 1, -2),
    ] as [(Int64, Int64, Int64)] {
      let shown = Shown.span(nanoseconds: units * Self.second, isNegative: signed && units > 0)
      #expect(rule.state(remaining: remaining).shown == shown)
      #expect(rule.nextChange(remaining: remaining) == next * Self.second)
    }
    #expect(rule.nextChange(remaining: .min) == nil)
  }

  @Test("End shows zero for one smallest unit, then ends the stream")
  func end() throws {
    let rule = try rule(.end)
    for (remaining, isEnded) in [(0, false), (-1, false), (-Self.second + 1, false), (-Self.second, true)]
      as [(Int64, Bool)]
    {
      #expect(rule.state(remaining: remaining).shown == Self.zero)
      #expect(rule.state(remaining: remaining).isEnded == isEnded)
      #expect(rule.nextChange(remaining: remaining) == (isEnded ? nil : -Self.second))
    }
    #expect(rule.endRemaining == -Self.second)
    #expect(try self.rule(.hold).endRemaining == nil)
    #expect(
      rule.endTime(ofTarget: WallTime(nanosecondsSince1970: 5)) == WallTime(nanosecondsSince1970: 5 + Self.second))
    #expect(try self.rule(.end, pattern: "s.S").endRemaining == -Self.second / 10)
  }

  @Test("A loop over a time span shows zero for one unit, then the rest of the next round")
  func loopSpan() throws {
    let rule = try rule(.loop)
    let span = 10 * Self.second
    for (remaining, expected) in [
      (span, span), (1, 1), (0, 0), (-1, -1), (-Self.second + 1, -Self.second + 1), (-Self.second, span - Self.second),
      (-Self.second - 1, span - Self.second - 1), (-span, 0), (-span - Self.second, span - Self.second),
      (-5 * span + 3, 3),
    ] as [(Int64, Int64)] {
      #expect(rule.remaining(remaining, repeatedEvery: span) == expected)
    }
    #expect(rule.state(remaining: -1).shown == Self.zero)
    #expect(rule.nextChange(remaining: 0) == -Self.second)
  }

  @Test("Each value of a looping countdown is visible for the same time")
  func loopSteps() throws {
    let rule = try rule(.loop)
    let shown = (0..<25).map { step in
      rule.state(
        remaining: rule.remaining(10 * Self.second - Int64(step) * Self.second, repeatedEvery: 10 * Self.second)
      ).shown
    }
    let counts = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6] as [Int64]
    #expect(shown == counts.map { .span(nanoseconds: $0 * Self.second, isNegative: false) })
  }

  @Test(
    "A loop to a moment repeats the time of day, also with daylight saving time",
    arguments: [
      // At the target, and within the unit that shows zero, it stays in force.
      ("2026-03-27T20:00:00+01:00", "2026-03-27T19:00:00+01:00", "2026-03-27T20:00:00+01:00"),
      ("2026-03-27T20:00:00+01:00", "2026-03-27T20:00:00+01:00", "2026-03-27T20:00:00+01:00"),
      ("2026-03-27T20:00:00+01:00", "2026-03-27T20:00:00.999999999+01:00", "2026-03-27T20:00:00+01:00"),
      ("2026-03-27T20:00:00+01:00", "2026-03-27T20:00:01+01:00", "2026-03-28T20:00:00+01:00"),
      ("2026-03-27T20:00:00+01:00", "2026-03-28T23:59:59+01:00", "2026-03-29T20:00:00+02:00"),
      ("2026-03-27T20:00:00+01:00", "2026-03-29T20:00:00.5+02:00", "2026-03-29T20:00:00+02:00"),
      ("2026-10-24T00:00:00.5+02:00", "2026-10-25T12:00:00+01:00", "2026-10-26T00:00:00.5+01:00"),
      // 02:30 does not exist on 29 March and occurs twice on 25 October.
      ("2026-03-28T02:30:00+01:00", "2026-03-28T12:00:00+01:00", "2026-03-29T03:30:00+02:00"),
      ("2026-10-24T02:30:00+02:00", "2026-10-24T12:00:00+02:00", "2026-10-25T02:30:00+02:00"),
      ("2026-10-24T02:30:00+02:00", "2026-10-25T02:30:01+02:00", "2026-10-26T02:30:00+01:00"),
      // A zero just before midnight stays visible after midnight.
      ("2026-06-01T23:59:59.5+02:00", "2026-06-03T00:00:00.4+02:00", "2026-06-02T23:59:59.5+02:00"),
      ("2026-06-01T23:59:59.5+02:00", "2026-06-03T00:00:00.5+02:00", "2026-06-03T23:59:59.5+02:00"),
    ])
  func loopDaily(target: String, now: String, expected: String) throws {
    let berlin = try TimeZoneName.timeZone(named: "Europe/Berlin")
    func moment(_ text: String) throws -> WallTime {
      try WallTime(parsing: text, now: WallTime(nanosecondsSince1970: 0), timeZone: berlin)
    }
    #expect(try rule(.loop).dailyTarget(from: moment(target), at: moment(now), in: berlin) == moment(expected))
  }

  @Test("The state does not change before the next change, and differs there")
  func changes() throws {
    for atZero in [CountdownRule.AtZero.hold, .hide, .countUp(signed: true), .end, .text("go")] {
      let rule = try rule(atZero, pattern: "s.S")
      var remaining: Int64 = 350_000_001
      while let next = rule.nextChange(remaining: remaining), next > -500_000_000 {
        #expect(next < remaining)
        #expect(rule.state(remaining: next + 1) == rule.state(remaining: remaining))
        #expect(rule.state(remaining: next) != rule.state(remaining: next + 1) || next == 0 || next == -100_000_000)
        remaining = next
      }
    }
  }
}
