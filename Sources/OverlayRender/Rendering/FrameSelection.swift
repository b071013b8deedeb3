/// Which frames of a run are wanted: all of them, those of a stretch, or a single one.
///
/// A run begins at presentation time zero and ends where its content does, or never. A stretch of it shows what the whole
/// run shows there.
package struct StreamStretch: Sendable, Hashable {
  /// The grid on which the frames stand.
  package let rate: FrameRate
  /// The numbers of the frames on the grid; the upper bound is `Int64.max` when there is no end.
  package let frames: Range<Int64>

  /// Picks the frames that are due in a stretch of time. Times are zero or more; +infinity is no end.
  ///
  /// - Parameters:
  ///   - start: Where the stretch begins; its first frame is the first one due at or after it.
  ///   - end: Where it ends (exclusive), at most the run's own end; `nil` for that.
  ///   - runEnd: Where the whole run ends; `nil` for never.
  ///   - rate: The grid.
  package init(
    from start: MediaTime = .zero, to end: MediaTime? = nil, ofRunUntil runEnd: MediaTime?, rate: FrameRate
  ) throws(StreamStretchError) {
    try Self.check([start, end ?? .zero, runEnd ?? .zero])
    let runEndFrame = runEnd.map { rate.frame(atOrAfter: $0) } ?? .max
    let first = rate.frame(atOrAfter: start)
    let last = min(end.map { rate.frame(atOrAfter: $0) } ?? .max, runEndFrame)
    guard first < runEndFrame else { throw .beyondEnd(start, end: runEnd ?? .positiveInfinity) }
    guard first < last else { throw .empty(from: start, to: end ?? .positiveInfinity) }
    self.rate = rate
    frames = first..<last
  }

  /// Picks the one frame that is shown at a time.
  package init(at time: MediaTime, ofRunUntil runEnd: MediaTime?, rate: FrameRate) throws(StreamStretchError) {
    try Self.check([time, runEnd ?? .zero])
    let frame = rate.frame(atOrBefore: time)
    if let runEnd, time >= runEnd { throw .beyondEnd(time, end: runEnd) }
    self.rate = rate
    frames = frame..<(frame + 1)
  }

  /// Refuses a time that no run has.
  private static func check(_ times: [MediaTime]) throws(StreamStretchError) {
    for time in times where time < .zero || !(time.isNumeric || time == .positiveInfinity) {
      throw .impossible(time)
    }
  }

  /// Whether the stretch never ends.
  package var isEndless: Bool { frames.upperBound == .max }

  /// When the first frame is due.
  package var start: MediaTime { rate.time(ofFrame: frames.lowerBound) }

  /// How long the stretch is; `nil` when it never ends.
  package var duration: MediaTime? { isEndless ? nil : rate.time(ofFrame: frames.upperBound) - start }
}

/// Why a stretch of a run cannot be picked.
package enum StreamStretchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The time is at or past the run's end.
  case beyondEnd(MediaTime, end: MediaTime)
  /// The time is below zero, where no run has begun, or is not a number.
  case impossible(MediaTime)
  /// No frame is due within the stretch.
  case empty(from: MediaTime, to: MediaTime)

  /// What is wrong and what to do about it, in one line.
  package var description: String { "\(problem): \(text.remedy)" }

  /// What is wrong, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .beyondEnd(let time, let end):
      (
        "\(time.inSeconds()) is not within the run, which ends at \(end.inSeconds())",
        "give an earlier time, or a later end of the run"
      )
    case .impossible(let time):
      ("\(time.inSeconds()) is before the run", "give zero or more")
    case .empty(let start, let end):
      ("no frame is due from \(start.inSeconds()) to \(end.inSeconds())", "give a later end")
    }
  }
}
