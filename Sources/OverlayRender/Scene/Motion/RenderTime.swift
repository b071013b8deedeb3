/// The time for which a picture is made. A view is a pure function of it.
public struct RenderTime: Sendable, Hashable {
  /// The presentation time of the frame.
  public let presentation: MediaTime
  /// The presentation time at which the stream starts. Durations are counted from here.
  public let streamStart: MediaTime
  /// The wall time at presentation time zero. It changes when the wall clock is set, but presentation time does not.
  package let wallAnchor: WallTime
  /// The time of the stream's clock at presentation time zero. Content that follows a clock needs it.
  package let clockAnchor: MediaTime
  /// The frame rate. Animations change at frames of this rate.
  public let frameRate: FrameRate

  /// Creates a time in a stream.
  package init(
    presentation: MediaTime, streamStart: MediaTime = .zero, wallAnchor: WallTime, clockAnchor: MediaTime = .zero,
    frameRate: FrameRate
  ) {
    self.presentation = presentation
    self.streamStart = streamStart
    self.wallAnchor = wallAnchor
    self.clockAnchor = clockAnchor
    self.frameRate = frameRate
  }

  /// The wall time of the frame, rounded down to a nanosecond.
  public var wall: WallTime {
    wallAnchor.advanced(byNanoseconds: presentation.flooredNanoseconds ?? 0)
  }

  /// Returns the exact presentation time of a wall time.
  public func presentation(of wall: WallTime) -> MediaTime {
    .nanoseconds(wall - wallAnchor)
  }

  /// The time since the start of the stream, rounded down to a nanosecond.
  package var elapsedNanoseconds: Int64 {
    (presentation - streamStart).flooredNanoseconds ?? 0
  }

  /// Returns the presentation time at which the stream has run for a number of nanoseconds. It may be early by less
  /// than a nanosecond but is never late, so no frame is missed.
  public func presentation(ofElapsedNanoseconds elapsed: Int64) -> MediaTime {
    .nanoseconds((streamStart.flooredNanoseconds ?? 0) + elapsed)
  }
}

extension RenderTime {
  /// The time of the value that an animation shows: the time of the latest frame of the frame rate, or the start of the
  /// stream if that is later. So a picture between two frames shows the value of the earlier one, and a value changes
  /// only at frames.
  var animationTime: MediaTime {
    let frame = frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation))
    return frame < streamStart && streamStart <= presentation ? streamStart : frame
  }

  /// The time of the next frame of the frame rate.
  var nextFrame: MediaTime {
    frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation) + 1)
  }

  /// The number of frames that are searched for a change.
  static let framesSearched: Int64 = 600

  /// Returns the time of the next frame at which a value differs from its current one. After 600 frames without a
  /// change the search ends, and the time from which to continue is returned.
  ///
  /// - Parameter unchangedUntil: A time before which the value is known to stay the same; +infinity if it never
  ///   changes.
  func nextChange<Value: Equatable>(unchangedUntil: MediaTime, of value: (MediaTime) -> Value) -> MediaTime {
    guard unchangedUntil != .positiveInfinity else { return .positiveInfinity }
    let now = value(animationTime)
    let next = frameRate.frame(atOrBefore: presentation) + 1
    let first = unchangedUntil.isNumeric ? max(next, frameRate.frame(atOrBefore: unchangedUntil)) : next
    let changed = (first..<(first + RenderTime.framesSearched)).first { value(frameRate.time(ofFrame: $0)) != now }
    return frameRate.time(ofFrame: changed ?? first + RenderTime.framesSearched)
  }

  /// Returns the time of the first frame for which `hasChanged` returns `true`, given that it does so for all later
  /// frames. Returns +infinity if there is none within the length of any stream.
  func nextFrame(where hasChanged: (MediaTime) -> Bool) -> MediaTime {
    var low = frameRate.frame(atOrBefore: presentation)
    var step: Int64 = 1
    while !hasChanged(frameRate.time(ofFrame: low + step)) {
      low += step
      step *= 2
      guard step < 1 << 40 else { return .positiveInfinity }
    }
    let changed = ((low + 1)..<(low + step)).partitioningIndex { hasChanged(frameRate.time(ofFrame: $0)) }
    return frameRate.time(ofFrame: changed)
  }
}
