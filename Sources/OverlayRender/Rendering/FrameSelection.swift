/// The selected frames of a run: all frames, the frames of a part, or a single one.
///
/// A run begins at presentation time zero and ends with its content, or never. The frames of a part are the same as in
/// the whole run.
package struct FrameSelection: Sendable, Hashable {
  /// The frame rate.
  package let rate: FrameRate
  /// The frame numbers; the upper bound is `Int64.max` for an endless run.
  package let range: Range<Int64>

  /// Selects the frames that are due in a range of time. Times are zero or more; +infinity means no end.
  ///
  /// - Parameters:
  ///   - start: The beginning; the first frame is the first one that is due at or after it.
  ///   - end: The end (exclusive), limited by the end of the run; `nil` for the end of the run.
  ///   - runEnd: The end of the whole run; `nil` for an endless run.
  ///   - rate: The frame rate.
  package init(
    from start: MediaTime = .zero, to end: MediaTime? = nil, ofRunUntil runEnd: MediaTime?, rate: FrameRate
  ) throws(FrameSelectionError) {
    try Self.check([start, end ?? .zero, runEnd ?? .zero])
    let runEndFrame = runEnd.map { rate.frame(atOrAfter: $0) } ?? .max
    let first = rate.frame(atOrAfter: start)
    let last = min(end.map { rate.frame(atOrAfter: $0) } ?? .max, runEndFrame)
    guard first < runEndFrame else { throw .beyondEnd(start, end: runEnd ?? .positiveInfinity) }
    guard first < last else { throw .empty(from: start, to: end ?? .positiveInfinity) }
    self.rate = rate
    range = first..<last
  }

  /// Selects the frame that is shown at a time.
  package init(at time: MediaTime, ofRunUntil runEnd: MediaTime?, rate: FrameRate) throws(FrameSelectionError) {
    try Self.check([time, runEnd ?? .zero])
    let frame = rate.frame(atOrBefore: time)
    if let runEnd, time >= runEnd { throw .beyondEnd(time, end: runEnd) }
    self.rate = rate
    range = frame..<(frame + 1)
  }

  /// Throws for a time that no run has.
  private static func check(_ times: [MediaTime]) throws(FrameSelectionError) {
    for time in times where time < .zero || !(time.isNumeric || time == .positiveInfinity) {
      throw .impossible(time)
    }
  }

  /// Whether the selection has no end.
  package var isEndless: Bool { range.upperBound == .max }

  /// The presentation time of the first frame.
  package var start: MediaTime { rate.time(ofFrame: range.lowerBound) }

  /// The duration; `nil` for an endless selection.
  package var duration: MediaTime? { isEndless ? nil : rate.time(ofFrame: range.upperBound) - start }
}

/// An error about the selected frames of a run.
package enum FrameSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The time is at or after the end of the run.
  case beyondEnd(MediaTime, end: MediaTime)
  /// The time is negative or not a number.
  case impossible(MediaTime)
  /// No frame is due in the range.
  case empty(from: MediaTime, to: MediaTime)

  /// The problem and a remedy, in one line.
  package var description: String { "\(problem): \(text.remedy)" }

  /// The problem, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .beyondEnd(let time, let end):
      (
        "\(time.inSeconds()) is after the run, which ends at \(end.inSeconds())",
        "give an earlier time, or a later end of the run"
      )
    case .impossible(let time):
      ("\(time.inSeconds()) is before the run", "give zero or more")
    case .empty(let start, let end):
      ("no frame is due from \(start.inSeconds()) to \(end.inSeconds())", "give a later end")
    }
  }
}
