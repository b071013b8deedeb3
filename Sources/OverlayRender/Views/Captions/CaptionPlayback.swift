/// Maps the time of a stream to the time of a track, which plays once or repeats.
struct CaptionPlayback: Sendable {
  let track: CaptionTrack
  /// The duration of one repetition; `nil` if the track does not repeat.
  private let period: MediaTime?

  init(_ track: CaptionTrack, loops: Bool) {
    self.track = track
    period = loops && track.end.isNumeric && track.end > .zero ? track.end : nil
  }

  /// A moment of the stream in the time of the track.
  struct Moment {
    /// The time of the track.
    let time: MediaTime
    /// The presentation time at which the track, or its current repetition, starts.
    let origin: MediaTime
    /// The time of the track at which this repetition ends; +infinity if it does not end.
    let end: MediaTime
    /// The number of previous repetitions.
    var round: Int64 = 0

    /// Returns the presentation time of a time of the track in this repetition. If it cannot be represented exactly, it
    /// is early by less than a nanosecond.
    func presentation(of time: MediaTime) -> MediaTime {
      guard time.isNumeric else { return time }
      let presentation = origin + min(time, end)
      return presentation.hasBeenRounded ? presentation - .nanoseconds(1) : presentation
    }
  }

  /// Returns the moment of the track at a render time. The track starts with the stream.
  func moment(at time: RenderTime) -> Moment {
    let elapsed = time.presentation - time.streamStart
    guard let period, elapsed >= .zero else {
      return Moment(time: elapsed, origin: time.streamStart, end: .positiveInfinity)
    }
    let rounds = elapsed.wholeIntervals(of: period)
    let passed = period.multiplied(by: rounds, dividedBy: 1)
    return Moment(time: elapsed - passed, origin: time.streamStart + passed, end: period, round: rounds)
  }

  /// Returns the presentation time at which the visible cues change next.
  func nextChange(after moment: Moment) -> MediaTime {
    moment.presentation(of: min(track.nextChange(after: moment.time), moment.end))
  }
}

/// The lines of a track from the view of a listener at a moment: the line that is spoken, the previous one and the next
/// one.
struct CaptionListening: Sendable {
  /// Lines as indices in the track.
  struct Lines: Sendable, Equatable {
    /// The last line that started before the current one. It has usually ended, and is shown above the current one.
    var previous: Int?
    /// The line that is spoken; of several lines the one that started last. There is none between two lines.
    var current: Int?
    /// The line that starts next.
    var next: Int?
  }

  /// The lines at the moment.
  let lines: Lines
  /// The lines before; `nil` if the lines are the first ones.
  let before: Lines?
  /// The time of the track since which these are the lines.
  let since: MediaTime
  /// The time of the track until which these are the lines; +infinity if they never change.
  let until: MediaTime
}

extension CaptionPlayback {
  /// Returns the lines at a moment. Cues without text are gaps.
  func listening(at moment: Moment) -> CaptionListening {
    let spoken = track.index.spoken
    let runsAgain = moment.end.isNumeric
    let current = spoken.lines(at: SpokenCues.TrackTime(time: moment.time), in: track.cues)
    let since = spoken.since(current, in: track.cues).map { max($0, .zero) } ?? .zero
    var before: CaptionListening.Lines?
    if since > .zero {
      before = lines(justBefore: since, round: moment.round, runsAgain: runsAgain)
    } else if moment.round > 0 {
      // The lines at the end of the previous repetition.
      before = lines(justBefore: moment.end, round: moment.round - 1, runsAgain: runsAgain)
    }
    let shown = lines(current, round: moment.round, runsAgain: runsAgain)
    return CaptionListening(
      lines: shown, before: before == shown ? nil : before, since: since,
      until: min(spoken.until(current, in: track.cues), moment.end))
  }

  private func lines(justBefore time: MediaTime, round: Int64, runsAgain: Bool) -> CaptionListening.Lines {
    let instant = SpokenCues.TrackTime(time: time, isJustBefore: true)
    return lines(track.index.spoken.lines(at: instant, in: track.cues), round: round, runsAgain: runsAgain)
  }

  private func lines(_ lines: SpokenCues.Lines, round: Int64, runsAgain: Bool) -> CaptionListening.Lines {
    let spoken = track.index.spoken
    return CaptionListening.Lines(
      previous: spoken.previous(lines, hasRunBefore: round > 0), current: spoken.current(lines),
      next: spoken.next(lines, runsAgain: runsAgain))
  }
}
