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
