/// A track as a stream runs through it: once, or again and again.
struct CaptionCourse: Sendable {
  let track: CaptionTrack
  /// After how long the track begins again; `nil` for never.
  private let period: MediaTime?

  init(_ track: CaptionTrack, loops: Bool) {
    self.track = track
    period = loops && track.end.isNumeric && track.end > .zero ? track.end : nil
  }

  /// A moment of a stream, as the track counts it.
  struct Moment {
    /// The time of the track.
    let time: MediaTime
    /// The presentation time at which the track, or this round of it, began.
    let origin: MediaTime
    /// The time of the track at which this round ends; +infinity for never.
    let end: MediaTime
    /// How often the track has run before.
    var round: Int64 = 0

    /// The presentation time of a time of the track in this round: exact where it can be told, else early by less than a
    /// nanosecond.
    func presentation(of time: MediaTime) -> MediaTime {
      guard time.isNumeric else { return time }
      let presentation = origin + min(time, end)
      return presentation.hasBeenRounded ? presentation - .nanoseconds(1) : presentation
    }
  }

  /// Where the track is at a moment. It begins with the stream.
  func moment(at time: RenderTime) -> Moment {
    let elapsed = time.presentation - time.streamStart
    guard let period, elapsed >= .zero else {
      return Moment(time: elapsed, origin: time.streamStart, end: .positiveInfinity)
    }
    let rounds = elapsed.wholeIntervals(of: period)
    let passed = period.multiplied(by: rounds, dividedBy: 1)
    return Moment(time: elapsed - passed, origin: time.streamStart + passed, end: period, round: rounds)
  }

  /// The presentation time of the next change of what is shown.
  func nextChange(after moment: Moment) -> MediaTime {
    moment.presentation(of: min(track.nextChange(after: moment.time), moment.end))
  }
}

/// What a listener of a track sees at a moment: the line that is spoken, the one before it and the one that comes.
struct CaptionListening: Sendable {
  /// Lines as places in the track.
  struct Lines: Sendable, Equatable {
    /// The one that began last but for the current one: mostly it is over, and its own row is the one above.
    var previous: Int?
    /// The one that is spoken; of several the one that began last. There is none between two lines.
    var current: Int?
    /// The one that begins next.
    var next: Int?
  }

  /// What is seen.
  let lines: Lines
  /// What was seen before; `nil` for what is there from the beginning.
  let before: Lines?
  /// Since when it is seen, as the track counts time.
  let since: MediaTime
  /// Until when it is seen, likewise; +infinity for ever.
  let until: MediaTime
}

extension CaptionCourse {
  /// What a listener sees at a moment. Cues without text are gaps.
  func listening(at moment: Moment) -> CaptionListening {
    let spoken = track.index.spoken
    let runsAgain = moment.end.isNumeric
    let current = spoken.lines(at: SpokenCues.TrackTime(time: moment.time), in: track.cues)
    let since = spoken.since(current, in: track.cues).map { max($0, .zero) } ?? .zero
    var before: CaptionListening.Lines?
    if since > .zero {
      before = lines(justBefore: since, round: moment.round, runsAgain: runsAgain)
    } else if moment.round > 0 {
      // What was seen when the track ended the last time.
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
