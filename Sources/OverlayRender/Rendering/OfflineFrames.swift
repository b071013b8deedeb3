/// The changed pictures of a part of a stream, as fast as they are requested.
///
/// A picture is drawn when it is requested, and one more ahead, because the duration of a sample lasts until the next
/// different picture. Nothing more is drawn until the next request.
public struct OfflineFrames: AsyncSequence, Sendable {
  /// A changed picture with its time and duration.
  public typealias Element = SampleBuffer

  var stream: FrameStream
  let start: MediaTime
  let duration: MediaTime?

  /// The presentation time of the end: the time of the first frame after the part.
  public var end: MediaTime {
    guard let duration else { return .positiveInfinity }
    let rate = stream.configuration.frameRate
    return rate.time(ofFrame: rate.frame(atOrAfter: start + duration))
  }

  /// The number of frames; `nil` for an endless stream.
  package var frameCount: Int64? {
    guard let duration, duration.isNumeric, start.isNumeric else { return nil }
    let rate = stream.configuration.frameRate
    return rate.frame(atOrAfter: start + duration) - rate.frame(atOrAfter: start)
  }

  /// Creates an iterator that starts at the beginning.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// An iterator that draws one picture ahead, which is converted when it is returned.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: OfflineFrames
    private let rate: FrameRate
    private let endFrame: Int64
    private var frame: Int64
    private var renderer: Renderer?
    /// The time of the picture that is drawn but not returned.
    private var pending: MediaTime?
    private var lastFrame: Int64?
    /// Whether the iterator has reached the end.
    package private(set) var hasEnded = false

    init(_ frames: OfflineFrames) {
      self.frames = frames
      rate = frames.stream.configuration.frameRate
      frame = rate.frame(atOrAfter: frames.start)
      endFrame = frames.duration.map { [rate] in rate.frame(atOrAfter: frames.start + $0) } ?? .max
    }

    /// The work so far.
    package var work: RenderWork { renderer?.work ?? RenderWork() }

    /// Always `nil`: offline frames are not due at a time.
    package var lateness: MediaTime? { nil }

    /// Always `nil`: offline frames have no schedule.
    package var schedule: LiveSchedule? { nil }

    /// Whether the stream has no end.
    package var isEndless: Bool { endFrame == .max }

    /// The presentation time of the end. If the recording is cut short, the time of the frame after the last sample;
    /// without samples, the beginning.
    package var endOfRecording: MediaTime {
      guard hasEnded || lastFrame == nil else { return rate.time(ofFrame: (lastFrame ?? 0) + 1) }
      return rate.time(ofFrame: endFrame == .max ? frame : endFrame)
    }

    /// Returns the next changed picture; `nil` at the end.
    ///
    /// - Throws: `RenderError` if a picture cannot be drawn.
    public func next() async throws -> SampleBuffer? {
      try nextSample()
    }

    /// Returns the next changed picture, on the executor of the caller; `nil` at the end.
    ///
    /// - Throws: `RenderError` if a picture cannot be drawn.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      try nextSample()
    }

    private func nextSample() throws -> SampleBuffer? {
      let renderer = try renderer ?? makeRenderer()
      if pending == nil, frame < endFrame { pending = try draw(with: renderer) }
      guard let time = pending else {
        hasEnded = true
        return nil
      }
      pending = nil
      var sample = try renderer.sample(at: time)
      let picture = renderer.pictureNumber
      // The previous sample ends where this one begins. Changes of live values since then are drawn on the next frame.
      if renderer.hasUpdates { frame = rate.frame(atOrBefore: sample.presentationTime) + 1 }
      while frame < endFrame {
        try Task.checkCancellation()
        let next = try draw(with: renderer)
        if renderer.pictureNumber != picture {
          pending = next
          break
        }
      }
      // This comes last: a sample that is canceled here is not returned, and the previous one must not last in its
      // place.
      lastFrame = rate.frame(atOrBefore: sample.presentationTime)
      let end = pending ?? (endFrame == .max ? .invalid : rate.time(ofFrame: endFrame))
      sample.duration = end - sample.presentationTime
      return sample
    }

    /// Draws the next frame that may differ, and returns its time.
    private func draw(with renderer: Renderer) throws(RenderError) -> MediaTime {
      let time = rate.time(ofFrame: frame)
      try renderer.draw(at: time)
      frame = frameOfNextChange(of: renderer)
      return time
    }

    private func makeRenderer() throws(RenderError) -> Renderer {
      guard frames.start.isNumeric else { throw .timeNotNumeric(frames.start) }
      try FrameStream.check(duration: frames.duration)
      let newRenderer = try frames.stream.makeRenderer()
      renderer = newRenderer
      return newRenderer
    }

    /// The frame of the next change: the first one that is due at or after it, or the next frame if live values have
    /// changed.
    private func frameOfNextChange(of renderer: Renderer) -> Int64 {
      let next = renderer.nextChangeOfDrawing
      if next == .positiveInfinity { return endFrame }
      return Swift.min(next.isNumeric ? Swift.max(rate.frame(atOrAfter: next), frame + 1) : frame + 1, endFrame)
    }
  }
}
