/// A value at a moment of ``Keyframes``, and how it is reached from the one before.
public struct Keyframe<Value: Interpolatable>: Sendable, Hashable {
  /// The value.
  public let value: Value
  /// When it is reached, from the beginning of the keyframes.
  public let time: MediaTime
  /// How it is reached.
  public let easing: Easing

  /// Makes a keyframe.
  public init(_ value: Value, at time: MediaTime, easing: Easing = .linear) {
    self.value = value
    self.time = time
    self.easing = easing
  }
}

/// A value that changes from one declared moment to the next.
///
///     Keyframes(from: 0.0, [
///       Keyframe(1, at: .milliseconds(300), easing: .easeOut),
///       Keyframe(1, at: .seconds(4)),
///       Keyframe(0, at: .milliseconds(4300), easing: .easeIn),
///     ])
public struct Keyframes<Value: Interpolatable>: Sendable, Hashable {
  /// What comes after the last keyframe.
  public enum Repeats: Sendable, Hashable {
    /// Its value, for ever.
    case never
    /// The beginning again, at the time of the last keyframe.
    case forever
    /// The way back to the beginning, and so on to and fro.
    case reversing
  }

  private let start: Value
  private let keyframes: [Keyframe<Value>]
  private let repeats: Repeats

  /// Makes a value that is `start` at the beginning and before it.
  ///
  /// - Parameters:
  ///   - start: The value at time zero.
  ///   - keyframes: The values after it, in any order. Of several at one time the last holds. Those whose time is no
  ///     number are left out, and those before zero are at zero.
  ///   - repeats: What comes after the last one.
  public init(from start: Value, _ keyframes: [Keyframe<Value>], repeats: Repeats = .never) {
    self.start = start
    self.repeats = repeats
    self.keyframes =
      keyframes.filter(\.time.isNumeric).enumerated()
      .map { (index: $0, keyframe: Keyframe($1.value, at: max($1.time, .zero), easing: $1.easing)) }
      // Sorting is not stable by contract.
      .sorted { ($0.keyframe.time, $0.index) < ($1.keyframe.time, $1.index) }
      .map(\.keyframe)
  }

  /// How long one run through the keyframes takes.
  public var duration: MediaTime { keyframes.last?.time ?? .zero }

  /// The value at a time counted from the beginning.
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

  /// A time before which the value stays what it is at `elapsed`: +infinity when it never changes again. It may be a time
  /// that has passed, when nothing is known.
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

  /// Where in one run a time lies, and whether that run goes backwards.
  private func position(of elapsed: MediaTime) -> (time: MediaTime, isBackwards: Bool) {
    guard isRepeating else { return (elapsed, false) }
    let runs = elapsed.wholeIntervals(of: duration)
    let time = elapsed - duration.multiplied(by: runs, dividedBy: 1)
    return repeats == .reversing && !runs.isMultiple(of: 2) ? (duration - time, true) : (time, false)
  }

  /// The first keyframe that is not reached yet.
  private func nextKeyframe(after time: MediaTime) -> Int {
    keyframes.firstIndex { $0.time > time } ?? keyframes.count
  }
}
