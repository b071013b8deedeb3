import FoundationEssentials
import Glibc
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender
import OverlayWindow

/// What one process measures: one way, once.
struct ComparisonRun: Sendable {
  let way: ComparedWay
  let overlay: ComparedOverlay
  /// The rate of the blank movie.
  let movieRate: FrameRate
  /// The rate at which views may change.
  let refreshRate: FrameRate
  let duration: MediaTime
  /// The path of the blank movie, for the ways that need it.
  let clip: String
  let isInWindow: Bool

  private let clock = HostClock.shared

  // MARK: In real time

  /// Shows the overlay in real time, and returns what it costs from the first picture on.
  func measureLive() async throws -> ComparisonMeasurement {
    let layer = SampleBufferDisplayLayer()
    let progress = RecordingProgress()
    let hasPicture = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let showing = Task(executorPreference: CommandExecutor()) {
      defer { hasPicture.continuation.finish() }
      try await show { sample, work, lateness in
        var sample = sample
        sample.attachments.displayImmediately = true
        try layer.enqueue(sample)
        progress.countFrame(work: work, lateness: lateness)
        hasPicture.continuation.yield()
      }
    }
    // Without a picture, the task ends with its error.
    for await _ in hasPicture.stream { break }
    let window = isInWindow ? try await open(layer) : nil
    let start = ComparisonMoment.start(of: progress)
    if progress.statistics.frames > 0 { try await Task.sleep(for: Duration(duration) ?? .zero) }
    let end = ComparisonMoment(progress)
    showing.cancel()
    try await showing.value
    window?.stop()
    return ComparisonMeasurement(
      from: start, to: end, refreshCount: refreshRate.frame(atOrAfter: duration), of: way, isLive: true)
  }

  /// Receives a sample, the work so far, and its lateness.
  private typealias Presentation = (SampleBuffer, RenderWork, MediaTime?) throws -> Void

  /// Shows samples until the task is canceled.
  private func show(_ present: Presentation) async throws {
    switch way {
    case .naive:
      let renderer = try Renderer(overlay.view, configuration: overlay.configuration(refreshRate))
      try await forEachTick(at: refreshRate) { tick in
        let sample = try renderer.redraw(at: tick.time)
        try present(sample, renderer.work, tick.lateness)
      }
    case .decodeOnly:
      let output = VideoOutput(pixelFormat: .yuv420p)
      let player = try await Self.player(of: clip, clock: clock, output)
      try await forEachTick(at: movieRate) { tick in
        let itemTime = output.itemTime(forHostTime: clock.time)
        guard output.hasNewPixelBuffer(forItemTime: itemTime),
          let picture = output.copyPixelBuffer(forItemTime: itemTime)
        else { return }
        try present(
          SampleBuffer(pixelBuffer: picture.pixelBuffer, presentationTime: tick.time), RenderWork(), tick.lateness)
      }
      withExtendedLifetime(player) {}
    case .blankVideo:
      let player = try await Self.player(of: clip, clock: clock)
      try await show(
        FrameStream(overlay.view(over: Video(player)), configuration: overlay.configuration(movieRate)), present)
      withExtendedLifetime(player) {}
    case .viewToVideo:
      try await show(FrameStream(overlay.view, configuration: overlay.configuration(refreshRate)), present)
    }
  }

  private func show(_ stream: FrameStream, _ present: Presentation) async throws {
    let frames = stream.live(clock: clock).makeAsyncIterator()
    // The first picture is not due at a time.
    var isFirst = true
    while let sample = try await frames.next() {
      try present(sample, frames.work, isFirst ? nil : frames.schedule.map { $0.now - sample.presentationTime })
      isFirst = false
    }
  }

  /// A frame of a rate.
  private struct Tick {
    let time: MediaTime
    fileprivate let schedule: LiveSchedule?

    /// The time since the frame was due.
    var lateness: MediaTime? { schedule.map { $0.now - time } }
  }

  /// Calls an action at each frame of a rate.
  private func forEachTick(at rate: FrameRate, _ action: (Tick) throws -> Void) async throws {
    let ticks = FrameStream(EmptyView(), size: PixelSize(2, 2), frameRate: rate).live(clock: clock, repeats: true)
      .makeAsyncIterator()
    while let tick = try await ticks.next() {
      try action(Tick(time: tick.presentationTime, schedule: ticks.schedule))
    }
  }

  /// Returns the blank movie without end, whose pictures are the frames.
  static func endlessMovie(_ clip: String) throws -> Video { try Video(file: clip, atEnd: .loop) }

  /// Plays the blank movie without end.
  static func player(
    of clip: String, clock: any MediaClock, _ output: VideoOutput? = nil
  ) async throws -> MoviePlayer {
    let item = MoviePlayerItem(path: clip)
    if let output { item.add(output) }
    let player = MoviePlayer(item, clock: clock)
    player.actionAtItemEnd = .loop
    player.play()
    while player.timeControlStatus != .playing {
      if let error = player.error { throw error }
      try await Task.sleep(for: .milliseconds(5))
    }
    return player
  }

  /// Opens a window that shows the layer.
  ///
  /// - Throws: `Failure` if it does not open.
  private func open(_ layer: SampleBufferDisplayLayer) async throws -> PictureInPictureController {
    let source = PictureInPictureContentSource(layer, playbackDelegate: EndlessPlayback())
    let events = WindowEvents()
    PictureInPictureTurns.shared.allowsOtherProcesses = true
    do {
      let controller = try PictureInPictureController(source, delegate: events)
      controller.start()
      for await event in events.stream {
        if case .failedToStart(let error) = event { throw error }
        if case .didStart = event { break }
      }
      return controller
    } catch {
      throw Failure(.unavailable, "--window: \(error)")
    }
  }

  // MARK: As fast as possible

  /// Makes the pictures of the duration as fast as possible, and returns what those after the first one cost.
  func measureOffline() async throws -> ComparisonMeasurement {
    let progress = RecordingProgress()
    var start: ComparisonMoment?
    func count(_ work: RenderWork) {
      progress.countFrame(work: work, lateness: nil)
      start = start ?? ComparisonMoment(progress)
    }
    func countFrames(of stream: FrameStream) async throws {
      // A stream draws one picture ahead. It is longer than what is measured: the second picture is drawn before the
      // start, and one after the last is drawn instead.
      let frames = stream.offline(duration: duration + .seconds(60)).makeAsyncIterator()
      let rate = stream.configuration.frameRate
      let end = rate.time(ofFrame: rate.frame(atOrAfter: duration))
      while let sample = try await frames.next() {
        count(frames.work)
        // Another call would draw one more.
        if sample.presentationTime + sample.duration > end { break }
      }
    }
    switch way {
    case .naive:
      let renderer = try Renderer(overlay.view, configuration: overlay.configuration(refreshRate))
      for frame in 0...refreshRate.frame(atOrAfter: duration) {
        _ = try renderer.redraw(at: refreshRate.time(ofFrame: frame))
        count(renderer.work)
      }
    case .decodeOnly:
      var reader = try PictureReader(path: clip)
      for _ in 0...movieRate.frame(atOrAfter: duration) {
        if try !reader.next() {
          reader = try PictureReader(path: clip)
          _ = try reader.next()
        }
        count(RenderWork())
      }
    case .blankVideo:
      try await countFrames(
        of: FrameStream(
          overlay.view(over: Self.endlessMovie(clip)), configuration: overlay.configuration(movieRate)))
    case .viewToVideo:
      try await countFrames(of: FrameStream(overlay.view, configuration: overlay.configuration(refreshRate)))
    }
    let end = ComparisonMoment(progress)
    return ComparisonMeasurement(
      from: start ?? end, to: end, refreshCount: refreshRate.frame(atOrAfter: duration), of: way, isLive: false)
  }
}

/// Content that always plays, and cannot skip.
private final class EndlessPlayback: SampleBufferPlaybackDelegate {
  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  let isPlaybackPaused = false

  func setPlaying(_ isPlaying: Bool) {}
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) {}
}
