/// When the frames of a live stream are due, and what was skipped because the stream was held up.
///
/// A value, so that others can look at it while the stream is held up.
struct LiveSchedule: Sendable {
  let clock: any MediaClock
  let rate: FrameRate
  /// The clock's time at presentation time zero.
  let anchor: MediaTime
  /// The frame after the last.
  var endFrame: Int64
  /// The first frame that is due after those that were given; `nil` before the first, and where none is known.
  private var nextDue: Int64?
  private var past = LiveFrames.Stalls()

  init(clock: any MediaClock, rate: FrameRate, anchor: MediaTime, endFrame: Int64) {
    self.clock = clock
    self.rate = rate
    self.anchor = anchor
    self.endFrame = endFrame
  }

  /// The presentation time of this moment.
  var now: MediaTime { clock.time - anchor }

  /// What was skipped so far, a stall that lasts at this moment included.
  var stalls: LiveFrames.Stalls {
    let now = now
    return past.adding(stall(until: min(rate.frame(atOrBefore: now), endFrame), at: now))
  }

  /// Notes that a frame is given at a time: the frames before it that were due are skipped.
  mutating func give(_ frame: Int64, at time: MediaTime) {
    past = past.adding(stall(until: frame, at: time))
    nextDue = frame + 1
  }

  /// Notes which frame is due next; `nil` for none.
  mutating func expect(_ frame: Int64?) {
    nextDue = frame
  }

  private func stall(until frame: Int64, at time: MediaTime) -> LiveFrames.Stalls {
    guard let due = nextDue, due < frame else { return LiveFrames.Stalls() }
    return LiveFrames.Stalls(
      count: 1, skippedFrames: frame - due, seconds: (time - rate.time(ofFrame: due)).seconds)
  }
}

extension LiveFrames {
  /// What a live stream left out because its reader, the process or the machine held it up.
  public struct Stalls: Sendable, Hashable {
    /// How many times the stream was held up for longer than a frame.
    public var count: Int64 = 0
    /// Frames of the grid that were due meanwhile and not given.
    public var skippedFrames: Int64 = 0
    /// How long the stream was held up altogether, from the moment at which the first skipped frame was due, in seconds.
    public var seconds = 0.0

    fileprivate func adding(_ other: Stalls) -> Stalls {
      Stalls(
        count: count + other.count, skippedFrames: skippedFrames + other.skippedFrames, seconds: seconds + other.seconds
      )
    }
  }
}
