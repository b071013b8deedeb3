/// The changed pictures of a stretch of a stream, as fast as they are asked for.
///
/// The next picture is drawn when it is asked for, and one ahead, because a sample's duration lasts until the next picture
/// that differs: that is the back-pressure.
public struct OfflineFrames: AsyncSequence, Sendable {
  /// A changed picture with its true times.
  public typealias Element = SampleBuffer

  var stream: FrameStream
  let start: MediaTime
  let duration: MediaTime?

  /// The presentation time at which the stretch ends: that of the first frame that is not in it.
  public var end: MediaTime {
    guard let duration else { return .positiveInfinity }
    let rate = stream.configuration.frameRate
    return rate.time(ofFrame: rate.frame(atOrAfter: start + duration))
  }

  /// How many frames of the grid the stretch has; `nil` when it has no end.
  var frameCount: Int64? {
    guard let duration, duration.isNumeric, start.isNumeric else { return nil }
    let rate = stream.configuration.frameRate
    return rate.frame(atOrAfter: start + duration) - rate.frame(atOrAfter: start)
  }

  /// Starts from the beginning of the stretch.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Draws one sample ahead.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: OfflineFrames
    private let rate: FrameRate
    private let endFrame: Int64
    private var frame: Int64
    private var renderer: Renderer?
    private var pending: SampleBuffer?
    private var lastFrame: Int64?
    /// Whether the stretch has come to its end.
    private(set) var hasEnded = false

    init(_ frames: OfflineFrames) {
      self.frames = frames
      rate = frames.stream.configuration.frameRate
      frame = rate.frame(atOrAfter: frames.start)
      endFrame = frames.duration.map { [rate] in rate.frame(atOrAfter: frames.start + $0) } ?? .max
    }

    /// What was done so far.
    package var work: RenderWork { renderer?.work ?? RenderWork() }

    /// Nothing is due at a time here.
    package var lateness: MediaTime? { nil }

    /// Nothing is due at a time here.
    var schedule: LiveSchedule? { nil }

    /// Whether the stretch has no end.
    var isEndless: Bool { endFrame == .max }

    /// The presentation time at which the stretch ends; once it is cut short, that of the frame after the last
    /// sample. Where no sample was given, nothing holds until then.
    package var endOfRecording: MediaTime {
      guard hasEnded || lastFrame == nil else { return rate.time(ofFrame: (lastFrame ?? 0) + 1) }
      return rate.time(ofFrame: endFrame == .max ? frame : endFrame)
    }

    /// The next changed picture; `nil` at the end of the stretch.
    public func next() async throws -> SampleBuffer? {
      try nextSample()
    }

    /// The next changed picture, on the caller's executor; `nil` at the end of the stretch.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      try nextSample()
    }

    private func nextSample() throws -> SampleBuffer? {
      let renderer = try renderer ?? makeRenderer()
      if pending == nil, frame < endFrame {
        pending = try renderer.render(at: rate.time(ofFrame: frame))
        frame = frameOfNextChange(of: renderer)
      }
      guard var sample = pending else {
        hasEnded = true
        return nil
      }
      pending = nil
      // What was promised ends where this sample begins: news that came since it was drawn shows on the frame after it.
      if renderer.hasNews { frame = rate.frame(atOrBefore: sample.presentationTime) + 1 }
      while frame < endFrame {
        try Task.checkCancellation()
        let next = try renderer.render(at: rate.time(ofFrame: frame))
        frame = frameOfNextChange(of: renderer)
        if next.pixelBuffer !== sample.pixelBuffer {
          pending = next
          break
        }
      }
      // Not before: a sample that cancelling kept back was not given, and the one before it must not hold in its place.
      lastFrame = rate.frame(atOrBefore: sample.presentationTime)
      let end = pending?.presentationTime ?? (endFrame == .max ? .invalid : rate.time(ofFrame: endFrame))
      sample.duration = end - sample.presentationTime
      return sample
    }

    private func makeRenderer() throws(RenderError) -> Renderer {
      guard frames.start.isNumeric else { throw .timeNotNumeric(frames.start) }
      try FrameStream.check(duration: frames.duration)
      let made = try Renderer(
        root: frames.stream.root, configuration: frames.stream.configuration, streamStart: .zero,
        clock: HostClock.shared)
      renderer = made
      return made
    }

    /// The frame that shows the next change: the first one that is due at or after it; the next one where there is
    /// news.
    private func frameOfNextChange(of renderer: Renderer) -> Int64 {
      let next = renderer.nextChange
      if next == .positiveInfinity { return endFrame }
      return Swift.min(next.isNumeric ? Swift.max(rate.frame(atOrAfter: next), frame + 1) : frame + 1, endFrame)
    }
  }
}
