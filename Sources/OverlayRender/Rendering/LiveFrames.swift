import Synchronization

/// The changed pictures of a stream as their time comes.
///
/// Frame n is due at the anchor plus n intervals; the anchor is the last whole second of the wall clock, and the frame
/// that is current when the stream starts goes out at once. When the reader was away, or the process was stopped, the
/// stream skips to the frame that is current now: there is no burst.
public struct LiveFrames: AsyncSequence, Sendable {
  /// A picture with its presentation time. Its duration is invalid: what comes next is not known before it comes.
  public typealias Element = SampleBuffer

  var stream: FrameStream
  let clock: any MediaClock
  let duration: MediaTime?
  let wallEnd: WallTime?
  var repeats: Bool

  /// Whether the stream has no end of its own.
  var isEndless: Bool { (duration ?? .positiveInfinity) == .positiveInfinity && wallEnd == nil }

  /// How many frames of the grid the stream has; `nil` where the duration does not say so.
  var frameCount: Int64? {
    guard let duration, duration.isNumeric else { return nil }
    return stream.configuration.frameRate.frame(atOrAfter: duration)
  }

  /// Starts the stream: the first frame is the one that is current when it is first asked for.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Waits for the frames of one stream. It ends, as after the last frame, when its task is cancelled.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: LiveFrames
    private let rate: FrameRate
    private let wakeup = Wakeup()
    private let wallClockSteps = WallClockSteps()
    private var wallClockObservation: Subscription?
    private var run: Run?
    /// How late the latest sample was given, after the moment at which its frame was due.
    package private(set) var lateness: MediaTime?
    /// Whether the stream has come to its end.
    private(set) var hasEnded = false

    /// A stream that has begun.
    private struct Run {
      let renderer: Renderer
      /// The frame after the last, as the duration has it.
      let durationEnd: Int64
      var schedule: LiveSchedule
      var lastFrame: Int64
      var lastPicture: PixelBuffer?
    }

    init(_ frames: LiveFrames) {
      self.frames = frames
      rate = frames.stream.configuration.frameRate
    }

    /// Whether the stream has no end of its own.
    var isEndless: Bool { frames.isEndless }

    /// What was done so far.
    package var work: RenderWork { run?.renderer.work ?? RenderWork() }

    /// What the stream left out so far because it was held up, a stall that lasts at this moment included.
    package var stalls: Stalls { run?.schedule.stalls ?? Stalls() }

    /// When frames are due; `nil` before the stream has begun.
    var schedule: LiveSchedule? { run?.schedule }

    /// The presentation time at which the stream ends if it ends now: that of the next frame, or where it was to end.
    package var endOfRecording: MediaTime {
      guard let run else { return .zero }
      return rate.time(ofFrame: Swift.min(run.schedule.currentFrame + 1, run.schedule.endFrame))
    }

    /// The next picture, when its time has come; `nil` at the end, or when the task is cancelled.
    public func next() async throws -> SampleBuffer? {
      try await next(isolation: #isolation)
    }

    /// The next picture, on the caller's executor.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      if run == nil { run = try begin() }
      while !Task.isCancelled {
        followWallClock()
        guard let run else { return nil }
        let now = run.schedule.now
        let frame = run.schedule.currentFrame
        if frame >= run.schedule.endFrame {
          hasEnded = true
          return nil
        }
        if frame > run.lastFrame, let sample = try sample(of: frame, now: now) { return sample }
        await wakeup.wait(until: run.schedule.deadline(ofFrame: frameToWake(after: frame)), clock: frames.clock)
      }
      return nil
    }

    private func begin() throws -> Run {
      try FrameStream.check(duration: frames.duration)
      let clock = frames.clock
      let wall = clock.wallTime
      let now = clock.time
      var configuration = frames.stream.configuration
      // With a start of the caller's the grid begins now; otherwise at the last whole second of the wall clock.
      let sinceSecond = configuration.start == nil ? wall.nanosecondsSinceWholeSecond : 0
      let anchor = now - .nanoseconds(sinceSecond)
      configuration.start = configuration.start ?? wall.advanced(byNanoseconds: -sinceSecond)
      var schedule = LiveSchedule(clock: clock, rate: rate, anchor: anchor, endFrame: .max)
      let first = schedule.currentFrame
      let start = rate.time(ofFrame: first)
      let renderer = try Renderer(
        root: frames.stream.root, configuration: configuration, streamStart: start, clock: clock,
        onNews: { [wakeup] in wakeup.wake() })
      if frames.stream.configuration.start == nil {
        wallClockObservation = clock.onWallClockStep { [wallClockSteps, wakeup] in
          wallClockSteps.isPending.store(true, ordering: .releasing)
          wakeup.wake()
        }
      }
      // By counting frames: the sum of both times need not have a timescale that is exact.
      let durationEnd =
        frames.duration.map { first.addingReportingOverflow(rate.frame(atOrAfter: $0)) }
        .map { $0.overflow ? .max : $0.partialValue } ?? .max
      schedule.endFrame = Swift.min(durationEnd, endByWallClock(of: renderer))
      return Run(
        renderer: renderer, durationEnd: durationEnd, schedule: schedule, lastFrame: first - 1, lastPicture: nil)
    }

    /// The sample of a frame, if there is one to give: a change, or a repeated picture where those are asked for.
    private func sample(of frame: Int64, now: MediaTime) throws -> SampleBuffer? {
      guard let run else { return nil }
      let time = rate.time(ofFrame: frame)
      let renderer = run.renderer
      guard frames.repeats || renderer.nextChange <= time else { return nil }
      let sample = try renderer.render(at: time)
      let isGiven = frames.repeats || sample.pixelBuffer !== run.lastPicture
      if isGiven { self.run?.schedule.skip(to: frame, at: now) }
      if !frames.repeats {
        let next = frameOfChange(after: frame)
        self.run?.schedule.expect(next)
      }
      guard isGiven else { return nil }
      self.run?.lastFrame = frame
      self.run?.lastPicture = sample.pixelBuffer
      lateness = Swift.max(run.schedule.now - time, .zero)
      return sample
    }

    /// The frame at which the next change that has a time is due; `nil` where none is known, as of live data.
    private func frameOfChange(after frame: Int64) -> Int64? {
      guard let change = run?.renderer.nextChange, change.isNumeric else { return nil }
      return Swift.max(rate.frame(atOrAfter: change), frame + 1)
    }

    /// The next frame at which there may be something to give; `.max` for none.
    private func frameToWake(after frame: Int64) -> Int64 {
      guard let run else { return frame }
      if frames.repeats { return frame + 1 }
      let change = run.renderer.nextChange
      let next =
        change == .positiveInfinity
        ? run.schedule.endFrame
        : Swift.max(change.isNumeric ? rate.frame(atOrAfter: change) : frame + 1, frame + 1)
      return Swift.min(next, run.schedule.endFrame)
    }

    private func followWallClock() {
      guard let run, wallClockSteps.isPending.exchange(false, ordering: .acquiring) else { return }
      let elapsed = run.schedule.now
      let wall = frames.clock.wallTime
      run.renderer.anchorWallClock(at: wall.advanced(byNanoseconds: -(elapsed.flooredNanoseconds ?? 0)))
      self.run?.schedule.endFrame = Swift.min(run.durationEnd, endByWallClock(of: run.renderer))
    }

    /// The first frame that is due at or past the civil time at which the stream ends.
    private func endByWallClock(of renderer: Renderer) -> Int64 {
      frames.wallEnd.map { rate.frame(atOrAfter: .nanoseconds($0 - renderer.wallAnchor)) } ?? .max
    }
  }
}

/// Whether the wall clock was stepped since the stream last looked.
private final class WallClockSteps: Sendable {
  let isPending = Atomic(false)
}

extension WallTime {
  /// How long ago the last whole second was.
  fileprivate var nanosecondsSinceWholeSecond: Int64 {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return remainder < 0 ? remainder + 1_000_000_000 : remainder
  }
}
