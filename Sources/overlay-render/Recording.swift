import OverlayRender

/// The frames of a run on their way into the output, until they are all there or a signal comes.
struct Recording: Sendable {
  /// Which frames, and when.
  enum Span: Sendable {
    case offline(StreamStretch)
    /// `repeats`: whether frames in which nothing changed are written as well.
    case live(duration: MediaTime?, until: WallTime?, repeats: Bool)

    var isEndless: Bool {
      switch self {
      case .offline(let stretch): stretch.isEndless
      case .live(let duration, let wallEnd, _): duration == nil && wallEnd == nil
      }
    }

    /// How many frames there will be, where that is known.
    func frameCount(at rate: FrameRate) -> Int64? {
      switch self {
      case .offline(let stretch): stretch.isEndless ? nil : Int64(stretch.frames.count)
      case .live(let duration, _, _): duration.map { rate.frame(atOrAfter: $0) }
      }
    }
  }

  let stream: FrameStream
  let span: Span
  let plan: OutputPlan
  let video: VideoFormat
  let overwrite: Bool
  let notes: RunNotes

  /// Draws and writes; returns when the output is complete.
  ///
  /// - Throws: `Interrupted` when a signal cut it short; what cannot be drawn or written.
  func run(statistics: StatisticsReport?, explanation: ExplanationReport?, messages: Messages) async throws {
    let interruption = try OutputInterruption()
    let progress = RecordingProgress()
    let signals = SignalWatch()
    let task = Task { try await record(progress, interruption, messages) }
    signals.onFirst {
      interruption.interrupt()
      task.cancel()
    }
    let rate = stream.configuration.frameRate
    let bar = messages.isQuiet ? nil : ProgressBar(of: progress, total: span.frameCount(at: rate), rate: rate)
    statistics?.begin(progress)

    let result = await task.result
    bar?.finish()
    let isComplete: Bool
    do {
      isComplete = try result.get()
    } catch SinkError.readerClosed {
      // Whoever reads has seen enough.
      isComplete = true
    } catch SinkError.interrupted {
      isComplete = false
    } catch {
      statistics?.discard()
      explanation?.discard()
      throw error
    }
    try statistics?.finish(progress)
    try explanation?.finish()
    let done = progress.statistics
    messages.detail("\(done.frames) frames, \(done.drawn) drawn, in \(done.wallSeconds) s")
    if !isComplete, !span.isEndless, let signal = signals.received { throw Interrupted(by: signal) }
  }

  private func record(
    _ progress: RecordingProgress, _ interruption: OutputInterruption, _ messages: Messages
  ) async throws -> Bool {
    let recorder = FrameRecorder()
    let makeSink: @Sendable () throws -> any FrameSink = {
      let sink = try plan.makeSink(
        of: video, rate: stream.configuration.frameRate, overwrite: overwrite, interruption: interruption,
        encodePNG: PNGEncoder.encode)
      notes.begin(messages)
      return sink
    }
    switch span {
    case .offline(let stretch):
      let frames = stream.offline(from: stretch.start, duration: stretch.duration)
      return try await recorder.record(frames, progress: progress, into: makeSink)
    case .live(let duration, let wallEnd, let repeats):
      let frames = stream.live(duration: duration, until: wallEnd, repeats: repeats)
      return try await recorder.record(frames, progress: progress, into: makeSink)
    }
  }
}
