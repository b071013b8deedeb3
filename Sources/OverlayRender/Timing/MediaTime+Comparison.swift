extension MediaTime: Hashable, Comparable {
  /// Whether both are the same moment: equal numbers of one epoch, whatever their timescales, or the same non-number.
  public static func == (left: MediaTime, right: MediaTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.kind == right.kind }
    return left.epoch == right.epoch && left.crossProduct(right) == right.crossProduct(left)
  }

  /// The order -infinity < numbers < indefinite < +infinity < invalid; a number of a greater epoch is later.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.kind.rank < right.kind.rank }
    guard left.epoch == right.epoch else { return left.epoch < right.epoch }
    return left.crossProduct(right) < right.crossProduct(left)
  }

  /// Feeds the reduced fraction to the hasher, so that 1/2 and 2/4 hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    // At most the timescale, so it fits Int64.
    let divisor = Int64(greatestCommonDivisor(value, Int64(timescale)))
    hasher.combine(value / divisor)
    hasher.combine(Int64(timescale) / divisor)
    hasher.combine(epoch)
  }

  private func crossProduct(_ other: MediaTime) -> Int128 {
    Int128(value) * Int128(other.timescale)
  }
}

extension MediaTime.Kind {
  fileprivate var rank: Int {
    switch self {
    case .negativeInfinity: 0
    case .numeric: 1
    case .indefinite: 2
    case .positiveInfinity: 3
    case .invalid: 4
    }
  }
}
