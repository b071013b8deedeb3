import OverlayBase
import TestTools
import Testing

@Suite("Media time")
struct MediaTimeTests {
  @Test("A timescale that is not greater than zero gives an invalid time", arguments: [0, -1, Int32.min])
  func invalidTimescale(timescale: Int32) {
    #expect(MediaTime(value: 1, timescale: timescale) == .invalid)
    #expect(MediaTime(seconds: 1, preferredTimescale: timescale) == .invalid)
    #expect(MediaTime.seconds(1).converted(toTimescale: timescale) == .invalid)
  }

  @Test("Equal times with different timescales are equal and have the same hash value")
  func equalTimes() {
    #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 2, timescale: 4))
    #expect(Set([MediaTime(value: 1, timescale: 2), MediaTime(value: 2, timescale: 4)]).count == 1)
    #expect(MediaTime(value: 0, timescale: 7) == .zero)
    #expect(MediaTime(value: 1, timescale: 2, epoch: 1) != MediaTime(value: 1, timescale: 2))
    #expect(MediaTime(value: .min, timescale: 2).hashValue == MediaTime(value: .min / 2, timescale: 1).hashValue)
  }

  @Test("Equality, order and hash value match the exact fractions, 2000 random pairs")
  func orderAgreesWithFractions() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let left = random.time()
      var right = random.time()
      if Bool.random(using: &random), left.value.magnitude < 1 << 40, left.timescale < 1 << 20 {
        right = MediaTime(value: left.value * 1000, timescale: left.timescale * 1000)
      }
      let difference = Int128(left.value) * Int128(right.timescale) - Int128(right.value) * Int128(left.timescale)
      #expect((left == right) == (difference == 0))
      #expect((left < right) == (difference < 0))
      #expect((left > right) == (difference > 0))
      if left == right { #expect(left.hashValue == right.hashValue) }
    }
  }

  @Test("The order is -infinity, finite, indefinite, +infinity, invalid")
  func orderOfKinds() {
    let ordered: [MediaTime] = [
      .negativeInfinity, .seconds(.min), .zero, .seconds(.max), .indefinite, .positiveInfinity, .invalid,
    ]
    for (i, left) in ordered.enumerated() {
      for (j, right) in ordered.enumerated() {
        #expect((left < right) == (i < j), "\(left) < \(right)")
        #expect((left == right) == (i == j), "\(left) == \(right)")
      }
    }
  }

  @Test("A greater epoch is later, whatever the value")
  func epochOrder() {
    #expect(MediaTime(value: 100, timescale: 1, epoch: 1) < MediaTime(value: -100, timescale: 1, epoch: 2))
    #expect(MediaTime(value: 0, timescale: 1, epoch: -1) < .zero)
    #expect(MediaTime(value: 0, timescale: 1, epoch: .max) < .positiveInfinity)
  }

  @Test("The rounding flag does not affect equality")
  func roundedFlagIsNotCompared() {
    let rounded = MediaTime(value: 1, timescale: 3).converted(toTimescale: 10)
    #expect(rounded.hasBeenRounded)
    #expect(rounded == MediaTime(value: 3, timescale: 10))
    #expect(rounded.hashValue == MediaTime(value: 3, timescale: 10).hashValue)
  }

  @Test("Seconds of invalid and indefinite times are NaN, and seconds of infinities are infinite")
  func secondsOfKinds() {
    #expect(MediaTime.invalid.seconds.isNaN)
    #expect(MediaTime.indefinite.seconds.isNaN)
    #expect(MediaTime.positiveInfinity.seconds == .infinity)
    #expect(MediaTime.negativeInfinity.seconds == -.infinity)
    #expect(MediaTime(value: 1001, timescale: 2002).seconds == 0.5)
  }

  @Test("A time from seconds is exact if possible, and has the rounding flag otherwise")
  func fromSeconds() {
    let exact = MediaTime(seconds: 1.5, preferredTimescale: 600)
    #expect(exact.value == 900 && exact.timescale == 600 && !exact.hasBeenRounded)
    #expect(!MediaTime(seconds: 0.1, preferredTimescale: 10).hasBeenRounded)
    let half = MediaTime(seconds: 2.5, preferredTimescale: 1)
    #expect(half.value == 3 && half.hasBeenRounded)
    #expect(MediaTime(seconds: -2.5, preferredTimescale: 1).value == -3)
    #expect(MediaTime(seconds: -0.0, preferredTimescale: 1) == .zero)
    let tiny = MediaTime(seconds: 1e-300, preferredTimescale: .max)
    #expect(tiny.value == 0 && tiny.hasBeenRounded)
  }

  @Test("Seconds that overflow halve the timescale until they fit, and are infinite at timescale 1")
  func fromSecondsOverflow() {
    let large = MediaTime(seconds: 0x1p60, preferredTimescale: 100)
    #expect(large.timescale == 6 && large.value == 6 << 60 && !large.hasBeenRounded)
    #expect(MediaTime(seconds: 0x1p62, preferredTimescale: 1000).timescale == 1)
    #expect(MediaTime(seconds: 0x1p63, preferredTimescale: 1000) == .positiveInfinity)
    #expect(MediaTime(seconds: -0x1p63, preferredTimescale: 1).value == .min)
    #expect(MediaTime(seconds: -0x1p64, preferredTimescale: 1) == .negativeInfinity)
    #expect(MediaTime(seconds: .infinity, preferredTimescale: 1) == .positiveInfinity)
    #expect(MediaTime(seconds: -.infinity, preferredTimescale: 1) == .negativeInfinity)
    #expect(MediaTime(seconds: .nan, preferredTimescale: 1) == .invalid)
  }

  @Test("A time from seconds is the nearest tick, 2000 random numbers")
  func fromSecondsIsNearest() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let numerator = Int64.random(in: -1 << 50...1 << 50, using: &random)
      let power = Int.random(in: 0...40, using: &random)
      let seconds = Double(numerator) / Double(1 << power)
      let scale = Int32.random(in: 1...1000, using: &random)
      let time = MediaTime(seconds: seconds, preferredTimescale: scale)
      #expect(time.timescale == scale)
      let error = Int128(time.value) << power - Int128(numerator) * Int128(scale)
      #expect(error.magnitude * 2 <= 1 << power)
    }
  }

  @Test("Nanoseconds are rounded down exactly, and nil if there are none")
  func flooredNanoseconds() {
    #expect(MediaTime(value: 1, timescale: 3).flooredNanoseconds == 333_333_333)
    #expect(MediaTime(value: -1, timescale: 3).flooredNanoseconds == -333_333_334)
    #expect(MediaTime.nanoseconds(.min).flooredNanoseconds == .min)
    #expect(MediaTime(value: .max, timescale: 2_000_000_000).flooredNanoseconds == .max / 2)
    #expect(MediaTime.seconds(.max).flooredNanoseconds == nil)
    for time in [MediaTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(time.flooredNanoseconds == nil)
    }
  }

  @Test("A description is the exact fraction or the name of the kind")
  func descriptions() {
    #expect(MediaTime(value: 1001, timescale: 30_000).description == "1001/30000 s")
    #expect(MediaTime.seconds(-2).description == "-2 s")
    #expect(MediaTime.indefinite.description == "indefinite")
  }
}
