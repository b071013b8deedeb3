/// The times of a cue as WebVTT holds them: whole milliseconds from zero on.
struct WebVTTCueTimes {
  /// What stands for the end of a cue that has none: 99:59:59.999.
  static let latestEnd: Int64 = 359_999_999

  let start: Int64
  let end: Int64
  /// What is not as it was.
  private(set) var lost: Set<CaptionLoss.Kind> = []

  /// `nil` for a cue that never begins, or is over at time zero.
  init?(_ cue: CaptionCue) {
    guard let start = WebVTTCueTimes.milliseconds(cue.start) else { return nil }
    self.start = start.value
    if !start.isExact { lost.insert(.times) }
    guard let end = WebVTTCueTimes.milliseconds(cue.end) else {
      self.end = max(WebVTTCueTimes.latestEnd, start.value.addingWithoutOverflow(1000))
      lost.insert(.endTimes)
      return
    }
    if !end.isExact { lost.insert(.times) }
    if cue.isEverShown, cue.end <= .zero { return nil }
    // What is shown stays so, be it for a millisecond.
    let isSquashed = cue.isEverShown && end.value <= start.value
    self.end = isSquashed ? start.value.addingWithoutOverflow(1) : end.value
  }

  /// The nearest millisecond that is not before zero; `nil` for what is later than every number, or no time.
  static func milliseconds(_ time: MediaTime) -> (value: Int64, isExact: Bool)? {
    switch time.kind {
    case .numeric:
      guard let ticks = time.ratio.ticks(atTimescale: 1000, rounding: .halfAwayFromZero) else {
        return (time.value < 0 ? 0 : .max, false)
      }
      return (max(0, ticks.value), ticks.isExact && ticks.value >= 0)
    case .negativeInfinity: return (0, false)
    case .positiveInfinity, .indefinite, .invalid: return nil
    }
  }
}

extension Int64 {
  fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
