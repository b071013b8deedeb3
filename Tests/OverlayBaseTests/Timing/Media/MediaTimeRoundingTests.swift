import OverlayBase
import TestTools
import Testing

@Suite("Media time rounding")
struct MediaTimeRoundingTests {
  @Test(
    "Each method rounds 2.5, 2.4, 2.6 and their negatives as specified",
    arguments: [
      (MediaTimeRounding.halfAwayFromZero, [3, 2, 3, -3, -2, -3]),
      (.towardZero, [2, 2, 2, -2, -2, -2]),
      (.awayFromZero, [3, 3, 3, -3, -3, -3]),
      (.towardPositiveInfinity, [3, 3, 3, -2, -2, -2]),
      (.towardNegativeInfinity, [2, 2, 2, -3, -3, -3]),
      (.quickTime, [2, 2, 2, -2, -2, -2]),
    ] as [(MediaTimeRounding, [Int64])])
  func methods(rounding: MediaTimeRounding, expected: [Int64]) {
    let tenths: [Int64] = [25, 24, 26, -25, -24, -26]
    for (value, expected) in zip(tenths, expected) {
      let result = MediaTime(value: value, timescale: 10).converted(toTimescale: 1, rounding: rounding)
      #expect(result.value == expected && result.timescale == 1 && result.hasBeenRounded)
    }
  }

  @Test("The default is half away from zero")
  func defaultMethod() {
    #expect(MediaTime(value: 5, timescale: 10).converted(toTimescale: 1).value == 1)
    #expect(MediaTime(value: -5, timescale: 10).converted(toTimescale: 1).value == -1)
    #expect(MediaTime(value: 4, timescale: 10).converted(toTimescale: 1).value == 0)
  }

  @Test("QuickTime rounds away from zero to a larger timescale")
  func quickTimeRefining() {
    let third = MediaTime(value: 1, timescale: 3)
    #expect(third.converted(toTimescale: 10, rounding: .quickTime).value == 4)
    #expect((-third).converted(toTimescale: 10, rounding: .quickTime).value == -4)
  }

  @Test("QuickTime never rounds a negative time to zero")
  func quickTimeNeverZero() {
    let result = MediaTime(value: -1, timescale: 1000).converted(toTimescale: 10, rounding: .quickTime)
    #expect(result.value == -1 && result.timescale == 10 && result.hasBeenRounded)
    #expect(MediaTime(value: 1, timescale: 1000).converted(toTimescale: 10, rounding: .quickTime).value == 0)
  }

  @Test("An exact conversion neither changes the time nor sets the flag", arguments: MediaTimeRounding.allCases)
  func exactConversions(rounding: MediaTimeRounding) {
    for value in [-3, 0, 3] as [Int64] {
      let finer = MediaTime(value: value, timescale: 10).converted(toTimescale: 30, rounding: rounding)
      #expect(finer.value == value * 3 && finer.timescale == 30 && !finer.hasBeenRounded)
      let back = finer.converted(toTimescale: 10, rounding: rounding)
      #expect(back.value == value && !back.hasBeenRounded)
    }
  }

  @Test("A time that is not numeric does not change, and the epoch is kept")
  func kinds() {
    for time in [MediaTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(time.converted(toTimescale: 10) == time)
    }
    #expect(MediaTime(value: 1, timescale: 2, epoch: 7).converted(toTimescale: 10).epoch == 7)
  }

  @Test("A value that does not fit the new timescale halves it")
  func overflow() {
    let result = MediaTime.seconds(.max / 3).converted(toTimescale: 1000)
    #expect(result.timescale == 3 && result == .seconds(.max / 3) && !result.hasBeenRounded)
  }

  @Test("Each method keeps its direction, with an error below one tick, 3000 random cases")
  func directions() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let time = MediaTime(value: .random(in: -1 << 30...1 << 30, using: &random), timescale: random.timescale())
      let scale = random.timescale()
      for rounding in MediaTimeRounding.allCases where rounding != .quickTime {
        let result = time.converted(toTimescale: scale, rounding: rounding)
        let exact = Int128(time.value) * Int128(scale)
        let error = Int128(result.value) * Int128(time.timescale) - exact
        #expect(result.timescale == scale)
        #expect(error.magnitude < UInt128(time.timescale.magnitude))
        #expect(result.hasBeenRounded == (error != 0))
        switch rounding {
        case .towardZero: #expect(error == 0 || (error < 0) == (exact > 0))
        case .awayFromZero: #expect(error == 0 || (error > 0) == (exact > 0))
        case .towardPositiveInfinity: #expect(error >= 0)
        case .towardNegativeInfinity: #expect(error <= 0)
        case .halfAwayFromZero, .quickTime:
          #expect(error.magnitude * 2 <= UInt128(time.timescale.magnitude))
        }
      }
    }
  }
}
