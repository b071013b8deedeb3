import OverlayBase
import TestTools
import Testing

@Suite("Frame rate")
struct FrameRateTests {
  @Test(
    "Integers, fractions and decimals are read",
    arguments: [
      ("30", 30, 1), ("30000/1001", 30_000, 1001), ("60/2", 30, 1), ("12.5", 25, 2), ("0.5", 1, 2), ("25.00", 25, 1),
      ("29.97", 30_000, 1001), ("23.976", 24_000, 1001), ("59.94", 60_000, 1001), ("29.970", 30_000, 1001),
      ("119.88", 120_000, 1001), ("47.952", 48_000, 1001), ("29.98", 1499, 50), ("2997/100", 2997, 100),
      ("1000", 1000, 1),
      ("1/3600", 1, 3600),
    ] as [(String, Int32, Int32)])
  func parsing(text: String, numerator: Int32, denominator: Int32) throws {
    let rate = try FrameRate(text)
    #expect(rate.numerator == numerator && rate.denominator == denominator)
  }

  @Test(
    "Invalid rates are refused with their cause",
    arguments: [
      ("0", .zero("0")), ("0.0", .zero("0.0")), ("0/5", .zero("0/5")), ("-0", .zero("-0")),
      ("-30", .negative("-30")), ("-29.97", .negative("-29.97")), ("1/0", .zeroDenominator("1/0")),
      ("0/0", .zeroDenominator("0/0")), ("1001", .tooFast("1001")), ("1000.001", .tooFast("1000.001")),
      ("30.000000000000000001", .tooPrecise("30.000000000000000001")), ("29.9700299700", .tooPrecise("29.9700299700")),
      ("", .notARate("")), ("abc", .notARate("abc")), ("30fps", .notARate("30fps")), ("+30", .notARate("+30")),
      ("1/-2", .notARate("1/-2")), ("1e3", .notARate("1e3")), (".5", .notARate(".5")), ("5.", .notARate("5.")),
      ("1/2/3", .notARate("1/2/3")), (" 30", .notARate(" 30")), ("nan", .notARate("nan")), ("٣٠", .notARate("٣٠")),
      ("99999999999999999999", .tooPrecise("99999999999999999999")), ("-", .notARate("-")), ("--5", .notARate("--5")),
    ] as [(String, FrameRateError)])
  func refusals(text: String, expected: FrameRateError) {
    #expect(throws: expected) { try FrameRate(text) }
  }

  @Test("An error is one line that quotes the text and says how to fix it")
  func errorText() {
    #expect(
      FrameRateError.zero("0").description
        == "'0' is not a frame rate: give frames per second over 0, such as 30, 30000/1001 or 29.97")
    let hostile = FrameRateError.notARate("a\nb\u{1B}[31m\u{202E}" + String(repeating: "x", count: 1000)).description
    #expect(!hostile.contains { $0.isNewline } && hostile.count < 160)
    #expect(!hostile.unicodeScalars.contains("\u{1B}") && !hostile.unicodeScalars.contains("\u{202E}"))
  }

  @Test("Fractions are reduced and validated")
  func fractions() throws {
    #expect(try FrameRate(numerator: 60, denominator: 2) == .fps(30))
    #expect(try FrameRate(numerator: -30, denominator: -1) == .fps(30))
    #expect(try FrameRate(numerator: .min, denominator: .min) == .fps(1))
    #expect(throws: FrameRateError.zeroDenominator("1/0")) { try FrameRate(numerator: 1, denominator: 0) }
    #expect(throws: FrameRateError.zero("0")) { try FrameRate(numerator: 0) }
    #expect(throws: FrameRateError.negative("-5")) { try FrameRate(numerator: -5) }
    #expect(throws: FrameRateError.tooFast("1001")) { try FrameRate(numerator: 1001) }
    #expect(throws: FrameRateError.tooPrecise("-1/-2147483648")) { try FrameRate(numerator: -1, denominator: .min) }
  }

  @Test("24 hours of frames at 30000/1001 end at the exact rational time")
  func exactDay() {
    let end = FrameRate.ntsc.time(ofFrame: 2_589_408)
    #expect(end.value == 2_589_408 * 1001 && end.timescale == 30_000 && !end.hasBeenRounded)
    #expect(FrameRate.ntsc.interval == MediaTime(value: 1001, timescale: 30_000))
    #expect(FrameRate.ntsc.frame(atOrBefore: end) == 2_589_408 && FrameRate.ntsc.frame(atOrAfter: end) == 2_589_408)
  }

  @Test("A frame is found at its own time, and its neighbors a nanosecond away, 2000 random cases")
  func frameOfTime() throws {
    var random = SeededGenerator(seed: 8)
    let rates: [FrameRate] = try [
      .fps(30), .ntsc, .ntscFilm, .ntscDouble, FrameRate("12.5"), FrameRate("1/7"), .fps(1000),
    ]
    for _ in 0..<2000 {
      guard let rate = rates.randomElement(using: &random) else { continue }
      let frame = Int64.random(in: -1 << 31...1 << 31, using: &random)
      let time = rate.time(ofFrame: frame)
      let before = MediaTime(value: time.value * 1000 - 1, timescale: time.timescale * 1000)
      let after = MediaTime(value: time.value * 1000 + 1, timescale: time.timescale * 1000)
      #expect(rate.frame(atOrBefore: time) == frame && rate.frame(atOrAfter: time) == frame)
      #expect(rate.frame(atOrBefore: before) == frame - 1 && rate.frame(atOrAfter: before) == frame)
      #expect(rate.frame(atOrBefore: after) == frame && rate.frame(atOrAfter: after) == frame + 1)
    }
  }

  @Test("Frame numbers are limited to Int64")
  func endlessTimes() {
    let rate = FrameRate.fps(60)
    for time in [MediaTime.positiveInfinity, .indefinite, .invalid, .seconds(.max)] {
      #expect(rate.frame(atOrBefore: time) == .max && rate.frame(atOrAfter: time) == .max)
    }
    for time in [MediaTime.negativeInfinity, .seconds(.min)] {
      #expect(rate.frame(atOrBefore: time) == .min && rate.frame(atOrAfter: time) == .min)
    }
  }

  @Test("The nominal rate is the nearest integer, at least 1")
  func nominal() throws {
    #expect(FrameRate.ntsc.nominalFramesPerSecond == 30 && FrameRate.ntscFilm.nominalFramesPerSecond == 24)
    #expect(FrameRate.fps(25).nominalFramesPerSecond == 25)
    #expect(try FrameRate("0.1").nominalFramesPerSecond == 1 && FrameRate("12.4").nominalFramesPerSecond == 12)
  }

  @Test("A description can be read as the same rate")
  func descriptions() throws {
    for rate in [FrameRate.ntsc, .fps(30), try FrameRate("12.5")] {
      #expect(try FrameRate(rate.description) == rate)
    }
  }
}
