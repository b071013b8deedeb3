/// How the time of a part of a view follows the presentation time of the stream.
package enum ContentTime: Sendable, Hashable {
  /// The time advances in steps: it is the latest multiple of an interval greater than zero.
  case stepped(by: MediaTime)
  /// The time stands still. Live values keep what they were when the part was resolved.
  case stopped(at: MediaTime)
  /// The time follows content that plays, such as a movie: it is `time` at the presentation time `anchor`. Durations
  /// are counted from the start of the content.
  case playing(from: MediaTime, at: MediaTime, speed: SampleBuffer.Speed)

  /// The time of the stream's clock.
  package static func ofClock(at time: RenderTime) -> ContentTime {
    .playing(from: time.clockAnchor, at: .zero, speed: .normal)
  }

  /// Returns the time of the part at a time of what is around it.
  func time(at outer: RenderTime) -> RenderTime {
    switch self {
    case .stepped(let interval): outer.moved(to: Self.latestStep(at: outer.presentation, interval))
    case .stopped(let time): outer.moved(to: time)
    case .playing(let time, let anchor, let speed):
      RenderTime(
        presentation: time
          + (outer.presentation - anchor).multiplied(by: speed.numerator, dividedBy: speed.denominator),
        streamStart: .zero, wallAnchor: outer.wallAnchor, clockAnchor: outer.clockAnchor, frameRate: outer.frameRate)
    }
  }

  /// Returns the outer time at which the time of the part reaches a time; +infinity for never. It is never too early,
  /// and late by less than two nanoseconds.
  func outerTime(of time: MediaTime) -> MediaTime {
    guard time.isNumeric else { return time }
    switch self {
    case .stepped(let interval):
      let step = Self.latestStep(at: time, interval)
      return step == time ? step : step + interval
    case .stopped: return .positiveInfinity
    case .playing(let start, let anchor, let speed):
      guard speed.numerator > 0 else { return .positiveInfinity }
      let outer = anchor + (time - start).multiplied(by: speed.denominator, dividedBy: speed.numerator)
      return outer.hasBeenRounded ? outer + .nanoseconds(1) : outer
    }
  }

  /// Returns the outer time from which the part shows a live value that is new at a time; +infinity for never.
  func timeOfUpdate(at outer: MediaTime) -> MediaTime {
    switch self {
    case .stepped: outerTime(of: outer)
    case .stopped: .positiveInfinity
    case .playing: outer
    }
  }

  private static func latestStep(at time: MediaTime, _ interval: MediaTime) -> MediaTime {
    guard time.isNumeric, interval.isNumeric, interval > .zero else { return time }
    return interval.multiplied(by: time.wholeIntervals(of: interval), dividedBy: 1)
  }
}

extension RenderTime {
  /// Returns the same time of the stream with another presentation time.
  fileprivate func moved(to presentation: MediaTime) -> RenderTime {
    RenderTime(
      presentation: presentation, streamStart: streamStart, wallAnchor: wallAnchor, clockAnchor: clockAnchor,
      frameRate: frameRate)
  }
}
