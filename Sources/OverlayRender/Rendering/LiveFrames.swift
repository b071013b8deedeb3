import Synchronization

/// The changed pictures of a stream in real time.
///
/// Frame n is due at the anchor plus n intervals. The anchor is the last whole second of the wall clock, and the
/// current frame is returned immediately when the stream starts. After a stall of the reader or the process, the stream
/// skips to the current frame, without a burst.
public struct LiveFrames: AsyncSequence, Sendable {
  /// A picture with its presentation time. Its duration is invalid, because the next change is not known.
  public typealias Element = SampleBuffer

  var stream: FrameStream
  let clock: any MediaClock
  let duration: MediaTime?
  let wallEnd: WallTime?
  var repeats: Bool
  /// The object that requests other sizes, or the end.
  var resizing: LiveResizing?
  /// The time of the content if it was shown before.
  var timeline: LiveTimeline?

  /// Whether the stream has no end.
  var isEndless: Bool { (duration ?? .positiveInfinity) == .positiveInfinity && wallEnd == nil }

  /// The number of frames; `nil` if the duration does not determine it.
  package var frameCount: Int64? {
    guard wallEnd == nil, let duration, duration.isNumeric else { return nil }
    return stream.configuration.frameRate.frame(atOrAfter: duration)
  }

  /// Returns the stream with pictures in the sizes that an object requests.
  package func resizing(by resizing: LiveResizing) -> LiveFrames {
    var copy = self
    copy.resizing = resizing
    return copy
  }

  /// Returns the stream at the time of a timeline: a stream with the same timeline goes on where this one is.
  package func following(_ timeline: LiveTimeline) -> LiveFrames {
    var copy = self
    copy.timeline = timeline
    return copy
  }

  /// Creates an iterator. The first frame is the current one at its first request.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// An iterator that waits for the frames of one stream. It ends when its task is canceled.
  public final class Iterator: AsyncIteratorProtocol {
    private let frames: LiveFrames
    private let rate: FrameRate
    private let wakeup = Wakeup()
    private let wallClockSteps = WallClockSteps()
    private var wallClockObservation: Subscription?
    private var run: Run?
    /// The lateness of the latest sample, relative to the time at which its frame was due.
    package private(set) var lateness: MediaTime?
    /// Whether the stream has reached its end.
    package private(set) var hasEnded = false

    /// The state of a stream that has begun.
    private final class Run {
      let renderer: Renderer
      /// The frame after the last one, according to the duration.
      let durationEnd: Int64
      var schedule: LiveSchedule
      var lastFrame: Int64
      /// The number of the latest returned picture. The picture itself belongs to its receiver.
      var lastPicture: Int?
      /// The frame whose picture is drawn although it is not due yet.
      var frameAhead: Int64?

      init(renderer: Renderer, durationEnd: Int64, schedule: LiveSchedule, lastFrame: Int64) {
        self.renderer = renderer
        self.durationEnd = durationEnd
        self.schedule = schedule
        self.lastFrame = lastFrame
      }
    }

    init(_ frames: LiveFrames) {
      self.frames = frames
      rate = frames.stream.configuration.frameRate
      frames.resizing?.onRequest { [wakeup] in wakeup.wake() }
    }

    /// Whether the stream has no end.
    package var isEndless: Bool { frames.isEndless }

    /// The work so far.
    package var work: RenderWork { run?.renderer.work ?? RenderWork() }

    /// The stalls so far, including one that lasts now.
    package var stalls: Stalls { run?.schedule.stalls ?? Stalls() }

    /// The schedule of the frames; `nil` before the stream has begun.
    package var schedule: LiveSchedule? { run?.schedule }

    /// The presentation time of the end if the stream ends now: the time of the next frame, or the end of the stream.
    package var endOfRecording: MediaTime {
      guard let run else { return .zero }
      return rate.time(ofFrame: Swift.min(run.schedule.currentFrame + 1, run.schedule.endFrame))
    }

    /// Returns the next picture at its time; `nil` at the end, or when the task is canceled.
    ///
    /// - Throws: `RenderError` if a picture cannot be drawn.
    public func next() async throws -> SampleBuffer? {
      try await next(isolation: #isolation)
    }

    /// Returns the next picture, on the executor of the caller.
    ///
    /// - Throws: `RenderError` if a picture cannot be drawn.
    public func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer? {
      if run == nil { run = try begin() }
      while !Task.isCancelled, frames.resizing?.hasEnded != true {
        followWallClock()
        try followSize()
        guard let run else { return nil }
        let now = run.schedule.now
        // Preparing the first picture may take longer than a frame. The stream still begins with its first frame.
        let frame = run.lastPicture == nil ? run.lastFrame + 1 : run.schedule.currentFrame
        if frame >= run.schedule.endFrame {
          hasEnded = true
          return nil
        }
        if frame > run.lastFrame, let sample = try sample(of: frame, now: now) { return sample }
        try await drawAhead(isolation: actor)
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
      // With a given start, the grid begins now; otherwise at the last whole second of the wall clock.
      let sinceSecond = configuration.start == nil ? wall.nanosecondsSinceWholeSecond : 0
      let earlier = frames.timeline?.beginning
      let anchor = earlier?.anchor ?? now - .nanoseconds(sinceSecond)
      let sinceAnchor = (now - anchor).flooredNanoseconds ?? 0
      configuration.start = configuration.start ?? wall.advanced(byNanoseconds: -sinceAnchor)
      var schedule = LiveSchedule(clock: clock, rate: rate, anchor: anchor, endFrame: .max)
      let first = schedule.currentFrame
      let start = earlier?.start ?? rate.time(ofFrame: first)
      frames.timeline?.begin(LiveTimeline.Beginning(anchor: anchor, start: start))
      let renderer = try Renderer(
        root: frames.stream.root, configuration: configuration, streamStart: start, clock: clock, clockAnchor: anchor,
        onUpdate: { [wakeup] in wakeup.wake() })
      if frames.stream.configuration.start == nil {
        wallClockObservation = clock.onWallClockStep { [wallClockSteps, wakeup] in
          wallClockSteps.isPending.store(true, ordering: .releasing)
          wakeup.wake()
        }
      }
      // This counts frames, because the sum of both times may have no exact timescale.
      let durationEnd =
        frames.duration.map { first.addingReportingOverflow(rate.frame(atOrAfter: $0)) }
        .map { $0.overflow ? .max : $0.partialValue } ?? .max
      schedule.endFrame = Swift.min(durationEnd, endByWallClock(of: renderer))
      return Run(renderer: renderer, durationEnd: durationEnd, schedule: schedule, lastFrame: first - 1)
    }

    /// Returns the sample of a frame: a change, or a repeated picture if requested; `nil` otherwise.
    private func sample(of frame: Int64, now: MediaTime) throws -> SampleBuffer? {
      guard let run else { return nil }
      let time = rate.time(ofFrame: frame)
      let renderer = run.renderer
      if let ahead = run.frameAhead {
        guard frame >= ahead || renderer.mustRedraw else { return nil }
        run.frameAhead = nil
      } else {
        guard frames.repeats || renderer.nextChange <= time else { return nil }
      }
      let sample = try renderer.render(at: time)
      let isReturned = frames.repeats || renderer.pictureNumber != run.lastPicture
      if isReturned { run.schedule.skip(to: frame, at: now) }
      if !frames.repeats {
        let next = frameOfChange(after: frame)
        run.schedule.expect(next)
      }
      guard isReturned else { return nil }
      run.lastFrame = frame
      run.lastPicture = renderer.pictureNumber
      lateness = Swift.max(run.schedule.now - time, .zero)
      return sample
    }

    /// Draws the picture of the next change, so that it only has to be converted and returned when it is due: a second
    /// turns in many streams at the same time. After a step of the wall clock, the current picture is drawn and
    /// returned again, even if it is the same.
    ///
    /// - Throws: The error of a picture that cannot be drawn, before it is due.
    private func drawAhead(isolation actor: isolated (any Actor)?) async throws(RenderError) {
      guard let run, run.frameAhead == nil, !frames.repeats, run.renderer.canDrawAhead,
        let next = frameOfChange(after: run.lastFrame), next < run.schedule.endFrame,
        rate.time(ofFrame: next) < run.schedule.now + Self.longestTimeAhead
      else { return }
      // On the shared threads of tasks, all other streams first return what is due now.
      if actor == nil { await Task.yield() }
      guard !Task.isCancelled, run.schedule.currentFrame < next else { return }
      try run.renderer.draw(at: rate.time(ofFrame: next))
      run.frameAhead = next
    }

    /// A picture that is due later would only take memory.
    private static var longestTimeAhead: MediaTime { .seconds(2) }

    /// The frame of the next change; `nil` if its time is not known, as with live data.
    private func frameOfChange(after frame: Int64) -> Int64? {
      guard let change = run?.renderer.nextChange, change.isNumeric else { return nil }
      return Swift.max(rate.frame(atOrAfter: change), frame + 1)
    }

    /// The next frame that may have a change; `.max` for none.
    private func frameToWake(after frame: Int64) -> Int64 {
      guard let run else { return frame }
      if frames.repeats { return frame + 1 }
      if let ahead = run.frameAhead, !run.renderer.mustRedraw { return Swift.min(ahead, run.schedule.endFrame) }
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
      run.schedule.endFrame = Swift.min(run.durationEnd, endByWallClock(of: run.renderer))
    }

    /// Draws the current frame again if another size is requested.
    private func followSize() throws(RenderError) {
      guard let size = frames.resizing?.take(), let run, size != run.renderer.configuration.size else { return }
      try run.renderer.resize(to: size)
      run.lastFrame = Swift.min(run.lastFrame, run.schedule.currentFrame - 1)
      run.frameAhead = nil
    }

    /// The first frame that is due at or after the wall time of the end.
    private func endByWallClock(of renderer: Renderer) -> Int64 {
      frames.wallEnd.map { rate.frame(atOrAfter: .nanoseconds($0 - renderer.wallAnchor)) } ?? .max
    }
  }
}

/// Requests another size of a live stream, or its end, from any thread.
package final class LiveResizing: Sendable {
  private let size = Mutex<PixelSize?>(nil)
  private let isEnded = Atomic(false)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates an object without a request.
  package init() {}

  /// Requests a size for the next picture, which follows at once. The last request wins.
  package func request(_ size: PixelSize) {
    self.size.withLock { $0 = size }
    observer.withLock { $0 }?()
  }

  /// Requests the end of the stream, which has no next picture then.
  package func end() {
    isEnded.store(true, ordering: .releasing)
    observer.withLock { $0 }?()
  }

  /// Whether the end was requested.
  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  /// Takes the request of a size.
  func take() -> PixelSize? { size.withLock { $0.take() } }

  /// Calls `action` after each request.
  func onRequest(_ action: @escaping @Sendable () -> Void) { observer.withLock { $0 = action } }
}

/// The time of content that is shown by several live streams, one after another. It goes on between them.
package final class LiveTimeline: Sendable {
  /// When the first stream began.
  struct Beginning: Sendable {
    /// The clock's time at presentation time zero.
    let anchor: MediaTime
    /// The presentation time of the first frame.
    let start: MediaTime
  }

  private let state = Mutex<Beginning?>(nil)

  /// Creates a timeline that begins with its first stream.
  package init() {}

  /// When the first stream began; `nil` before.
  var beginning: Beginning? { state.withLock { $0 } }

  /// Begins, unless it has begun.
  func begin(_ beginning: Beginning) { state.withLock { $0 = $0 ?? beginning } }
}

/// Whether the wall clock was stepped since the last check.
private final class WallClockSteps: Sendable {
  let isPending = Atomic(false)
}

extension WallTime {
  /// The nanoseconds since the last whole second.
  fileprivate var nanosecondsSinceWholeSecond: Int64 {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return remainder < 0 ? remainder + 1_000_000_000 : remainder
  }
}
