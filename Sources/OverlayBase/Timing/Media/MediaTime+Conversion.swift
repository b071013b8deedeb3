extension MediaTime {
  /// Creates the time nearest to `seconds` at `preferredTimescale`. Halves are rounded away from zero.
  ///
  /// As with `CMTimeMakeWithSeconds`, the result is invalid if the timescale is not positive or `seconds` is NaN. If
  /// the value does not fit, the timescale is halved until it does; if it does not fit at timescale 1, the result is
  /// infinite. `hasBeenRounded` is set if the `seconds` of the result differ from the argument.
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

  /// The time in seconds: the nearest `Double`, an infinity, or NaN for an indefinite or invalid time.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }

  /// The time in whole nanoseconds, rounded down, or nil if it is not numeric or outside `Int64`.
  package var flooredNanoseconds: Int64? {
    nanoseconds(rounding: .towardNegativeInfinity)
  }

  /// The time in whole nanoseconds, rounded up, or nil if it is not numeric or outside `Int64`.
  package var ceiledNanoseconds: Int64? {
    nanoseconds(rounding: .towardPositiveInfinity)
  }

  private func nanoseconds(rounding: MediaTimeRounding) -> Int64? {
    guard isNumeric else { return nil }
    return ratio.ticks(atTimescale: 1_000_000_000, rounding: rounding)?.value
  }
}

extension ExactRatio {
  /// Creates the exact value of a `Double`. Returns nil if its magnitude is 2^64 or more, outside the range of
  /// `MediaTime`.
  ///
  /// A magnitude below 2^-40 becomes zero: it is less than half a tick at every timescale.
  package init?(_ number: Double) {
    guard number.magnitude < 0x1p64 else { return nil }
    guard number.magnitude >= 0x1p-40 else {
      self.init(numerator: 0, denominator: 1)
      return
    }
    // A `Double` has 53 significant bits: its significand times 2^52 is an integer.
    let significand = Int128(number.significand * 0x1p52) * (number < 0 ? -1 : 1)
    let shift = Int(number.exponent) - 52
    if shift >= 0 {
      self.init(numerator: significand << shift, denominator: 1)
    } else {
      self.init(numerator: significand, denominator: 1 << -shift)
    }
  }
}

// `Duration` counts attoseconds (10^-18 s); the finest tick of `MediaTime` is about half a nanosecond.

extension MediaTime {
  /// Creates the time nearest to a duration, in whole nanoseconds. Halves are rounded away from zero.
  ///
  /// `hasBeenRounded` is set if the duration is not a whole number of nanoseconds. Durations of more than 292 years get
  /// a smaller timescale.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let total = Int128(seconds) * Int128(powerOfTen(18)) + Int128(attoseconds)
    self.init(
      ExactRatio(numerator: total, denominator: Int128(powerOfTen(18))), timescale: 1_000_000_000, epoch: 0,
      hasBeenRounded: false)
  }
}

extension Duration {
  /// Creates the duration nearest to a time, in whole attoseconds. Halves are rounded away from zero, and whole
  /// nanoseconds are exact. Returns nil if the time is not numeric.
  public init?(_ time: MediaTime) {
    guard time.isNumeric else { return nil }
    let (seconds, rest) = time.value.quotientAndRemainder(dividingBy: Int64(time.timescale))
    let (attoseconds, remainder) = (Int128(rest) * Int128(powerOfTen(18)))
      .quotientAndRemainder(dividingBy: Int128(time.timescale))
    let step = MediaTimeRounding.halfAwayFromZero.step(remainder: remainder, denominator: Int128(time.timescale))
    // Less than a second, so at most 10^18 attoseconds after rounding.
    self.init(secondsComponent: seconds, attosecondsComponent: Int64(attoseconds + step))
  }
}

extension MediaTime {
  /// Returns a numeric time in seconds as a decimal number, and whether that number is exact.
  ///
  /// - Parameter places: The maximum number of decimals, 0...18. Halves are rounded away from zero, and trailing zeros
  ///   are omitted.
  package func decimalSeconds(places: Int = 9) -> (text: String, isExact: Bool) {
    let unit = Int128(powerOfTen(places))
    let (quotient, remainder) = (Int128(value) * unit).quotientAndRemainder(dividingBy: Int128(timescale))
    let step = MediaTimeRounding.halfAwayFromZero.step(remainder: remainder, denominator: Int128(timescale))
    let units = quotient + step
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    var (decimals, count) = (Int(fraction), fraction == 0 ? 0 : places)
    while count > 0, decimals % 10 == 0 { (decimals, count) = (decimals / 10, count - 1) }
    let text = (units < 0 ? "-" : "") + String(whole) + (count == 0 ? "" : "." + decimals.zeroPadded(to: count))
    return (text, remainder == 0 && epoch == 0)
  }

  /// Returns the time as messages show it: `1.5 s`, with at most `places` decimals.
  package func inSeconds(places: Int = 9) -> String {
    isNumeric ? decimalSeconds(places: places).text + " s" : description
  }
}
