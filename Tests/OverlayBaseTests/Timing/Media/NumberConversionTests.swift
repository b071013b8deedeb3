import Testing
@testable import OverlayBase

@Suite("Times, rates and sizes from numbers")
struct NumberConversionTests {
  @Test("Fractional seconds become the nearest nanosecond")
  func fractionsOfSeconds() {
    #expect(MediaTime.seconds(0.5) == MediaTime(value: 1, timescale: 2))
    #expect(MediaTime.seconds(0.1) == .milliseconds(100))
    #expect(MediaTime.seconds(-2.25) == .milliseconds(-2250))
    let third = MediaTime.seconds(1.0 / 3)
    #expect(third == .nanoseconds(333_333_333) && third.hasBeenRounded)
    #expect(MediaTime.seconds(1e12) == .seconds(1_000_000_000_000))
    #expect(MediaTime.seconds(Double.infinity) == .positiveInfinity)
    #expect(!MediaTime.seconds(Double.nan).isValid)
  }

  @Test("Seconds can be a variable of any integer type")
  func integers() {
    let count = 90
    #expect(MediaTime.seconds(count) == .seconds(1.5 * 60))
    #expect(MediaTime.seconds(UInt8(7)) == .seconds(7))
    #expect(MediaTime.seconds(UInt64.max) == .positiveInfinity)
    #expect(MediaTime.seconds(Int128.min) == .negativeInfinity)
    #expect(MediaTime.seconds(2).timescale == 1, "a literal without a point is a whole number")
  }

  @Test("A duration becomes the nearest nanosecond, and a time the nearest attosecond")
  func durations() throws {
    #expect(MediaTime(.milliseconds(1500)) == .seconds(1.5))
    #expect(MediaTime(.seconds(-3)) == .seconds(-3))
    let fine = MediaTime(Duration(secondsComponent: 0, attosecondsComponent: 1_500_000_000))
    #expect(fine == .nanoseconds(2) && fine.hasBeenRounded)
    #expect(MediaTime(.seconds(Int64.max)) == .seconds(Int64.max))
    #expect(Duration(.seconds(1.5)) == .milliseconds(1500))
    #expect(Duration(.nanoseconds(-1)) == .nanoseconds(-1))
    let twoThirds = try #require(Duration(MediaTime(value: 2, timescale: 3)))
    #expect(twoThirds == Duration(secondsComponent: 0, attosecondsComponent: 666_666_666_666_666_667))
    #expect(Duration(.seconds(Int64.min)) == .seconds(Int64.min))
    for time in [MediaTime.indefinite, .positiveInfinity, .invalid] { #expect(Duration(time) == nil) }
  }

  @Test(
    "A decimal rate has the same meaning as on the command line",
    arguments: [29.97, 23.976, 59.94, 47.952, 119.88, 25, 12.5, 0.5, 29.98, 1000, 14.985, 100.0 / 8])
  func decimalRates(number: Double) throws {
    #expect(try FrameRate(framesPerSecond: number) == FrameRate("\(number)"))
    #expect(FrameRate.fps(number) == (try FrameRate(framesPerSecond: number)))
  }

  @Test("A quotient gives the original fraction")
  func quotients() throws {
    #expect(FrameRate.fps(30_000.0 / 1001) == .ntsc)
    #expect(FrameRate.fps(1.0 / 3) == (try FrameRate(numerator: 1, denominator: 3)))
    #expect(FrameRate.fps(29.97) == .ntsc)
    let count = 25
    #expect(FrameRate.fps(count) == (try FrameRate("25")))
  }

  @Test("Invalid numbers are refused with their cause")
  func refusedNumbers() {
    #expect(throws: FrameRateError.zero("0.0")) { try FrameRate(framesPerSecond: 0) }
    #expect(throws: FrameRateError.negative("-1.0")) { try FrameRate(framesPerSecond: -1) }
    #expect(throws: FrameRateError.tooFast("1000.5")) { try FrameRate(framesPerSecond: 1000.5) }
    #expect(throws: FrameRateError.notARate("nan")) { try FrameRate(framesPerSecond: .nan) }
    #expect(throws: FrameRateError.notARate("inf")) { try FrameRate(framesPerSecond: .infinity) }
    #expect(throws: FrameRateError.tooPrecise("1e-10")) { try FrameRate(framesPerSecond: 1e-10) }
    #expect(throws: FrameRateError.self) { try FrameRate(framesPerSecond: 1e-300) }
  }

  @Test("A rate can be created from the time between two frames")
  func intervals() throws {
    #expect(try FrameRate(interval: FrameRate.ntsc.interval) == .ntsc)
    #expect(try FrameRate(interval: .milliseconds(40)) == .fps(25))
    #expect(try FrameRate(interval: .seconds(2)) == (try FrameRate("1/2")))
    #expect(throws: FrameRateError.zeroDenominator("1/0")) { try FrameRate(interval: .zero) }
    #expect(throws: FrameRateError.negative("1/-1")) { try FrameRate(interval: .seconds(-1)) }
    #expect(throws: FrameRateError.notARate("indefinite")) { try FrameRate(interval: .indefinite) }
    #expect(throws: FrameRateError.tooFast("1000000000/1")) { try FrameRate(interval: .nanoseconds(1)) }
  }
}

@Suite("Times as decimals")
struct MediaTimeDecimalsTests {
  @Test(
    "Seconds have as many decimals as necessary, up to a limit",
    arguments: [
      (MediaTime.zero, 9, "0 s"), (.seconds(2), 9, "2 s"), (MediaTime(value: 3, timescale: 2), 9, "1.5 s"),
      (MediaTime(value: 1, timescale: 3), 9, "0.333333333 s"), (MediaTime(value: 2, timescale: 3), 3, "0.667 s"),
      (MediaTime(value: -1, timescale: 2000), 3, "-0.001 s"), (MediaTime(value: -1, timescale: 2001), 3, "0 s"),
      (MediaTime(value: .max, timescale: 1), 9, "9223372036854775807 s"), (.positiveInfinity, 9, "+infinity"),
    ] as [(MediaTime, Int, String)])
  func seconds(time: MediaTime, places: Int, text: String) {
    #expect(time.inSeconds(places: places) == text)
  }

  @Test("Rounded decimals are distinguished from exact ones")
  func exactness() {
    #expect(MediaTime(value: 1, timescale: 8).decimalSeconds() == ("0.125", true))
    #expect(MediaTime(value: 1, timescale: 3).decimalSeconds() == ("0.333333333", false))
    #expect(MediaTime(value: 1, timescale: 8).decimalSeconds(places: 2) == ("0.13", false))
  }
}
