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
