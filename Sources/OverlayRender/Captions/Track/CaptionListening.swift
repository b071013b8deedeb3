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
