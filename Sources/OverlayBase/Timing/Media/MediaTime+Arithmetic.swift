extension MediaTime {
  /// Returns the sum, with the rules of `CMTimeAdd`.
  ///
  /// Equal timescales are kept. Otherwise the result has the least common multiple, or, if that is too large, the
  /// maximum timescale with rounding. If the value does not fit, the timescale is halved; if it does not fit at
  /// timescale 1, the result is infinite.
  ///
  /// An operand with epoch 0 is a duration and takes the epoch of the other operand. Two equal epochs give epoch 0; two
  /// different epochs other than 0 give an invalid time. If an operand is not numeric, the result is invalid, else
  /// infinite, else indefinite, as the operands are. Opposite infinities give an invalid time.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    guard left.isNumeric, right.isNumeric else { return nonNumericSum(left, right) }
    return sum(left, right, sign: 1)
  }

  /// Returns the difference, with the rules of `CMTimeSubtract`: the same as for `+` with the right operand negated.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    guard left.isNumeric, right.isNumeric else { return nonNumericSum(left, -right) }
    return sum(left, right, sign: -1)
  }

  /// Returns the negated time. Indefinite and invalid times do not change.
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

  /// Adds `right`, with the rules of `+`.
  public static func += (left: inout MediaTime, right: MediaTime) {
    left = left + right
  }

  /// Subtracts `right`, with the rules of `-`.
  public static func -= (left: inout MediaTime, right: MediaTime) {
    left = left - right
  }

  /// Returns the time multiplied by `multiplier` / `divisor`, with the rules of `CMTimeMultiplyByRatio`.
  ///
  /// The result is exact if a timescale can represent it: the timescale of the time if possible, else the denominator
  /// of the reduced fraction. Otherwise it is rounded to the largest timescale at which its value fits. A zero divisor
  /// gives an infinity with the sign of the other two, or an invalid time if one of those is zero. An infinite time
  /// multiplied by zero is invalid too.
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
      // The denominator is positive, so its divisors are too.
      let common = Int128(greatestCommonDivisor(product.numerator, product.denominator))
      scale = Int32(clamping: product.denominator / common)
    }
    return MediaTime(product, timescale: scale, epoch: epoch, hasBeenRounded: hasBeenRounded)
  }

  /// Returns how many whole intervals fit in the time. Both must be numeric, and the interval greater than zero.
  package func wholeIntervals(of interval: MediaTime) -> Int64 {
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

  /// Returns the sum of two times of which at least one is not numeric.
  private static func nonNumericSum(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
    if !left.isValid || !right.isValid { return .invalid }
    if left.isInfinite, right.isInfinite, left != right { return .invalid }
    if left.isInfinite { return left }
    if right.isInfinite { return right }
    return .indefinite
  }
}

extension MediaTime.Kind {
  /// Returns the sign of a number or an infinity, or 0 for other kinds.
  fileprivate func signum(ofValue value: Int64) -> Int64 {
    switch self {
    case .numeric: value.signum()
    case .positiveInfinity: 1
    case .negativeInfinity: -1
    case .indefinite, .invalid: 0
    }
  }
}
