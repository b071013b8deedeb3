/// A range of time from `start` for `duration`, excluding its end. The counterpart of `CMTimeRange`.
///
/// A range is `invalid` if its start or duration is invalid, or if its duration is negative or has an epoch other than
/// 0. The only infinite start is -infinity with an infinite duration: all of time.
public struct MediaTimeRange: Sendable, Hashable {
  /// The first moment in the range.
  public let start: MediaTime
  /// The duration: zero or more, infinite for a range without an end (live), indefinite if not known yet.
  public let duration: MediaTime

  /// Creates the range from `start` for `duration`.
  public init(start: MediaTime, duration: MediaTime) {
    let isStartPossible = !start.isInfinite || (start == .negativeInfinity && duration == .positiveInfinity)
    guard start.isValid, isStartPossible, duration.isValid, duration.epoch == 0, duration >= .zero else {
      self = .invalid
      return
    }
    self.start = start
    self.duration = duration
  }

  /// Creates the range from `start` to `end`, excluding `end`. It is invalid if `end` is before `start` or has another
  /// epoch.
  public init(start: MediaTime, end: MediaTime) {
    guard start.isNumeric || !end.isNumeric else {
      self = .invalid
      return
    }
    self.init(start: start, duration: end - start)
  }

  /// Creates the range between two times: `MediaTimeRange(.seconds(2) ..< .seconds(5))`.
  public init(_ range: Range<MediaTime>) {
    self.init(start: range.lowerBound, end: range.upperBound)
  }

  /// Creates the range from a time on, without an end: `MediaTimeRange(.seconds(2)...)`.
  public init(_ range: PartialRangeFrom<MediaTime>) {
    self.init(start: range.lowerBound, duration: .positiveInfinity)
  }

  /// Creates the range between two durations from time zero.
  @_disfavoredOverload
  public init(_ range: Range<Duration>) {
    self.init(start: MediaTime(range.lowerBound), end: MediaTime(range.upperBound))
  }

  private init(invalidWith time: MediaTime) {
    start = time
    duration = time
  }

  /// A range of zero length at time zero.
  public static let zero = MediaTimeRange(start: .zero, duration: .zero)
  /// The empty range, which is the intersection of disjoint ranges: `zero`.
  public static let empty = zero
  /// Not a range. Every calculation with it gives an invalid range.
  public static let invalid = MediaTimeRange(invalidWith: .invalid)

  /// The first moment after the range. It is +infinity if the duration is infinite.
  public var end: MediaTime {
    duration == .positiveInfinity ? .positiveInfinity : start + duration
  }

  /// Whether this range is valid.
  public var isValid: Bool { start.isValid }

  /// Whether the range contains no moment. Also true for an invalid range.
  public var isEmpty: Bool { !isValid || duration == .zero }

  /// Returns whether `time` is numeric, at or after the start, and before the end.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }

  /// Returns whether every moment of `other` is in this range. Every valid range contains an empty one.
  public func containsTimeRange(_ other: MediaTimeRange) -> Bool {
    guard isValid, other.isValid else { return false }
    return other.isEmpty || (start <= other.start && other.end <= end)
  }

  /// Returns the shortest range that contains both ranges. Empty ranges are ignored; the union of two of them is
  /// `empty`.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// Returns the moments that both ranges contain, or `empty`.
  public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (start, end) = (max(start, other.start), min(end, other.end))
    return start < end ? MediaTimeRange(start: start, end: end) : .empty
  }
}

extension MediaTimeRange: CustomStringConvertible {
  /// The range as `start ..< end`.
  public var description: String {
    isValid ? "\(start) ..< \(end)" : "invalid"
  }
}
