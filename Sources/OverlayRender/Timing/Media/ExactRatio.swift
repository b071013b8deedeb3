/// A rational number whose parts are wider than a `MediaTime`'s, so that arithmetic rounds once, at its end.
struct ExactRatio {
  /// Any value whose magnitude is at most 2^126.
  let numerator: Int128
  /// Greater than zero and less than 2^94: a remainder times a timescale then fits `Int128`.
  let denominator: Int128

  /// The number of ticks of 1/`timescale` that this ratio makes, or nil when that is outside `Int64`.
  func ticks(atTimescale timescale: Int32, rounding: MediaTimeRounding) -> (value: Int64, isExact: Bool)? {
    let scale = Int128(timescale)
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let (wholeTicks, overflow) = whole.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    let (restTicks, remainder) = (rest * scale).quotientAndRemainder(dividingBy: denominator)
    let (truncated, sumOverflow) = wholeTicks.addingReportingOverflow(restTicks)
    guard !sumOverflow else { return nil }
    let step = rounding.step(remainder: remainder, denominator: denominator)
    guard let value = Int64(exactly: truncated + step) else { return nil }
    return (value, remainder == 0)
  }

  /// The greatest whole number not above this ratio, or the nearest end of `Int64`.
  var floor: Int64 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// The least whole number not below this ratio, or the nearest end of `Int64`.
  var ceiling: Int64 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
  }

  /// The first fraction among the convergents of this ratio that is `number`, the `Double` it was made of. The ratio is not
  /// below zero.
  func shortestFraction(of number: Double) -> (numerator: Int128, denominator: Int128) {
    var rest = (numerator, denominator)
    var (before, last) = ((Int128(0), Int128(1)), (Int128(1), Int128(0)))
    // Euclid's algorithm; the last convergent is the ratio itself.
    while rest.1 != 0 {
      let (quotient, remainder) = rest.0.quotientAndRemainder(dividingBy: rest.1)
      (before, last) = (last, (quotient * last.0 + before.0, quotient * last.1 + before.1))
      if Double(last.0) / Double(last.1) == number { break }
      rest = (rest.1, remainder)
    }
    return last
  }
}

/// The greatest common divisor, by Euclid; zero only when both are zero.
func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number.Magnitude {
  var (larger, smaller) = (first.magnitude, second.magnitude)
  while smaller != 0 {
    (larger, smaller) = (smaller, larger % smaller)
  }
  return larger
}
