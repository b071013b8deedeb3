/// A value at a time in ``Keyframes``, and the easing that leads to it.
public struct Keyframe<Value: Interpolatable>: Sendable, Hashable {
  /// The value.
  public let value: Value
  /// The time, counted from the start of the keyframes.
  public let time: MediaTime
  /// The easing from the previous value.
  public let easing: Easing

  /// Creates a keyframe.
  public init(_ value: Value, at time: MediaTime, easing: Easing = .linear) {
    self.value = value
    self.time = time
    self.easing = easing
  }
}

/// A value that changes between declared times.
///
///     Keyframes(from: 0.0, [
///       Keyframe(1, at: .milliseconds(300), easing: .easeOut),
///       Keyframe(1, at: .seconds(4)),
///       Keyframe(0, at: .milliseconds(4300), easing: .easeIn),
///     ])
public struct Keyframes<Value: Interpolatable>: Sendable, Hashable {
  /// The behavior after the last keyframe.
  public enum Repeats: Sendable, Hashable {
    /// The last value stays.
    case never
    /// The keyframes start again from the first value.
    case forever
    /// The keyframes run backward and forward in turn.
    case reversing
  }

  private let start: Value
  private let keyframes: [Keyframe<Value>]
  private let repeats: Repeats

  /// Creates an animated value.
  ///
  /// - Parameters:
  ///   - start: The value at time zero and before.
  ///   - keyframes: The values after that, in any order. If several have the same time, the last one counts. Keyframes
  ///     without a numeric time are ignored, and those with a negative time are at zero.
  ///   - repeats: The behavior after the last keyframe.
  public init(from start: Value, _ keyframes: [Keyframe<Value>], repeats: Repeats = .never) {
    self.start = start
    self.repeats = repeats
    self.keyframes =
      keyframes.filter(\.time.isNumeric).enumerated()
      .map { (index: $0, keyframe: Keyframe($1.value, at: max($1.time, .zero), easing: $1.easing)) }
      // Sorting is not guaranteed to be stable.
      .sorted { ($0.keyframe.time, $0.index) < ($1.keyframe.time, $1.index) }
      .map(\.keyframe)
  }

  /// The duration of one run through the keyframes.
  public var duration: MediaTime { keyframes.last?.time ?? .zero }

  /// Returns the value at a time counted from the start.
  public func value(at elapsed: MediaTime) -> Value {
    guard elapsed >= .zero, elapsed.isNumeric else { return start }
    let position = position(of: elapsed)
    let index = nextKeyframe(after: position.time)
    let before = index == 0 ? start : keyframes[index - 1].value
    guard index < keyframes.count else { return before }
    let next = keyframes[index]
    let from = index == 0 ? .zero : keyframes[index - 1].time
    let progress = (position.time - from).seconds / (next.time - from).seconds
    return before.interpolated(to: next.value, fraction: next.easing.value(at: progress))
  }

  /// Returns a time before which the value stays as it is at `elapsed`, or +infinity if it never changes again. A time
  /// that has passed means that nothing is known.
  func unchangedUntil(after elapsed: MediaTime) -> MediaTime {
    guard elapsed.isNumeric, keyframes.contains(where: { $0.value != start }) else { return .positiveInfinity }
    guard elapsed >= .zero else { return .zero }
    let position = position(of: elapsed)
    let index = nextKeyframe(after: position.time)
    guard index < keyframes.count else { return isRepeating ? elapsed : .positiveInfinity }
    let before = index == 0 ? start : keyframes[index - 1].value
    let next = keyframes[index]
    guard before == next.value || next.easing.isHold else { return elapsed }
    let left =
      position.isBackwards
      ? position.time - (index == 0 ? .zero : keyframes[index - 1].time) : next.time - position.time
    return elapsed + left
  }

  private var isRepeating: Bool { repeats != .never && duration > .zero }

  /// Returns the time within one run, and whether that run goes backward.
  private func position(of elapsed: MediaTime) -> (time: MediaTime, isBackwards: Bool) {
    guard isRepeating else { return (elapsed, false) }
    let runs = elapsed.wholeIntervals(of: duration)
    let time = elapsed - duration.multiplied(by: runs, dividedBy: 1)
    return repeats == .reversing && !runs.isMultiple(of: 2) ? (duration - time, true) : (time, false)
  }

  /// Returns the index of the first keyframe after a time.
  private func nextKeyframe(after time: MediaTime) -> Int {
    keyframes.partitioningIndex { $0.time > time }
  }
}
