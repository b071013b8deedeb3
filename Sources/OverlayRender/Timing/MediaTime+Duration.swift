// `Duration` counts attoseconds (10^-18 s); a `MediaTime` holds nothing finer than about half a nanosecond.

extension MediaTime {
  /// The time nearest to a duration in whole nanoseconds, with halves rounded away from zero.
  ///
  /// `hasBeenRounded` is set when the duration is not a whole number of nanoseconds. Durations of more than 292 years have
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
  /// The duration nearest to a time in whole attoseconds, with halves rounded away from zero; nil when the time is not
  /// numeric. Whole nanoseconds are exact.
  public init?(_ time: MediaTime) {
    guard time.isNumeric else { return nil }
    let (seconds, rest) = time.value.quotientAndRemainder(dividingBy: Int64(time.timescale))
    let (attoseconds, remainder) = (Int128(rest) * Int128(powerOfTen(18)))
      .quotientAndRemainder(dividingBy: Int128(time.timescale))
    let step = MediaTimeRounding.halfAwayFromZero.step(remainder: remainder, denominator: Int128(time.timescale))
    // Less than a second, and so less than 10^18 attoseconds or just that many.
    self.init(secondsComponent: seconds, attosecondsComponent: Int64(attoseconds + step))
  }
}
