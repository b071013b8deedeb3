/// An exact time or duration: a whole number of ticks of 1/`timescale` second, or one of four nonnumeric values.
///
/// It is the counterpart of `CMTime` and follows the rules of CMTime.h. Arithmetic is exact as long as the result fits;
/// otherwise the result is rounded once and `hasBeenRounded` is set. Equal times with different timescales are equal
/// (1/2 == 2/4) and have the same hash value.
public struct MediaTime: Sendable {
  /// The kind of a time: numeric, or one of the nonnumeric values.
  public enum Kind: Sendable, Hashable {
    /// `value` ticks of 1/`timescale` second.
    case numeric
    /// Later than every number.
    case positiveInfinity
    /// Earlier than every number.
    case negativeInfinity
    /// Not known yet, such as the duration of a live stream.
    case indefinite
    /// Not a time.
    case invalid
  }

  /// The number of ticks, or 0 if the time is not numeric.
  public let value: Int64
  /// Distinguishes sections of one timeline with the same numbers, such as the iterations of a loop. 0 for durations.
  public let epoch: Int64
  // After the two wider values, so that a time takes 24 bytes instead of 32.
  /// Ticks per second, 1...2 147 483 647, or 0 if the time is not numeric.
  public let timescale: Int32
  /// The kind of this time.
  public let kind: Kind
  /// Whether a calculation rounded the time. Comparisons ignore it.
  public let hasBeenRounded: Bool

  package init(value: Int64, timescale: Int32, epoch: Int64, hasBeenRounded: Bool) {
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

  /// Creates a time of `value` ticks of 1/`timescale` second. The time is invalid if `timescale` is not greater than
  /// zero.
  public init(value: Int64, timescale: Int32, epoch: Int64 = 0) {
    guard timescale > 0 else {
      self = .invalid
      return
    }
    self.init(value: value, timescale: timescale, epoch: epoch, hasBeenRounded: false)
  }

  /// Zero seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)
  /// Not a time. Every calculation with it gives an invalid time.
  public static let invalid = MediaTime(kind: .invalid)
  /// A time that is not known yet.
  public static let indefinite = MediaTime(kind: .indefinite)
  /// Later than every numeric time.
  public static let positiveInfinity = MediaTime(kind: .positiveInfinity)
  /// Earlier than every numeric time.
  public static let negativeInfinity = MediaTime(kind: .negativeInfinity)

  /// The maximum timescale: 2 147 483 647 ticks per second.
  public static let maximumTimescale = Int32.max

  /// Returns a time of a whole number of seconds.
  public static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1)
  }

  /// Returns a time of a whole number of seconds of any integer type, or an infinity if the number is outside `Int64`.
  public static func seconds(_ count: some BinaryInteger) -> MediaTime {
    Int64(exactly: count).map { .seconds($0) } ?? (count < 0 ? .negativeInfinity : .positiveInfinity)
  }

  /// Returns the time nearest to a number of seconds, in whole nanoseconds. Halves are rounded away from zero.
  ///
  /// This is ``init(seconds:preferredTimescale:)`` with timescale 1 000 000 000: a time of more than 292 years gets a
  /// smaller timescale, and NaN gives an invalid time. For other exact fractions of a second, such as a third, use
  /// ``init(value:timescale:epoch:)``.
  public static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  /// Returns a time of a whole number of milliseconds, at timescale 1000.
  public static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1000)
  }

  /// Returns a time of a whole number of nanoseconds, at timescale 1 000 000 000.
  public static func nanoseconds(_ count: Int64) -> MediaTime {
    MediaTime(value: count, timescale: 1_000_000_000)
  }

  /// Whether the time is a number: not infinite, indefinite or invalid.
  @inlinable public var isNumeric: Bool { kind == .numeric }

  /// Whether the time is not `invalid`.
  public var isValid: Bool { kind != .invalid }

  /// Whether the time is one of the infinities.
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
  /// Returns whether both are the same moment: equal numbers with equal epochs, whatever their timescales, or the same
  /// nonnumeric value.
  @inlinable public static func == (left: MediaTime, right: MediaTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.kind == right.kind }
    return left.epoch == right.epoch && left.crossProduct(right) == right.crossProduct(left)
  }

  /// Returns whether the left time is earlier, in the order -infinity < numbers < indefinite < +infinity < invalid.
  /// Among numbers, a greater epoch is later.
  @inlinable public static func < (left: MediaTime, right: MediaTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.kind.rank < right.kind.rank }
    guard left.epoch == right.epoch else { return left.epoch < right.epoch }
    return left.crossProduct(right) < right.crossProduct(left)
  }

  /// Hashes the reduced fraction, so that 1/2 and 2/4 have the same hash value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    // The divisor is at most the timescale, so it fits `Int64`.
    let divisor = Int64(greatestCommonDivisor(value, Int64(timescale)))
    hasher.combine(value / divisor)
    hasher.combine(Int64(timescale) / divisor)
    hasher.combine(epoch)
  }

  @inlinable func crossProduct(_ other: MediaTime) -> Int128 {
    Int128(value) * Int128(other.timescale)
  }
}

extension MediaTime.Kind {
  @inlinable var rank: Int {
    switch self {
    case .negativeInfinity: 0
    case .numeric: 1
    case .indefinite: 2
    case .positiveInfinity: 3
    case .invalid: 4
    }
  }
}
