import Glibc
import OverlayMedia
import OverlayRender
import Synchronization

/// Renders a run into its output until it is complete or a signal arrives.
struct Recording: Sendable {
  /// The frames of the recording.
  enum Source: Sendable {
    case offline(FrameSelection)
    /// Frames in real time. `repeats` is whether unchanged frames are written as well.
    case live(duration: MediaTime?, until: WallTime?, repeats: Bool)
    /// The pictures of a movie with the overlay.
    case over(OverlaidFrames)
    /// The pictures of a live feed with the overlay.
    case overFeed(LiveOverlaidFrames)

    /// The time of the run at which the frames begin.
    var start: MediaTime {
      switch self {
      case .offline(let frames): frames.start
      case .live, .over, .overFeed: .zero
      }
    }

    /// The live feed that is drawn on; `nil` for none.
    var feed: LiveFeed? { if case .overFeed(let frames) = self { frames.feed } else { nil } }

    /// Whether the frames are made in real time.
    var isLive: Bool {
      switch self {
      case .offline, .over: false
      case .live, .overFeed: true
      }
    }

    /// The number of frames; `nil` if it is not known.
    func frameCount(at rate: FrameRate) -> Int64? {
      switch self {
      case .offline(let frames): frames.isEndless ? nil : Int64(frames.range.count)
      case .live(let duration, _, _): duration.map { rate.frame(atOrAfter: $0) }
      case .over(let frames): frames.frameCount
      case .overFeed(let frames): frames.frameCount
      }
    }
  }

  let stream: FrameStream
  let source: Source
  /// The outputs, at least one.
  let outputs: [TeeSink.Output]
  let overwrite: Bool
  /// Whether a file gets its name even if the run is cut short.
  let keepsPartial: Bool
  let notes: RunNotes
  /// The note for a complete run in which no picture showed anything.
  let blankNote: String?

  /// Whether the last picture is held until the sound ends.
  let endsWithSound: Bool

  /// The number of frames of the output; `nil` if it is not known.
  private var frameTotal: Int64? { endsWithSound ? nil : source.frameCount(at: rate) }
  private var rate: FrameRate { stream.configuration.frameRate }

  /// Renders the frames; returns when the output is complete.
  ///
  /// - Throws: `Interrupted` if a signal cut the run short, or the error of rendering or writing.
  func run(_ reports: RunReports, messages: Messages) async throws {
    // The grace period is shorter than the time limit of `SignalWatch`, so that reports are written even if a reader
    // has stalled.
    let interruption = try OutputInterruption(grace: .milliseconds(500))
    let progress = RecordingProgress()
    let signals = SignalWatch { [self] signal in
      guard let file = outputs.first(where: { $0.plan.destination?.kind == .file }) else { return nil }
      let frames = progress.statistics.frames
      return message(of: signal, frames, of: file.plan, in: frames > 0 ? file.plan.name : nil)
    }
    let reportOutputs = reports.outputs
    let failures = OutputFailures()
    let task = Task(executorPreference: CommandExecutor()) {
      try await record(progress, reportOutputs, interruption, failures, messages)
    }
    signals.onFirst {
      interruption.interrupt()
      task.cancel()
    }
    let bar = messages.isQuiet ? nil : TerminalProgress(of: progress, total: frameTotal, rate: rate)
    reports.statistics?.begin(progress)

    let outcome = await task.result
    let problemOfFeed = source.feed?.problem
    source.feed?.close()
    bar?.finish()
    let result: RecordingResult
    do {
      result = try outcome.get()
      if result.ending == .finished, !result.statistics.hasInk, let blankNote { messages.note(blankNote) }
    } catch {
      // What a server did not get is of interest above all if a stream fails.
      let isNetworked = source.feed != nil || outputs.contains(where: \.plan.format.isLiveStream)
      if isNetworked {
        // If nothing was sent, the error says so.
        if progress.statistics.frames > 0 { noteLostFrames(progress.statistics, messages) }
        try? reports.finish(progress)
      } else {
        reports.discard()
      }
      for output in outputs where leavesFile(of: output.plan, after: error, progress.statistics) {
        messages.note("\(output.plan.name): the frames before the error are in it")
      }
      throw error
    }
    let statistics = progress.statistics
    messages.detail("\(statistics.frames) frames, \(statistics.drawn) drawn, in \(statistics.wallSeconds) s")
    for output in outputs {
      guard let leftover = output.plan.files(afterFrame: Int(statistics.frames)) else { continue }
      messages.note("\(leftover.first) to \(leftover.last) (\(leftover.count) files) are left over from an earlier run")
    }
    noteLostFrames(statistics, messages)
    let interruptions = signals.received.map { self.interruptions(by: $0, result.ending, statistics) } ?? []
    if !interruptions.isEmpty { signals.beginReport() }
    // These messages say where the frames are, so they come before a report can fail.
    for message in interruptions.compactMap(\.message) { Messages.write(message) }
    try reports.finish(progress)
    if let interrupted = interruptions.first { throw interrupted }
    // The outputs are complete up to the end of the feed.
    if let problemOfFeed { throw problemOfFeed }
    if let failure = failures.first { throw ReportedFailure(status: failure.status) }
  }

  /// Notes how many frames servers did not get.
  private func noteLostFrames(_ statistics: RecordingStatistics, _ messages: Messages) {
    let counts =
      statistics.outputs.isEmpty
      ? [(outputs[0].plan.name, statistics.frames, statistics.lost, statistics.unconfirmed)]
      : statistics.outputs.map { ($0.name, $0.frames, $0.lost, $0.unconfirmed) }
    for (name, frames, lost, unconfirmed) in counts {
      if lost > 0 { messages.note("\(name): \(lost) of \(frames + lost) frames were lost") }
      if unconfirmed > 0 {
        messages.note(
          "\(name): \(unconfirmed) of \(frames) sent frames may not have arrived before the connection was lost")
      }
    }
  }

  /// Whether an error leaves a file with frames: one that has its name from the start. It cannot be an older one if
  /// files are not replaced.
  private func leavesFile(
    of plan: OutputPlan, after error: any Error, _ statistics: RecordingStatistics
  ) -> Bool {
    if case SinkError.appearedMeanwhile = error { return false }
    guard !overwrite, statistics.frames > 0, !plan.writesFilePerFrame, let path = plan.destination?.path else {
      return false
    }
    return plan.destination?.kind == .file && access(path, F_OK) == 0
  }

  /// The interruptions to report after a signal; none if the run is as expected.
  private func interruptions(
    by signal: Int32, _ ending: RecordingResult.Ending, _ statistics: RecordingStatistics
  ) -> [Interrupted] {
    // There are no statistics of several outputs if they were not open yet.
    if outputs.count == 1 || statistics.outputs.isEmpty {
      return outputs.compactMap { interrupted(by: signal, ending, statistics.frames, of: $0.plan) }
    }
    return zip(outputs, statistics.outputs).compactMap { output, statistics in
      // The others are complete, or were reported when they failed.
      guard statistics.ending == .endedEarly else { return nil }
      let ending = ending == .finished ? ending : .cutShort(file: statistics.partialFile)
      return interrupted(by: signal, ending, statistics.frames, of: output.plan)
    }
  }

  /// The interruption of one output to report after a signal; `nil` if it is as expected.
  private func interrupted(
    by signal: Int32, _ ending: RecordingResult.Ending, _ frames: Int64, of plan: OutputPlan
  ) -> Interrupted? {
    let isFile = plan.destination?.kind == .file
    switch ending {
    // A reader may stop at any time.
    case .readerClosed: return nil
    case .finished:
      return isFile && frames == 0 ? Interrupted(by: signal, message: message(of: signal, 0, of: plan, in: nil)) : nil
    case .cutShort(let file):
      return Interrupted(by: signal, message: isFile ? message(of: signal, frames, of: plan, in: file) : nil)
    }
  }

  /// The message about the output of a run that a signal cut short.
  private func message(of signal: Int32, _ frames: Int64, of plan: OutputPlan, in file: String?) -> String {
    let cause = "\(plan.name): interrupted by \(SignalWatch.name(of: signal))"
    guard let file else { return "\(cause) before the first frame: nothing was written" }
    let total = frameTotal.map { "\(frames) of \($0)" } ?? "\(frames)"
    if keepsPartial || plan.writesFilePerFrame || file == plan.name { return "\(cause): it contains \(total) frames" }
    let state = overwrite ? "not replaced" : "not created"
    return "\(cause) and \(state): \(total) frames are in \(file) (use --keep-partial to give such a file its name)"
  }

  private func record(
    _ progress: RecordingProgress, _ reportOutputs: [ReportOutput], _ interruption: OutputInterruption,
    _ failures: OutputFailures, _ messages: Messages
  ) async throws -> RecordingResult {
    let recorder = FrameRecorder()
    let openSink: @Sendable () throws -> any FrameSink = {
      let sink = try sink(interruption, failures, messages)
      // Reports are opened after the output of the frames, so that a run that cannot start leaves no report.
      do {
        for output in reportOutputs { try output.open(interruption, messages) }
      } catch {
        sink.abandon()
        throw error
      }
      notes.begin(messages)
      return sink
    }
    switch source {
    case .offline(let frames):
      let frames = stream.offline(from: frames.start, duration: frames.duration)
      return try await recorder.record(frames, progress, keepsPartial, openSink)
    case .live(let duration, let wallEnd, let repeats):
      let frames = stream.live(duration: duration, until: wallEnd, repeats: repeats)
      return try await recorder.record(frames, progress, keepsPartial, openSink)
    case .over(let frames):
      return try await recorder.record(frames, progress, keepsPartial, openSink)
    case .overFeed(let frames):
      return try await recorder.record(frames, progress, keepsPartial, openSink)
    }
  }

  /// Opens the outputs.
  private func sink(
    _ interruption: OutputInterruption, _ failures: OutputFailures, _ messages: Messages
  ) throws -> any FrameSink {
    let frameCount = source.frameCount(at: rate).map { Int($0) }
    let onWait: @Sendable (OutputPlan) -> Void = { messages.note("\($0.name): waiting for a reader") }
    guard outputs.count > 1 else {
      let (plan, video) = (outputs[0].plan, outputs[0].video)
      return try plan.makeSink(
        of: video, rate: rate, frameCount: frameCount, overwrite: overwrite, interruption: interruption,
        onWait: { onWait(plan) })
    }
    let sink = try TeeSink(
      outputs, rate: rate, frameCount: frameCount, waits: !source.isLive, overwrite: overwrite,
      interruption: interruption, onWait: onWait)
    sink.onFailure = { _, error in
      let failure = Failure(error)
      failures.add(failure)
      Messages.write("\(failure.message); the other outputs are not affected")
    }
    return sink
  }
}

/// The failures of some of several outputs, which do not end a run.
private final class OutputFailures: Sendable {
  private let failures = Mutex<[Failure]>([])

  /// The first failure.
  var first: Failure? { failures.withLock { $0.first } }

  func add(_ failure: Failure) { failures.withLock { $0.append(failure) } }
}
