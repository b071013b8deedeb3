import OverlayRender

/// The frames of a run on their way into the output, until they are all there or a signal comes.
struct Recording: Sendable {
  /// Which frames, and when.
  enum Span: Sendable {
    case offline(StreamStretch)
    /// `repeats`: whether frames in which nothing changed are written as well.
    case live(duration: MediaTime?, until: WallTime?, repeats: Bool)

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
  /// Whether a file is published even if the run is cut short.
  let keepsPartial: Bool
  let notes: RunNotes
  /// What is noted when the run is complete and no picture showed anything.
  let blankNote: String?

  private var rate: FrameRate { stream.configuration.frameRate }

  /// Draws and writes; returns when the output is complete.
  ///
  /// - Throws: `Interrupted` when a signal cut it short; what cannot be drawn or written.
  func run(_ reports: RunReports, messages: Messages) async throws {
    // Less than the time that `SignalWatch` leaves: reports are written even when a reader has stalled.
    let interruption = try OutputInterruption(grace: .milliseconds(500))
    let progress = RecordingProgress()
    let signals = SignalWatch { [self] signal in
      guard plan.destination?.kind == .file else { return nil }
      let frames = progress.statistics.frames
      return message(of: signal, frames, in: frames > 0 ? plan.name : nil)
    }
    let reportOutputs = reports.outputs
    let task = Task { try await record(progress, reportOutputs, interruption, messages) }
    signals.onFirst {
      interruption.interrupt()
      task.cancel()
    }
    let bar = messages.isQuiet ? nil : ProgressBar(of: progress, total: span.frameCount(at: rate), rate: rate)
    reports.statistics?.begin(progress)

    let taskResult = await task.result
    bar?.finish()
    let result: RecordingResult
    do {
      result = try taskResult.get()
      if result.ending == .finished, !result.statistics.hasInk, let blankNote { messages.note(blankNote) }
    } catch {
      reports.discard()
      throw error
    }
    let done = progress.statistics
    messages.detail("\(done.frames) frames, \(done.drawn) drawn, in \(done.wallSeconds) s")
    if let rest = plan.files(afterFrame: Int(done.frames)) {
      messages.note("\(rest.first) to \(rest.last) (\(rest.count) in number) are left from an earlier run")
    }
    let interrupted = signals.received.flatMap { self.interrupted(by: $0, result.ending, done.frames) }
    // Before a report can fail: this line says where the frames are.
    if let message = interrupted?.message { Messages.write(message) }
    try reports.finish(progress)
    if let interrupted { throw interrupted }
  }

  /// What a signal made of the run; `nil` where the run is what it should be.
  private func interrupted(by signal: Int32, _ ending: RecordingResult.Ending, _ frames: Int64) -> Interrupted? {
    let isFile = plan.destination?.kind == .file
    switch ending {
    // Whoever reads has seen enough.
    case .readerClosed: return nil
    case .finished:
      return isFile && frames == 0 ? Interrupted(by: signal, message: message(of: signal, 0, in: nil)) : nil
    case .cutShort(let file):
      return Interrupted(by: signal, message: isFile ? message(of: signal, frames, in: file) : nil)
    }
  }

  /// What is left of a file that a signal cut short.
  private func message(of signal: Int32, _ frames: Int64, in file: String?) -> String {
    let cause = "\(plan.name): cut short by \(SignalWatch.name(of: signal))"
    guard let file else { return "\(cause) before the first frame was there: nothing was written" }
    let total = span.frameCount(at: rate).map { "\(frames) of \($0)" } ?? "\(frames)"
    if keepsPartial || plan.writesFilePerFrame { return "\(cause): it holds \(total) frames" }
    let state = overwrite ? "was not replaced" : "was not made"
    return "\(cause) and \(state): \(total) frames are in \(file) (--keep-partial gives such a file its name)"
  }

  private func record(
    _ progress: RecordingProgress, _ reportOutputs: [ReportOutput], _ interruption: OutputInterruption,
    _ messages: Messages
  ) async throws -> RecordingResult {
    let recorder = FrameRecorder()
    let openSink: @Sendable () throws -> any FrameSink = {
      let sink = try plan.makeSink(
        of: video, rate: rate, frameCount: span.frameCount(at: rate).map { Int($0) }, overwrite: overwrite,
        interruption: interruption,
        onWait: { messages.note("\(plan.name): waiting for a reader") })
      // Not before the frames have their output: a run that cannot start leaves no report.
      do {
        for output in reportOutputs { try output.open(interruption, messages) }
      } catch {
        sink.abandon()
        throw error
      }
      notes.begin(messages)
      return sink
    }
    switch span {
    case .offline(let stretch):
      let frames = stream.offline(from: stretch.start, duration: stretch.duration)
      return try await recorder.record(
        frames, progress: progress, publishesPartial: keepsPartial, opening: openSink)
    case .live(let duration, let wallEnd, let repeats):
      let frames = stream.live(duration: duration, until: wallEnd, repeats: repeats)
      return try await recorder.record(
        frames, progress: progress, publishesPartial: keepsPartial, opening: openSink)
    }
  }
}
