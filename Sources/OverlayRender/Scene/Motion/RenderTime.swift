/// The moment a picture is made for: a view is a pure function of this.
public struct RenderTime: Sendable, Hashable {
  /// The presentation time of the frame: monotone and exact.
  public let presentation: MediaTime
  /// The presentation time at which the stream began: what is measured from the beginning counts from here.
  public let streamStart: MediaTime
  /// The civil time at presentation time zero. It is re-anchored when the wall clock is stepped; presentation time is not.
  public let wallAnchor: WallTime
  /// The grid on which frames may change.
  public let frameRate: FrameRate

  /// Makes a moment of a stream.
  package init(
    presentation: MediaTime, streamStart: MediaTime = .zero, wallAnchor: WallTime, frameRate: FrameRate
  ) {
    self.presentation = presentation
    self.streamStart = streamStart
    self.wallAnchor = wallAnchor
    self.frameRate = frameRate
  }

  /// The civil time of the frame, rounded down to a nanosecond.
  public var wall: WallTime {
    wallAnchor.advanced(byNanoseconds: presentation.flooredNanoseconds ?? 0)
  }

  /// The presentation time of a civil time, exactly.
  public func presentation(of wall: WallTime) -> MediaTime {
    .nanoseconds(wall - wallAnchor)
  }

  /// How long the stream has run, rounded down to a nanosecond.
  public var elapsedNanoseconds: Int64 {
    (presentation - streamStart).flooredNanoseconds ?? 0
  }

  /// The presentation time at which the stream will have run so long. It may be early by less than a nanosecond, never
  /// late: so no frame of the grid that is due at it is missed.
  public func presentation(ofElapsedNanoseconds elapsed: Int64) -> MediaTime {
    .nanoseconds((streamStart.flooredNanoseconds ?? 0) + elapsed)
  }
}

extension RenderTime {
  /// The time whose value an animation has: that of the latest frame of the grid, or the beginning of a stream that began
  /// after that.
  var animationTime: MediaTime {
    let frame = frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation))
    return frame < streamStart && streamStart <= presentation ? streamStart : frame
  }

  /// The time of the next frame of the grid.
  var nextFrame: MediaTime {
    frameRate.time(ofFrame: frameRate.frame(atOrBefore: presentation) + 1)
  }

  /// How many frames are looked at ahead for a change.
  static let framesSearched: Int64 = 600

  /// The next frame of the grid at which a value differs from what it is now, searched frame by frame; after 600 frames
  /// without a change, the next one, to look again from there.
  ///
  /// - Parameter unchangedUntil: A time before which the value is known to stay: +infinity for good.
  func nextChange<Value: Equatable>(unchangedUntil: MediaTime, of value: (MediaTime) -> Value) -> MediaTime {
    guard unchangedUntil != .positiveInfinity else { return .positiveInfinity }
    let now = value(animationTime)
    let next = frameRate.frame(atOrBefore: presentation) + 1
    let first = unchangedUntil.isNumeric ? max(next, frameRate.frame(atOrBefore: unchangedUntil)) : next
    let changed = (first..<(first + RenderTime.framesSearched)).first { value(frameRate.time(ofFrame: $0)) != now }
    return frameRate.time(ofFrame: changed ?? first + RenderTime.framesSearched)
  }

  /// The next frame of the grid at which `hasChanged` holds, where it holds for good once it does; +infinity when it has
  /// not come after more frames than any stream has.
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
