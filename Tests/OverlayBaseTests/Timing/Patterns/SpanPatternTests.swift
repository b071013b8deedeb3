import Foundation
import OverlayBase
import Testing

@Suite("Span patterns")
struct SpanPatternTests {
  private let second: Int64 = 1_000_000_000

  @Test(
    "A time span is split into the units of the pattern, and the largest is not limited",
    arguments: [
      ("HH:mm:ss", 3_661, "01:01:01"), ("mm:ss", 5_400, "90:00"), ("m:ss", 59, "0:59"), ("s", 100, "100"),
      ("ss", 5, "05"),
      ("sss", 5, "005"), ("d HH:mm:ss", 90_061, "1 01:01:01"), ("d 'days' HH:mm", 172_800, "2 days 00:00"),
      ("H:mm", 360_000, "100:00"), ("ss/mm/HH", 3_723, "03/02/01"), ("mm:ss mm", 61, "01:01 01"),
      ("H 'o''clock'", 3_600, "1 o'clock"),
      ("H''m", 3_660, "1'1"),
      // Without a unit in the middle, the next smaller unit takes its part.
      ("H:ss", 5_400, "1:1800"), ("d mm", 93_600, "1 120"),
    ] as [(String, Int64, String)])
  func split(pattern: String, seconds: Int64, expected: String) throws {
    #expect(try SpanPattern(pattern).text(nanoseconds: seconds * second, rounding: .down) == expected)
  }

  @Test(
    "The whole time span is rounded before it is split",
    arguments: [
      ("HH:mm:ss", 3_599_000_000_001, "01:00:00", "00:59:59"), ("mm:ss", 1, "00:01", "00:00"),
      ("mm:ss", 0, "00:00", "00:00"),
      ("mm:ss", 1_000_000_000, "00:01", "00:01"), ("m:ss.S", 59_900_000_001, "1:00.0", "0:59.9"),
      ("d HH", 86_399_000_000_000, "1 00", "0 23"), ("s.SSS", 999_999_999, "1.000", "0.999"),
      ("s.SSSSSSSSS", 999_999_999, "0.999999999", "0.999999999"),
      ("s.SSSSSSSSSSS", 999_999_999, "0.99999999900", "0.99999999900"),
      ("s.S SS", 999_999_999, "1.0 00", "0.9 99"),
    ] as [(String, Int64, String, String)])
  func rounding(pattern: String, nanoseconds: Int64, up: String, down: String) throws {
    let pattern = try SpanPattern(pattern)
    #expect(pattern.text(nanoseconds: nanoseconds, rounding: .up) == up)
    #expect(pattern.text(nanoseconds: nanoseconds, rounding: .down) == down)
  }

  @Test("A minus sign is before the first digit, and never before zero")
  func sign() throws {
    let pattern = SpanPattern("'T' mm:ss")
    #expect(pattern.text(nanoseconds: -5 * second, rounding: .down, sign: .minusWhenNegative) == "T -00:05")
    #expect(pattern.text(nanoseconds: -5 * second, rounding: .down) == "T 00:05")
    #expect(pattern.text(nanoseconds: -second + 1, rounding: .down, sign: .minusWhenNegative) == "T 00:00")
    #expect(pattern.text(nanoseconds: 0, rounding: .up, sign: .minusWhenNegative) == "T 00:00")
    #expect(pattern.text(nanoseconds: 5 * second, rounding: .up, sign: .minusWhenNegative) == "T 00:05")
  }

  @Test("The longest positive and negative time spans have a text")
  func extremes() throws {
    let pattern = SpanPattern("d HH:mm:ss")
    #expect(pattern.text(nanoseconds: .max, rounding: .up) == "106751 23:47:17")
    #expect(pattern.text(nanoseconds: .min, rounding: .down, sign: .minusWhenNegative) == "-106751 23:47:16")
    #expect(pattern.nextChange(afterElapsed: .max) == nil)
  }

  @Test("Digits follow the locale")
  func digits() throws {
    let digits = LocaleDigits(locale: Locale(identifier: "ar-EG"))
    #expect(SpanPattern("mm:ss.S").text(nanoseconds: 61_500_000_000, rounding: .down, digits: digits) == "٠١:٠١.٥")
  }

  @Test(
    "The smallest unit determines when the text changes",
    arguments: [
      ("d", 86_400_000_000_000), ("H:ss", 1_000_000_000), ("HH:mm", 60_000_000_000), ("s.S", 100_000_000),
      ("s.S SSS", 1_000_000),
      ("s.SSSSSSSSSSS", 1),
    ])
  func unit(text: String, nanoseconds: Int64) throws {
    let pattern = try SpanPattern(text)
    #expect(pattern.unitNanoseconds == nanoseconds)
    #expect(pattern.nextChange(afterElapsed: 0) == nanoseconds)
    #expect(pattern.nextChange(afterElapsed: nanoseconds - 1) == nanoseconds)
    #expect(pattern.nextChange(afterElapsed: nanoseconds) == 2 * nanoseconds)
  }

  @Test(
    "An invalid pattern is refused with the cause and the position",
    arguments: [
      ("", PatternError.Reason.empty), ("hh:mm", .unknownLetter("h", position: 1)),
      ("mm:SS", .fractionWithoutSeconds(position: 4)),
      ("'S' m.S", .fractionWithoutSeconds(position: 7)), ("SS", .fractionWithoutSeconds(position: 1)),
      ("'no'", .noUnit), (":", .noUnit),
      ("mm 'x", .unclosedQuote(position: 4)), ("mm\tss", .controlCharacter(position: 3)),
      (String(repeating: "s", count: 1_025), .tooLong),
    ])
  func refused(text: String, reason: PatternError.Reason) {
    let error = #expect(throws: PatternError.self) { try SpanPattern(text) }
    #expect(error?.reason == reason)
    #expect(error?.description.contains { $0.isNewline } == false)
  }
}
