extension MediaTime {
  /// The time nearest to `seconds` at `preferredTimescale`, with halves rounded away from zero.
  ///
  /// As `CMTimeMakeWithSeconds`: invalid when the timescale is not greater than zero (or `seconds` is NaN); when the value
  /// does not fit, the timescale is halved until it does, and infinite when it does not fit at timescale 1.
  /// `hasBeenRounded` is set when the result's `seconds` are not exactly the ones given.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    guard let ratio = ExactRatio(seconds) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let nearest = MediaTime(ratio, timescale: preferredTimescale, epoch: 0, hasBeenRounded: false)
    guard nearest.isNumeric else {
      self = nearest
      return
    }
    self.init(
      value: nearest.value, timescale: nearest.timescale, epoch: 0, hasBeenRounded: nearest.seconds != seconds)
  }

  /// The time in seconds: the nearest `Double` of the fraction, an infinity, or NaN when indefinite or invalid.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// The whole nanoseconds in the time, rounded down; nil when it is not numeric or they are outside `Int64`.
  public var flooredNanoseconds: Int64? {
    nanoseconds(rounding: .towardNegativeInfinity)
  }

  /// The least whole nanoseconds not before the time; nil when it is not numeric or they are outside `Int64`.
  var ceiledNanoseconds: Int64? {
    nanoseconds(rounding: .towardPositiveInfinity)
  }

  private func nanoseconds(rounding: MediaTimeRounding) -> Int64? {
    guard isNumeric else { return nil }
    return ratio.ticks(atTimescale: 1_000_000_000, rounding: rounding)?.value
  }
}

extension ExactRatio {
  /// The number that a `Double` stands for, exactly; nil when its magnitude is 2^64 or more, which no `MediaTime` holds.
  ///
  /// A magnitude below 2^-40 becomes zero: it is less than half a tick at every timescale.
  init?(_ number: Double) {
    guard number.magnitude < 0x1p64 else { return nil }
    guard number.magnitude >= 0x1p-40 else {
      self.init(numerator: 0, denominator: 1)
      return
    }
    // 53 significant bits: times 2^52 over its own power of two, a double is a whole number.
    let significand = Int128(number.significand * 0x1p52) * (number < 0 ? -1 : 1)
    let shift = Int(number.exponent) - 52
    if shift >= 0 {
      self.init(numerator: significand << shift, denominator: 1)
    } else {
      self.init(numerator: significand, denominator: 1 << -shift)
    }
  }
}
