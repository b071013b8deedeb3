/// A stretch of time: from `start` for `duration`, without its end. The counterpart of `CMTimeRange`.
///
/// A range whose start or duration is invalid, or whose duration is negative or not of epoch 0, is `invalid`. The one
/// infinite start is -infinity, with an infinite duration: all of time.
public struct MediaTimeRange: Sendable, Hashable {
  /// The first moment in the range.
  public let start: MediaTime
  /// How long it lasts: zero or more, infinite for a stretch without an end (live), indefinite when not known yet.
  public let duration: MediaTime

  /// The range from `start` for `duration`.
  public init(start: MediaTime, duration: MediaTime) {
    let isStartPossible = !start.isInfinite || (start == .negativeInfinity && duration == .positiveInfinity)
    guard start.isValid, isStartPossible, duration.isValid, duration.epoch == 0, duration >= .zero else {
      self = .invalid
      return
    }
    self.start = start
    self.duration = duration
  }

  /// The range from `start` up to and without `end`; invalid when `end` is before `start` or of another epoch.
  public init(start: MediaTime, end: MediaTime) {
    guard start.isNumeric || !end.isNumeric else {
      self = .invalid
      return
    }
    self.init(start: start, duration: end - start)
  }

  private init(invalidWith time: MediaTime) {
    start = time
    duration = time
  }

  /// No time at all, at zero.
  public static let zero = MediaTimeRange(start: .zero, duration: .zero)
  /// The empty range that an intersection gives when nothing is common: `zero`.
  public static let empty = zero
  /// No range; whatever is computed with it is invalid too.
  public static let invalid = MediaTimeRange(invalidWith: .invalid)

  /// The first moment after the range. An infinite duration ends at +infinity, wherever it starts.
  public var end: MediaTime {
    duration == .positiveInfinity ? .positiveInfinity : start + duration
  }

  /// Whether this is a range at all.
  public var isValid: Bool { start.isValid }

  /// Whether no moment is in the range; true for an invalid one as well.
  public var isEmpty: Bool { !isValid || duration == .zero }

  /// Whether `time` is a number at or after the start and before the end.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }

  /// Whether every moment of `other` is in this range; an empty range is in every valid one.
  public func containsTimeRange(_ other: MediaTimeRange) -> Bool {
    guard isValid, other.isValid else { return false }
    return other.isEmpty || (start <= other.start && other.end <= end)
  }

  /// The shortest range that contains both; an empty one adds nothing, and two of them give `empty`.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// What both have in common, or `empty`.
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
