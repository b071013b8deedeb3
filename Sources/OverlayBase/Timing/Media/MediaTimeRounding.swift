/// The rounding when the timescale of a time changes; the counterpart of `CMTimeRoundingMethod`.
public enum MediaTimeRounding: Sendable, Hashable, CaseIterable {
  /// To the nearest tick, halves away from zero. This is the default.
  case halfAwayFromZero
  /// To the next tick toward zero.
  case towardZero
  /// To the next tick away from zero.
  case awayFromZero
  /// To the next later tick.
  case towardPositiveInfinity
  /// To the next earlier tick.
  case towardNegativeInfinity
  /// Toward zero to a smaller timescale, away from zero to a larger one. A negative time never becomes zero.
  case quickTime

  /// Returns a quotient, limited to the range of `Int64`. The divisor is greater than 0.
  package func quotient(of dividend: Int128, dividedBy divisor: Int128) -> Int64 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return Int64(clamping: quotient + step(remainder: remainder, denominator: divisor))
  }

  /// Returns what to add to a quotient that was truncated toward zero with `remainder`, which has the sign of the
  /// dividend.
  package func step(remainder: Int128, denominator: Int128) -> Int128 {
    guard remainder != 0 else { return 0 }
    let outward: Int128 = remainder < 0 ? -1 : 1
    switch self {
    case .halfAwayFromZero: return remainder.magnitude * 2 >= denominator.magnitude ? outward : 0
    case .towardZero, .quickTime: return 0
    case .awayFromZero: return outward
    case .towardPositiveInfinity: return max(outward, 0)
    case .towardNegativeInfinity: return min(outward, 0)
    }
  }
}

extension MediaTime {
  /// Returns the same time at another timescale, rounded if it is not exact there.
  ///
  /// As with `CMTimeConvertScale`, a time that is not numeric does not change, and a timescale that is not positive
  /// gives an invalid time. If the value does not fit, the timescale is halved until it does.
  public func converted(
    toTimescale newTimescale: Int32, rounding: MediaTimeRounding = .halfAwayFromZero
  ) -> MediaTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    guard newTimescale != timescale else { return self }
    guard rounding == .quickTime else { return converted(to: newTimescale, rounding) }

    let result = converted(to: newTimescale, newTimescale < timescale ? .towardZero : .awayFromZero)
    guard value < 0, result.value == 0 else { return result }
    return MediaTime(value: -1, timescale: result.timescale, epoch: epoch, hasBeenRounded: true)
  }

  private func converted(to newTimescale: Int32, _ rounding: MediaTimeRounding) -> MediaTime {
    MediaTime(ratio, timescale: newTimescale, epoch: epoch, hasBeenRounded: hasBeenRounded, rounding: rounding)
  }

  /// The time as a ratio. The time must be numeric.
  package var ratio: ExactRatio {
    ExactRatio(numerator: Int128(value), denominator: Int128(timescale))
  }

  /// Creates the time of a ratio at `timescale`, or at the first half, quarter, eighth and so on at which the value
  /// fits. It is infinite if the value does not fit at all.
  package init(
    _ ratio: ExactRatio, timescale: Int32, epoch: Int64, hasBeenRounded: Bool,
    rounding: MediaTimeRounding = .halfAwayFromZero
  ) {
    var scale = timescale
    while scale > 0 {
      if let ticks = ratio.ticks(atTimescale: scale, rounding: rounding) {
        self.init(
          value: ticks.value, timescale: scale, epoch: epoch, hasBeenRounded: hasBeenRounded || !ticks.isExact)
        return
      }
      scale /= 2
    }
    self = ratio.numerator < 0 ? .negativeInfinity : .positiveInfinity
  }
}
