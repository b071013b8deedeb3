import OverlayBase
import Testing

@Suite("Clock patterns")
struct ClockPatternTests {
  @Test(
    "The smallest unit is reported, from fractions of a second up to eras",
    arguments: [
      ("HH:mm:ss.SSS", ClockPattern.Unit.fraction(digits: 3)), ("A", .fraction(digits: 3)), ("HH:mm:ss", .second),
      ("h:mm a", .minute), ("h a", .hour), ("EEE d MMM", .day), ("w", .day), ("LLLL yyyy", .month), ("QQQ", .month),
      ("yyyy", .year), ("G", .era), ("%H:%M:%S", .second), ("%F", .day), ("%3N", .fraction(digits: 3)),
      ("%f", .fraction(digits: 6)), ("%N", .fraction(digits: 9)), ("%s", .second), ("%V", .day), ("%R", .minute),
    ])
  func smallestUnit(text: String, unit: ClockPattern.Unit) throws {
    #expect(try ClockPattern(text).smallestUnit == unit)
  }

  @Test(
    "A pattern with only text or the zone's name has no unit", arguments: ["'now'", "''", "—", "zzzz", "%%", "%Z"])
  func noUnit(text: String) throws {
    #expect(try ClockPattern(text).smallestUnit == nil)
  }

  @Test("Units are ordered by size")
  func unitOrder() {
    let units: [ClockPattern.Unit] = [
      .fraction(digits: 9), .fraction(digits: 1), .second, .minute, .hour, .day, .month, .year, .era,
    ]
    #expect(units.sorted() == units)
  }

  @Test(
    "An invalid pattern is refused with the cause and the position",
    arguments: [
      ("", PatternError.Reason.empty), ("HH:nn", .unknownLetter("n", position: 4)),
      ("j", .unknownLetter("j", position: 1)), ("HH 'h", .unclosedQuote(position: 4)),
      ("HH\nmm", .controlCharacter(position: 3)), ("HH\u{1}mm", .controlCharacter(position: 3)),
      ("HH\r\nmm", .controlCharacter(position: 3)), ("HH\u{2028}", .controlCharacter(position: 3)),
      ("%H:%Q", .unknownDirective("%Q", position: 4)), ("%n", .unknownDirective("%n", position: 1)),
      ("%-Z", .unknownDirective("%-Z", position: 1)), ("%0N", .unknownDirective("%0", position: 1)),
      ("%H%", .unfinishedDirective(position: 3)), ("%3", .unfinishedDirective(position: 1)),
      (String(repeating: "H", count: 1_025), .tooLong), (String(repeating: "%F", count: 513), .tooLong),
    ])
  func refused(text: String, reason: PatternError.Reason) {
    let error = #expect(throws: PatternError.self) { try ClockPattern(text) }
    #expect(error?.reason == reason)
    #expect(error?.description.contains { $0.isNewline } == false)
  }
}
