import Synchronization

/// The index of cues, which is made when it is first asked for: a track that is only converted never needs it, and it
/// takes about as much memory as the cues.
final class LazyCaptionIndex: Sendable {
  private let cues: [CaptionCue]
  private let made = Mutex<CaptionIndex?>(nil)

  init(_ cues: [CaptionCue]) {
    self.cues = cues
  }

  var index: CaptionIndex {
    made.withLock { made in
      if let made { return made }
      let index = CaptionIndex(cues)
      made = index
      return index
    }
  }
}

/// Finds what is shown at a time among ordered cues, in logarithmic time.
struct CaptionIndex: Sendable {
  /// The places of the cues that are ever shown, in order.
  private let shown: [Int]
  /// When each of them ends.
  private let ends: MaximumTree<MediaTime>
  /// Every moment at which a cue comes or goes, once.
  private let changes: [MediaTime]
  /// By the place of a cue: the lane it takes where several stand at one place (``CaptionLanes``).
  let lanes: CaptionLanes
  /// Those of them that say something.
  let spoken: SpokenCues

  /// When the last cue ends.
  var end: MediaTime { shown.isEmpty ? .zero : ends.maximum }

  init(_ cues: [CaptionCue]) {
    shown = cues.indices.filter { cues[$0].isEverShown }
    ends = MaximumTree(shown.map { cues[$0].end }, least: .negativeInfinity)
    changes = CaptionIndex.changes(of: cues, at: shown)
    lanes = CaptionLanes(cues, shown: shown)
    spoken = SpokenCues(cues, among: shown, ends: ends)
  }

  func active(at time: MediaTime, in cues: [CaptionCue]) -> [Int] {
    ends.places(in: 0..<begunCount(at: time, in: cues)) { $0 > time }.map { shown[$0] }
  }

  func nextChange(after time: MediaTime) -> MediaTime {
    let next = changes.partitioningIndex { $0 > time }
    return next < changes.count ? changes[next] : .positiveInfinity
  }

  func latest(at time: MediaTime, in cues: [CaptionCue]) -> Int? {
    let begun = begunCount(at: time, in: cues)
    return begun == 0 ? nil : shown[begun - 1]
  }

  func shown(before place: Int) -> Int? {
    let next = shown.partitioningIndex { $0 >= place }
    return next == 0 ? nil : shown[next - 1]
  }

  func shown(after place: Int?) -> Int? {
    guard let place else { return shown.first }
    let next = shown.partitioningIndex { $0 > place }
    return next < shown.count ? shown[next] : nil
  }

  /// How many of the cues that are ever shown began at or before `time`.
  private func begunCount(at time: MediaTime, in cues: [CaptionCue]) -> Int {
    shown.partitioningIndex { cues[$0].start > time }
  }

  private static func changes(of cues: [CaptionCue], at places: [Int]) -> [MediaTime] {
    // Mostly each cue ends before the next begins, and this is ordered as it is.
    var times: [MediaTime] = []
    times.reserveCapacity(2 * places.count)
    for place in places {
      times.append(cues[place].start)
      times.append(cues[place].end)
    }
    if !zip(times, times.dropFirst()).allSatisfy(<=) { times.sort() }
    var changes: [MediaTime] = []
    changes.reserveCapacity(times.count)
    for time in times where time.isNumeric && time != changes.last { changes.append(time) }
    return changes
  }
}

/// The cues of a track that say something and are ever shown, in order: what a listener follows. What is looked up takes
/// logarithmic time, whatever overlaps.
struct SpokenCues: Sendable {
  /// Their places in the track.
  private let places: [Int]
  /// When each ends.
  private let ends: MaximumTree<MediaTime>
  /// For how many seconds each is shown.
  private let durations: MaximumTree<Double>

  /// Finds those that say something among the cues that are ever shown, of which `ends` tells when they end.
  init(_ cues: [CaptionCue], among shown: [Int], ends: MaximumTree<MediaTime>) {
    places = shown.filter { !cues[$0].isBlank }
    let isAll = places.count == shown.count
    self.ends = isAll ? ends : MaximumTree(places.map { cues[$0].end }, least: .negativeInfinity)
    durations = MaximumTree(places.map { (cues[$0].end - cues[$0].start).seconds }, least: -.infinity)
  }

  /// A time of the track, or what is just before it.
  struct TrackTime {
    var time: MediaTime
    var isJustBefore = false

    fileprivate func hasReached(_ start: MediaTime) -> Bool { isJustBefore ? start < time : start <= time }
    fileprivate func isWithin(_ end: MediaTime) -> Bool { isJustBefore ? time <= end : time < end }
  }

  /// The lines around a moment.
  struct Lines {
    /// How many lines have begun.
    fileprivate let begun: Int
    /// Which of them is spoken.
    fileprivate let current: Int?
  }

  func lines(at instant: TrackTime, in cues: [CaptionCue]) -> Lines {
    let begun = places.partitioningIndex { !instant.hasReached(cues[$0].start) }
    return Lines(begun: begun, current: ends.lastPlace(in: 0..<begun, where: instant.isWithin))
  }

  /// The place of the line that is spoken: of several the one that began last.
  func current(_ lines: Lines) -> Int? {
    lines.current.map { places[$0] }
  }

  /// The place of the line that began last but for the current one. Where there is none, that is the last of all if the
  /// track has run before.
  func previous(_ lines: Lines, hasRunBefore: Bool) -> Int? {
    let previous = lines.current == lines.begun - 1 ? lines.begun - 2 : lines.begun - 1
    if previous >= 0 { return places[previous] }
    return hasRunBefore ? places.last : nil
  }

  /// The place of the line that will begin. Where there is none, that is the first of all if the track runs again.
  func next(_ lines: Lines, runsAgain: Bool) -> Int? {
    if lines.begun < places.count { return places[lines.begun] }
    return runsAgain ? places.first : nil
  }

  /// Since when the lines are what they are; `nil` where that was always so.
  func since(_ lines: Lines, in cues: [CaptionCue]) -> MediaTime? {
    guard lines.begun > 0 else { return nil }
    if lines.current == lines.begun - 1 { return cues[places[lines.begun - 1]].start }
    // Those that began after the current one are over, and it is the last of them that it was waiting for.
    return ends.maximum(in: ((lines.current ?? -1) + 1)..<lines.begun)
  }

  /// Until when the lines are what they are; +infinity where that is for ever.
  func until(_ lines: Lines, in cues: [CaptionCue]) -> MediaTime {
    let nextStart = lines.begun < places.count ? cues[places[lines.begun]].start : .positiveInfinity
    return min(nextStart, lines.current.map { cues[places[$0]].end } ?? .positiveInfinity)
  }

  /// The place of the line that is shown the longest while a cue of another track is, of several the one that begins last;
  /// `nil` where none is.
  func companion(of cue: CaptionCue, in cues: [CaptionCue]) -> Int? {
    let first = places.partitioningIndex { cues[$0].start > cue.start }
    let end = max(places.partitioningIndex { cues[$0].start >= cue.end }, first)
    func overlap(_ place: Int) -> MediaTime {
      min(cue.end, cues[places[place]].end) - max(cue.start, cues[places[place]].start)
    }
    let candidates = [longest(in: 0..<first, until: cue.end), longest(in: first..<end, until: cue.end, in: cues)]
    let best = candidates.compactMap(\.self).max { overlap($0) <= overlap($1) }
    return best.flatMap { overlap($0) > .zero ? places[$0] : nil }
  }

  /// Of lines that all began before, the one that is shown the longest until `end`.
  private func longest(in range: Range<Int>, until end: MediaTime) -> Int? {
    guard let latest = ends.maximum(in: range) else { return nil }
    return ends.lastPlace(in: range) { $0 >= min(latest, end) }
  }

  /// Of lines that all begin after another, the one that is shown the longest until `end`.
  ///
  /// Each is shown for its own duration, or for what is left until the end if that is less. In order, what is left only
  /// shrinks. The result stays the same if the longest duration so far is taken for a line's own, and that only grows.
  /// So it is found where the two meet.
  private func longest(in range: Range<Int>, until end: MediaTime, in cues: [CaptionCue]) -> Int? {
    func left(_ place: Int) -> Double { (end - cues[places[place]].start).seconds }
    let meeting = range.partitioningIndex { place in
      durations.maximum(in: range.lowerBound..<(place + 1)).map { $0 >= left(place) } ?? false
    }
    let before = range.lowerBound..<meeting
    let longestBefore = durations.maximum(in: before).flatMap { longest in
      durations.firstPlace(in: before) { $0 >= longest }
    }
    guard meeting < range.upperBound else { return longestBefore }
    guard let longestBefore, let duration = durations.maximum(in: before) else { return meeting }
    return duration > left(meeting) ? longestBefore : meeting
  }
}
