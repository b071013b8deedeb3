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
