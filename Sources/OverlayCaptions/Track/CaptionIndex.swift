import Synchronization

/// An index of cues that is created on first use. Tracks that are only converted do not need it, and it takes about as
/// much memory as the cues.
final class LazyCaptionIndex: Sendable {
  private let cues: [CaptionCue]
  private let cached = Mutex<CaptionIndex?>(nil)

  init(_ cues: [CaptionCue]) {
    self.cues = cues
  }

  var index: CaptionIndex {
    cached.withLock { cached in
      if let cached { return cached }
      let index = CaptionIndex(cues)
      cached = index
      return index
    }
  }
}

/// Finds cues by time among sorted cues, in logarithmic time.
package struct CaptionIndex: Sendable {
  /// The indices of the cues that are ever shown, in order.
  private let shown: [Int]
  /// The end of each of these cues.
  private let ends: MaximumSegmentTree<MediaTime>
  /// Every moment at which a cue appears or disappears, once, in order.
  private let changes: [MediaTime]
  /// The lane of each cue if several cues have the same placement (``CaptionLanes``).
  package let lanes: CaptionLanes
  /// The cues that contain text.
  package let spoken: SpokenCues

  /// The end of the last cue.
  var end: MediaTime { shown.isEmpty ? .zero : ends.maximum }

  init(_ cues: [CaptionCue]) {
    shown = cues.indices.filter { cues[$0].isEverShown }
    ends = MaximumSegmentTree(shown.map { cues[$0].end }, least: .negativeInfinity)
    changes = CaptionIndex.changes(of: cues, at: shown)
    lanes = CaptionLanes(cues, shown: shown)
    spoken = SpokenCues(cues, among: shown, ends: ends)
  }

  func active(at time: MediaTime, in cues: [CaptionCue]) -> [Int] {
    ends.indices(in: 0..<startedCount(at: time, in: cues)) { $0 > time }.map { shown[$0] }
  }

  func nextChange(after time: MediaTime) -> MediaTime {
    let next = changes.partitioningIndex { $0 > time }
    return next < changes.count ? changes[next] : .positiveInfinity
  }

  func latest(at time: MediaTime, in cues: [CaptionCue]) -> Int? {
    let started = startedCount(at: time, in: cues)
    return started == 0 ? nil : shown[started - 1]
  }

  func shown(before index: Int) -> Int? {
    let next = shown.partitioningIndex { $0 >= index }
    return next == 0 ? nil : shown[next - 1]
  }

  func shown(after index: Int?) -> Int? {
    guard let index else { return shown.first }
    let next = shown.partitioningIndex { $0 > index }
    return next < shown.count ? shown[next] : nil
  }

  /// Returns how many of the cues that are ever shown start at or before `time`.
  private func startedCount(at time: MediaTime, in cues: [CaptionCue]) -> Int {
    shown.partitioningIndex { cues[$0].start > time }
  }

  private static func changes(of cues: [CaptionCue], at indices: [Int]) -> [MediaTime] {
    // Most cues end before the next one starts, so the times are usually sorted already.
    var times: [MediaTime] = []
    times.reserveCapacity(2 * indices.count)
    for index in indices {
      times.append(cues[index].start)
      times.append(cues[index].end)
    }
    if !zip(times, times.dropFirst()).allSatisfy(<=) { times.sort() }
    var changes: [MediaTime] = []
    changes.reserveCapacity(times.count)
    for time in times where time.isNumeric && time != changes.last { changes.append(time) }
    return changes
  }
}

/// The cues of a track that are ever shown and contain text, in order, as a listener follows them. Lookups take
/// logarithmic time, even if many cues overlap.
package struct SpokenCues: Sendable {
  /// The indices in the track.
  private let indices: [Int]
  /// The end of each cue.
  private let ends: MaximumSegmentTree<MediaTime>
  /// The duration of each cue in seconds.
  private let durations: MaximumSegmentTree<Double>

  /// Finds the cues with text among the cues that are ever shown. `ends` has the ends of the latter.
  init(_ cues: [CaptionCue], among shown: [Int], ends: MaximumSegmentTree<MediaTime>) {
    indices = shown.filter { !cues[$0].isBlank }
    let isAll = indices.count == shown.count
    self.ends = isAll ? ends : MaximumSegmentTree(indices.map { cues[$0].end }, least: .negativeInfinity)
    durations = MaximumSegmentTree(indices.map { (cues[$0].end - cues[$0].start).seconds }, least: -.infinity)
  }

  /// A time of the track, or the moment just before it.
  package struct TrackTime {
    fileprivate let time: MediaTime
    fileprivate let isJustBefore: Bool

    package init(time: MediaTime, isJustBefore: Bool = false) {
      self.time = time
      self.isJustBefore = isJustBefore
    }

    fileprivate func hasReached(_ start: MediaTime) -> Bool { isJustBefore ? start < time : start <= time }
    fileprivate func isWithin(_ end: MediaTime) -> Bool { isJustBefore ? time <= end : time < end }
  }

  /// The lines around a moment.
  package struct Lines {
    /// The number of lines that have started.
    fileprivate let startedCount: Int
    /// The number of the line that is spoken.
    fileprivate let current: Int?
  }

  package func lines(at instant: TrackTime, in cues: [CaptionCue]) -> Lines {
    let started = indices.partitioningIndex { !instant.hasReached(cues[$0].start) }
    return Lines(startedCount: started, current: ends.lastIndex(in: 0..<started, where: instant.isWithin))
  }

  /// Returns the index of the line that is spoken; of several lines the one that started last.
  package func current(_ lines: Lines) -> Int? {
    lines.current.map { indices[$0] }
  }

  /// Returns the index of the line that started last, except for the current one. If there is none and the track has
  /// run before, returns the last of all.
  package func previous(_ lines: Lines, hasRunBefore: Bool) -> Int? {
    let previous = lines.current == lines.startedCount - 1 ? lines.startedCount - 2 : lines.startedCount - 1
    if previous >= 0 { return indices[previous] }
    return hasRunBefore ? indices.last : nil
  }

  /// Returns the index of the line that starts next. If there is none and the track repeats, returns the first of all.
  package func next(_ lines: Lines, runsAgain: Bool) -> Int? {
    if lines.startedCount < indices.count { return indices[lines.startedCount] }
    return runsAgain ? indices.first : nil
  }

  /// Returns the time since which these are the lines; `nil` if they always were.
  package func since(_ lines: Lines, in cues: [CaptionCue]) -> MediaTime? {
    guard lines.startedCount > 0 else { return nil }
    if lines.current == lines.startedCount - 1 { return cues[indices[lines.startedCount - 1]].start }
    // The lines that started after the current one have ended. The current line is alone since the last of them ended.
    return ends.maximum(in: ((lines.current ?? -1) + 1)..<lines.startedCount)
  }

  /// Returns the time until which these are the lines; +infinity if they never change.
  package func until(_ lines: Lines, in cues: [CaptionCue]) -> MediaTime {
    let nextStart = lines.startedCount < indices.count ? cues[indices[lines.startedCount]].start : .positiveInfinity
    return min(nextStart, lines.current.map { cues[indices[$0]].end } ?? .positiveInfinity)
  }

  /// Returns the index of the line that is shown for the longest time during a cue of another track, and of several
  /// lines the one that starts last; `nil` if no line is shown.
  package func companion(of cue: CaptionCue, in cues: [CaptionCue]) -> Int? {
    let first = indices.partitioningIndex { cues[$0].start > cue.start }
    let end = max(indices.partitioningIndex { cues[$0].start >= cue.end }, first)
    func overlap(_ index: Int) -> MediaTime {
      min(cue.end, cues[indices[index]].end) - max(cue.start, cues[indices[index]].start)
    }
    let candidates = [longest(in: 0..<first, until: cue.end), longest(in: first..<end, until: cue.end, in: cues)]
    let best = candidates.compactMap(\.self).max { overlap($0) <= overlap($1) }
    return best.flatMap { overlap($0) > .zero ? indices[$0] : nil }
  }

  /// Returns, of lines that all started before, the one that is shown for the longest time until `end`.
  private func longest(in range: Range<Int>, until end: MediaTime) -> Int? {
    guard let latest = ends.maximum(in: range) else { return nil }
    return ends.lastIndex(in: range) { $0 >= min(latest, end) }
  }

  /// Returns, of lines that all start during another cue, the one that is shown for the longest time until `end`.
  ///
  /// Each line is shown for its own duration, or for the remaining time until the end if that is shorter. The remaining
  /// time decreases from line to line. The result does not change if a line's duration is replaced by the maximum
  /// duration so far, which increases. So the result is where the two meet.
  private func longest(in range: Range<Int>, until end: MediaTime, in cues: [CaptionCue]) -> Int? {
    func left(_ index: Int) -> Double { (end - cues[indices[index]].start).seconds }
    let crossing = range.partitioningIndex { index in
      durations.maximum(in: range.lowerBound..<(index + 1)).map { $0 >= left(index) } ?? false
    }
    let before = range.lowerBound..<crossing
    let longestBefore = durations.maximum(in: before).flatMap { longest in
      durations.firstIndex(in: before) { $0 >= longest }
    }
    guard crossing < range.upperBound else { return longestBefore }
    guard let longestBefore, let duration = durations.maximum(in: before) else { return crossing }
    return duration > left(crossing) ? longestBefore : crossing
  }
}
