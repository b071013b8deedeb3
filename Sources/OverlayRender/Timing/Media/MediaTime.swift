/// An exact time or duration: a whole number of ticks of 1/`timescale` second, or one of four values that are no number.
///
/// The counterpart of `CMTime`, with the rules of CMTime.h. Arithmetic is exact as long as the result fits; when it does
/// not, the result is rounded once and `hasBeenRounded` says so. Equal times of different timescales are equal
/// (1/2 == 2/4) and hash alike.
public struct MediaTime: Sendable {
  /// What a time is: a number, or why it is none.
  public enum Kind: Sendable, Hashable {
    /// `value` ticks of 1/`timescale` second.
    case numeric
    /// Later than every number.
    case positiveInfinity
    /// Earlier than every number.
    case negativeInfinity
    /// Not known yet: a live stream's duration, for example.
    case indefinite
    /// No time at all.
    case invalid
  }

  /// The number of ticks; 0 unless the time is numeric.
  public let value: Int64
  /// Tells apart stretches of one timeline that use the same numbers, such as the rounds of a loop. 0 for durations.
  public let epoch: Int64
  // After the two wider values, so that a time takes 24 bytes and not 32.
  /// Ticks per second, 1...2 147 483 647; 0 unless the time is numeric.
  public let timescale: Int32
  /// Whether the time is a number.
  public let kind: Kind
  /// Whether the time was rounded somewhere on its way; comparisons do not look at it.
  public let hasBeenRounded: Bool

  init(value: Int64, timescale: Int32, epoch: Int64, hasBeenRounded: Bool) {
    self.value = value
    self.timescale = timescale
    self.epoch = epoch
    self.kind = .numeric
    self.hasBeenRounded = hasBeenRounded
  }

  private init(kind: Kind) {
    value = 0
    timescale = 0
    epoch = 0
    self.kind = kind
    hasBeenRounded = false
  }

  /// A time of `value` ticks of 1/`timescale` second; invalid when `timescale` is not greater than zero.
  public init(value: Int64, timescale: Int32, epoch: Int64 = 0) {
    guard timescale > 0 else {
      self = .invalid
      return
    }
    self.init(value: value, timescale: timescale, epoch: epoch, hasBeenRounded: false)
  }

  /// Zero seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)
  /// No time at all; whatever is computed with it is invalid too.
  public static let invalid = MediaTime(kind: .invalid)
  /// A time that is not known yet.
  public static let indefinite = MediaTime(kind: .indefinite)
  /// Later than every numeric time.
  public static let positiveInfinity = MediaTime(kind: .positiveInfinity)
  /// Earlier than every numeric time.
  public static let negativeInfinity = MediaTime(kind: .negativeInfinity)

  /// The greatest timescale: 2 147 483 647 ticks per second.
  public static let maximumTimescale = Int32.max

  /// A whole number of seconds.
  public static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1)
  }

  /// A whole number of seconds of any integer type; an infinity where it is outside `Int64`.
  public static func seconds(_ count: some BinaryInteger) -> MediaTime {
    Int64(exactly: count).map { .seconds($0) } ?? (count < 0 ? .negativeInfinity : .positiveInfinity)
  }

  /// The time nearest to a number of seconds in whole nanoseconds, with halves rounded away from zero.
  ///
  /// The same as ``init(seconds:preferredTimescale:)`` at timescale 1 000 000 000: a time of more than 292 years has a
  /// smaller timescale, and NaN gives an invalid time. For other exact fractions of a second, such as a third, use
  /// ``init(value:timescale:epoch:)``.
  public static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  /// A whole number of milliseconds, at timescale 1000.
  public static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1000)
  }

  /// A whole number of nanoseconds, at timescale 1 000 000 000.
  public static func nanoseconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1_000_000_000)
  }

  /// Whether the time is a number: neither infinite nor indefinite nor invalid.
  public var isNumeric: Bool { kind == .numeric }

  /// Whether the time is anything but invalid.
  public var isValid: Bool { kind != .invalid }

  /// Whether the time is later or earlier than every number.
  public var isInfinite: Bool { kind == .positiveInfinity || kind == .negativeInfinity }
}

extension MediaTime: CustomStringConvertible {
  /// The time as an exact fraction, such as `1001/30000 s`, or the name of its kind.
  public var description: String {
    switch kind {
    case .numeric:
      let fraction = timescale == 1 ? "\(value) s" : "\(value)/\(timescale) s"
      return fraction + (epoch == 0 ? "" : ", epoch \(epoch)") + (hasBeenRounded ? ", rounded" : "")
    case .positiveInfinity: return "+infinity"
    case .negativeInfinity: return "-infinity"
    case .indefinite: return "indefinite"
    case .invalid: return "invalid"
    }
  }
}

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
