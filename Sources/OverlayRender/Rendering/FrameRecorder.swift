import Dispatch

/// Carries the samples of a stream into a sink, on a thread of its own: writing may block, and must not do so where other
/// tasks run.
///
///     let recorder = FrameRecorder()
///     try await recorder.record(stream.offline(duration: .seconds(10))) {
///       ConstantRateSink(writer: try Y4MWriter(output: ByteOutput(path: "clock.y4m"), format: format, rate: rate), rate: rate)
///     }
public actor FrameRecorder {
  private let executor = BlockingExecutor()

  /// Makes a recorder; its thread exists while it works.
  public init() {}

  /// The recorder's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Draws and writes the frames of a stretch as fast as both can.
  ///
  /// When the task is cancelled, an endless stream is finished properly with the frames that are there. A stream with an
  /// end is cut short: see ``RecordingResult``.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - publishesPartial: Whether a file is published even if the run is cut short.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left.
  @discardableResult
  public func record(
    _ frames: OfflineFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(
      from: frames.makeAsyncIterator(), progress: progress, publishesPartial: publishesPartial, into: makeSink)
  }

  /// Writes the frames of a live stream when their time comes.
  ///
  /// When the task is cancelled, an endless stream is finished properly with the frames that are there. A stream with an
  /// end is cut short: see ``RecordingResult``.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - publishesPartial: Whether a file is published even if the run is cut short.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left.
  @discardableResult
  public func record(
    _ frames: LiveFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(
      from: frames.makeAsyncIterator(), progress: progress, publishesPartial: publishesPartial, into: makeSink)
  }

  private func record(
    from iterator: some RecordableIterator, progress: RecordingProgress, publishesPartial: Bool,
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    progress.begin()
    let sink: any FrameSink
    do { sink = try makeSink() } catch SinkError.interrupted {
      return iterator.isEndless ? .finished : .cutShort(file: nil)
    }
    sink.onProgress = { progress.note(sink: $0) }
    defer { progress.note(sink: sink, work: iterator.work) }
    do {
      try await write(iterator, into: sink, progress)
      progress.endStream()
      let end = iterator.endOfRecording
      if iterator.hasEnded {
        do {
          try sink.finish(at: end)
          return .finished
        } catch SinkError.interrupted {
          // The last picture was to be held until then.
        }
      }
      let file = try sink.finish(cutShortAt: end, publishes: iterator.isEndless || publishesPartial)
      return iterator.isEndless ? .finished : .cutShort(file: file)
    } catch {
      sink.abandon()
      throw error
    }
  }

  /// Writes the samples of a stream until it ends, or is cut short.
  private func write(
    _ iterator: some RecordableIterator, into sink: any FrameSink, _ progress: RecordingProgress
  ) async throws {
    do {
      while let sample = try await iterator.next(isolation: self) {
        if let schedule = iterator.schedule { progress.note(schedule: schedule) }
        try sink.write(sample)
        progress.note(sink: sink, work: iterator.work, lateness: iterator.lateness)
      }
    } catch is CancellationError {
    } catch SinkError.interrupted {
    }
  }
}

/// How a recording ended.
public enum RecordingResult: Sendable, Hashable {
  /// The stream came to its end, or it had none and was ended: the output is complete and bears its name.
  case finished
  /// The recording was cut short. `file` holds the frames that were written: under its temporary name, while a file that
  /// has the final name stays as it was, or under the final name where partial files are published. `nil` where there
  /// is no file: for pipes, and without a frame.
  case cutShort(file: String?)
}

/// What a recorder takes samples from.
protocol RecordableIterator: AnyObject {
  func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer?
  var work: RenderWork { get }
  /// How late the latest sample was; `nil` where nothing is due.
  var lateness: MediaTime? { get }
  /// When frames are due; `nil` where nothing is.
  var schedule: LiveSchedule? { get }
  /// Whether the stream has come to its end.
  var hasEnded: Bool { get }
  /// Whether the stream has no end of its own.
  var isEndless: Bool { get }
  /// The presentation time at which the recording ends, if it ends now.
  var endOfRecording: MediaTime { get }
}

extension OfflineFrames.Iterator: RecordableIterator {}
extension LiveFrames.Iterator: RecordableIterator {}

/// Runs an actor's jobs on a dispatch queue of its own, whose thread is none of the cooperative pool's.
private final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "OverlayRender.FrameRecorder", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
