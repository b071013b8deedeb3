/// A rational number with wider parts than `MediaTime`, so that arithmetic rounds only once, at the end.
package struct ExactRatio {
  /// Any value with a magnitude of at most 2^126.
  package let numerator: Int128
  /// Greater than zero and less than 2^94, so that a remainder multiplied by a timescale fits `Int128`.
  package let denominator: Int128

  package init(numerator: Int128, denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns the ratio in ticks of 1/`timescale`, or nil if the number of ticks is outside `Int64`.
  package func ticks(atTimescale timescale: Int32, rounding: MediaTimeRounding) -> (value: Int64, isExact: Bool)? {
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

  /// The greatest integer that is not above this ratio, limited to the range of `Int64`.
  package var floor: Int64 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// The least integer that is not below this ratio, limited to the range of `Int64`.
  package var ceiling: Int64 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
  }

  /// Returns the first convergent of this ratio that equals `number`, the `Double` that this ratio was made from. The
  /// ratio must not be negative.
  func shortestFraction(of number: Double) -> (numerator: Int128, denominator: Int128) {
    var rest = (numerator, denominator)
    var (before, last) = ((Int128(0), Int128(1)), (Int128(1), Int128(0)))
    // This is Euclid's algorithm; the last convergent is the ratio itself.
    while rest.1 != 0 {
      let (quotient, remainder) = rest.0.quotientAndRemainder(dividingBy: rest.1)
      (before, last) = (last, (quotient * last.0 + before.0, quotient * last.1 + before.1))
      if Double(last.0) / Double(last.1) == number { break }
      rest = (rest.1, remainder)
    }
    return last
  }
}

/// Returns the greatest common divisor. It is zero only if both numbers are zero.
@inlinable package func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number)
  -> Number.Magnitude
{
  var (larger, smaller) = (first.magnitude, second.magnitude)
  while smaller != 0 {
    (larger, smaller) = (smaller, larger % smaller)
  }
  return larger
}
