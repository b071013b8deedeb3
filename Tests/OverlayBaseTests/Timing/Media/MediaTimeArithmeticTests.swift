import OverlayBase
import TestTools
import Testing

@Suite("Media time arithmetic")
struct MediaTimeArithmeticTests {
  @Test("Equal timescales are kept; different ones become their least common multiple")
  func resultTimescale() {
    let kept = MediaTime(value: 2, timescale: 4) + MediaTime(value: 4, timescale: 4)
    #expect(kept.value == 6 && kept.timescale == 4)
    let common = MediaTime(value: 1, timescale: 4) + MediaTime(value: 1, timescale: 6)
    #expect(common.value == 5 && common.timescale == 12 && !common.hasBeenRounded)
    let difference = MediaTime(value: 1, timescale: 4) - MediaTime(value: 1, timescale: 6)
    #expect(difference.value == 1 && difference.timescale == 12)
  }

  @Test("A common multiple above the maximum becomes the maximum, with rounding")
  func timescaleOverMaximum() {
    let sum = MediaTime(value: 1, timescale: 2_147_483_629) + MediaTime(value: 1, timescale: 1_000_000_000)
    #expect(sum.timescale == MediaTime.maximumTimescale)
    #expect(sum.value == 3 && sum.hasBeenRounded)
    let exact = MediaTime(value: 0, timescale: 2_147_483_629) + MediaTime(value: 0, timescale: 1_000_000_000)
    #expect(exact == .zero && !exact.hasBeenRounded)
  }

  @Test("A value that overflows halves the timescale, and is infinite at timescale 1")
  func valueOverflow() {
    let halved = MediaTime(value: .max, timescale: 10) + MediaTime(value: 3, timescale: 10)
    #expect(halved.timescale == 5 && halved.value == 1 << 62 + 1 && !halved.hasBeenRounded)
    let rounded = MediaTime(value: .max, timescale: 10) + MediaTime(value: 2, timescale: 10)
    #expect(rounded.timescale == 5 && rounded.value == 1 << 62 + 1 && rounded.hasBeenRounded)
    #expect(MediaTime.seconds(.max) + .seconds(1) == .positiveInfinity)
    #expect(MediaTime.seconds(.min) - .seconds(1) == .negativeInfinity)
    #expect(-MediaTime.seconds(.min) == .positiveInfinity)
    let negated = -MediaTime(value: .min, timescale: 4)
    #expect(negated.timescale == 2 && negated.value == 1 << 62)
  }

  @Test("The flag hasBeenRounded is inherited")
  func roundedIsPassedOn() {
    let rounded = MediaTime(value: 1, timescale: 3).converted(toTimescale: 10)
    #expect((rounded + .zero).hasBeenRounded)
    #expect((MediaTime.zero - rounded).hasBeenRounded)
    #expect((-rounded).hasBeenRounded)
    #expect(rounded.multiplied(by: 2, dividedBy: 1).hasBeenRounded)
    #expect(rounded.converted(toTimescale: 20).hasBeenRounded)
    #expect(!(MediaTime.zero + .seconds(1)).hasBeenRounded)
  }

  @Test("Invalid has precedence over infinite, infinite over indefinite, indefinite over numbers")
  func precedence() {
    let others: [MediaTime] = [.zero, .indefinite, .positiveInfinity, .negativeInfinity, .invalid]
    for other in others {
      #expect(other + .invalid == .invalid && .invalid + other == .invalid)
      #expect(other - .invalid == .invalid && .invalid - other == .invalid)
    }
    for other in [MediaTime.zero, .indefinite] {
      #expect(other + .positiveInfinity == .positiveInfinity && .positiveInfinity + other == .positiveInfinity)
      #expect(other - .positiveInfinity == .negativeInfinity && .positiveInfinity - other == .positiveInfinity)
      #expect(other + .negativeInfinity == .negativeInfinity && .negativeInfinity - other == .negativeInfinity)
    }
    #expect(MediaTime.zero + .indefinite == .indefinite && .indefinite - .zero == .indefinite)
    #expect(MediaTime.indefinite + .indefinite == .indefinite)
    #expect(-MediaTime.indefinite == .indefinite && -MediaTime.invalid == .invalid)
  }

  @Test("+inf + -inf and inf - inf are invalid; the sum of equal infinities is infinite")
  func infinities() {
    let (plus, minus) = (MediaTime.positiveInfinity, MediaTime.negativeInfinity)
    #expect(plus + minus == .invalid && minus + plus == .invalid)
    #expect(plus - plus == .invalid && minus - minus == .invalid)
    #expect(plus + plus == plus && minus + minus == minus)
    #expect(plus - minus == plus && minus - plus == minus)
    #expect(-plus == minus && -minus == plus)
  }

  @Test("A duration takes any epoch; equal epochs give epoch 0; different ones are invalid")
  func epochs() {
    func time(_ epoch: Int64) -> MediaTime { MediaTime(value: 5, timescale: 1, epoch: epoch) }
    #expect((time(3) + time(0)).epoch == 3 && (time(0) + time(3)).epoch == 3)
    #expect((time(3) - time(0)).epoch == 3 && (time(0) - time(3)).epoch == 3)
    #expect((time(3) - time(3)) == .zero && (time(3) + time(3)) == .seconds(10))
    #expect(time(3) + time(4) == .invalid && time(3) - time(4) == .invalid)
    #expect((-time(3)).epoch == 3 && time(3).multiplied(by: 2, dividedBy: 1).epoch == 3)
  }

  @Test("+= and -= equal + and -")
  func compoundAssignment() {
    var time = MediaTime.seconds(1)
    time += MediaTime(value: 1, timescale: 2)
    #expect(time == MediaTime(value: 3, timescale: 2))
    time -= .seconds(2)
    #expect(time == MediaTime(value: -1, timescale: 2))
  }

  @Test("A sum is exact, or rounded to the nearest tick and flagged, 4000 random pairs")
  func sumsAreNearest() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<4000 {
      let (left, right) = (random.time(), random.time())
      let sign: Int128 = Bool.random(using: &random) ? 1 : -1
      let result = sign == 1 ? left + right : left - right
      let denominator = Int128(left.timescale) * Int128(right.timescale)
      let numerator =
        Int128(left.value) * Int128(right.timescale) + sign * Int128(right.value) * Int128(left.timescale)
      guard result.isNumeric else {
        // A sum is infinite only if it is outside the range of 64-bit seconds.
        #expect(numerator.magnitude >= denominator.magnitude * UInt128(Int64.max))
        #expect(result == (numerator < 0 ? .negativeInfinity : .positiveInfinity))
        continue
      }
      let error = Int128(result.value) * denominator - numerator * Int128(result.timescale)
      #expect(error.magnitude * 2 <= denominator.magnitude)
      #expect(result.hasBeenRounded == (error != 0))
    }
  }

  @Test("Adding and subtracting is exact if nothing is rounded, 2000 random pairs")
  func addAndSubtract() {
    var random = SeededGenerator(seed: 4)
    var exactCases = 0
    for _ in 0..<2000 {
      let (left, right) = (random.time(), random.time())
      #expect(left + right == right + left)
      let back = left + right - right
      guard back.isNumeric, !back.hasBeenRounded else { continue }
      exactCases += 1
      #expect(back == left)
    }
    #expect(exactCases > 300)
  }

  @Test("Multiplication by a ratio keeps the timescale if possible, or else takes it from the exact fraction")
  func ratioTimescale() {
    let kept = MediaTime(value: 30, timescale: 600).multiplied(by: 1, dividedBy: 3)
    #expect(kept.value == 10 && kept.timescale == 600)
    let finer = MediaTime(value: 1, timescale: 30).multiplied(by: 1, dividedBy: 7)
    #expect(finer.value == 1 && finer.timescale == 210 && !finer.hasBeenRounded)
    let rounded = MediaTime(value: 1, timescale: 1_000_000_007).multiplied(by: 1, dividedBy: 7)
    #expect(rounded.timescale == MediaTime.maximumTimescale && rounded.value == 0 && rounded.hasBeenRounded)
  }

  @Test("Multiplication by a ratio with a zero divisor is infinite, and invalid for zero by zero")
  func zeroDivisor() {
    #expect(MediaTime.seconds(1).multiplied(by: 1, dividedBy: 0) == .positiveInfinity)
    #expect(MediaTime.seconds(-1).multiplied(by: 1, dividedBy: 0) == .negativeInfinity)
    #expect(MediaTime.seconds(-1).multiplied(by: -1, dividedBy: 0) == .positiveInfinity)
    #expect(MediaTime.zero.multiplied(by: 1, dividedBy: 0) == .invalid)
    #expect(MediaTime.seconds(1).multiplied(by: 0, dividedBy: 0) == .invalid)
  }

  @Test("Multiplication by a ratio applies its sign to infinities, and zero times infinity is invalid")
  func ratioOfKinds() {
    #expect(MediaTime.positiveInfinity.multiplied(by: -2, dividedBy: 3) == .negativeInfinity)
    #expect(MediaTime.negativeInfinity.multiplied(by: 2, dividedBy: -3) == .positiveInfinity)
    #expect(MediaTime.positiveInfinity.multiplied(by: 0, dividedBy: 3) == .invalid)
    #expect(MediaTime.indefinite.multiplied(by: 0, dividedBy: 0) == .indefinite)
    #expect(MediaTime.invalid.multiplied(by: 1, dividedBy: 1) == .invalid)
  }

  @Test("Multiplication by the ends of Int64 does not overflow")
  func ratioExtremes() {
    #expect(MediaTime.seconds(.min).multiplied(by: .min, dividedBy: .min) == .seconds(.min))
    #expect(MediaTime.seconds(.min).multiplied(by: .min, dividedBy: 1) == .positiveInfinity)
    #expect(MediaTime.seconds(.min).multiplied(by: .max, dividedBy: 1) == .negativeInfinity)
    #expect(MediaTime.seconds(7).multiplied(by: 3, dividedBy: .min).hasBeenRounded)
    #expect(MediaTime.seconds(5).multiplied(by: 3, dividedBy: -5) == .seconds(-3))
  }

  @Test("A product is exact, or rounded to the nearest tick and flagged, 4000 random cases")
  func productsAreNearest() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<4000 {
      let time = MediaTime(value: .random(in: -1 << 40...1 << 40, using: &random), timescale: random.timescale())
      let multiplier = Int64.random(in: -1 << 20...1 << 20, using: &random)
      var divisor = Int64.random(in: -1 << 25...1 << 25, using: &random)
      if divisor == 0 { divisor = 1 }
      let result = time.multiplied(by: multiplier, dividedBy: divisor)
      let denominator = Int128(time.timescale) * Int128(divisor)
      let numerator = Int128(time.value) * Int128(multiplier)
      let error = Int128(result.value) * denominator - numerator * Int128(result.timescale)
      #expect(error.magnitude * 2 <= denominator.magnitude)
      #expect(result.hasBeenRounded == (error != 0))
    }
  }
}
