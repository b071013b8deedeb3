extension MediaTime {
  /// The sum, by the rules of `CMTimeAdd`.
  ///
  /// Equal timescales are kept; otherwise the least common multiple is used, or the greatest timescale, with rounding,
  /// when that is too great. A value that does not fit halves the timescale, and becomes infinite at timescale 1.
  /// An epoch-0 operand is a duration and takes the other's epoch; two equal epochs give epoch 0; two different ones that
  /// are not 0 give invalid. Of operands that are no numbers invalid wins, then infinite, then indefinite; opposite
  /// infinities give invalid.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    guard left.isNumeric, right.isNumeric else { return nonNumericSum(left, right) }
    return sum(left, right, sign: 1)
  }

  /// The difference, by the rules of `CMTimeSubtract`; those of `+` with the right operand's sign turned.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    guard left.isNumeric, right.isNumeric else { return nonNumericSum(left, -right) }
    return sum(left, right, sign: -1)
  }

  /// The time with its sign turned; indefinite and invalid stay what they are.
  public static prefix func - (time: MediaTime) -> MediaTime {
    switch time.kind {
    case .numeric:
      MediaTime(
        ExactRatio(numerator: -Int128(time.value), denominator: Int128(time.timescale)),
        timescale: time.timescale, epoch: time.epoch, hasBeenRounded: time.hasBeenRounded)
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    case .indefinite, .invalid: time
    }
  }

  /// Adds `right`, by the rules of `+`.
  public static func += (left: inout MediaTime, right: MediaTime) {
    left = left + right
  }

  /// Takes `right` away, by the rules of `-`.
  public static func -= (left: inout MediaTime, right: MediaTime) {
    left = left - right
  }

  /// The time multiplied by `multiplier` / `divisor`, by the rules of `CMTimeMultiplyByRatio`.
  ///
  /// The exact result is kept when a timescale can hold it: the time's own if possible, else the reduced fraction's;
  /// otherwise it is rounded to the greatest timescale whose value fits. A zero divisor gives an infinity of the sign of
  /// the other two, and invalid when one of those is zero; so does an infinite time multiplied by zero.
  public func multiplied(by multiplier: Int64, dividedBy divisor: Int64) -> MediaTime {
    guard kind != .invalid, kind != .indefinite else { return self }
    let sign = kind.signum(ofValue: value) * multiplier.signum() * (divisor < 0 ? -1 : 1)
    if divisor == 0 || isInfinite {
      return sign == 0 ? .invalid : sign < 0 ? .negativeInfinity : .positiveInfinity
    }

    let factor = Int128(greatestCommonDivisor(multiplier, divisor)) * (divisor < 0 ? -1 : 1)
    let numerator = Int128(value) * (Int128(multiplier) / factor)
    let reducedDivisor = Int128(divisor) / factor
    let product = ExactRatio(numerator: numerator, denominator: Int128(timescale) * reducedDivisor)
    let scale: Int32
    if numerator % reducedDivisor == 0 {
      scale = timescale
    } else {
      // The denominator is positive, and so is a divisor of it.
      let common = Int128(greatestCommonDivisor(product.numerator, product.denominator))
      scale = Int32(clamping: product.denominator / common)
    }
    return MediaTime(product, timescale: scale, epoch: epoch, hasBeenRounded: hasBeenRounded)
  }

  /// How many whole intervals fit, exactly; for numeric times, and an interval above zero.
  func wholeIntervals(of interval: MediaTime) -> Int64 {
    let numerator = Int128(value) * Int128(interval.timescale)
    let denominator = Int128(interval.value) * Int128(timescale)
    return Int64(clamping: numerator / denominator)
  }

  private static func sum(_ left: MediaTime, _ right: MediaTime, sign: Int128) -> MediaTime {
    guard let epoch = sumEpoch(left.epoch, right.epoch) else { return .invalid }
    let (leftScale, rightScale) = (Int128(left.timescale), Int128(right.timescale))
    let ratio: ExactRatio
    let scale: Int32
    if left.timescale == right.timescale {
      ratio = ExactRatio(numerator: Int128(left.value) + sign * Int128(right.value), denominator: leftScale)
      scale = left.timescale
    } else {
      ratio = ExactRatio(
        numerator: Int128(left.value) * rightScale + sign * Int128(right.value) * leftScale,
        denominator: leftScale * rightScale)
      let common = Int128(greatestCommonDivisor(left.timescale, right.timescale))
      scale = Int32(clamping: ratio.denominator / common)
    }
    return MediaTime(
      ratio, timescale: scale, epoch: epoch, hasBeenRounded: left.hasBeenRounded || right.hasBeenRounded)
  }

  private static func sumEpoch(_ left: Int64, _ right: Int64) -> Int64? {
    if left == 0 { return right }
    if right == 0 { return left }
    return left == right ? 0 : nil
  }

  /// The sum of two times of which at least one is no number.
  private static func nonNumericSum(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
    if !left.isValid || !right.isValid { return .invalid }
    if left.isInfinite, right.isInfinite, left != right { return .invalid }
    if left.isInfinite { return left }
    if right.isInfinite { return right }
    return .indefinite
  }
}

extension MediaTime.Kind {
  /// The sign of a number or an infinity; 0 for what has none.
  fileprivate func signum(ofValue value: Int64) -> Int64 {
    switch self {
    case .numeric: value.signum()
    case .positiveInfinity: 1
    case .negativeInfinity: -1
    case .indefinite, .invalid: 0
    }
  }
}
