import Dispatch

/// Carries the samples of a stream into a sink, on a thread of its own: writing may block, and must not do so where other
/// tasks run.
///
/// ``FrameStream/write(to:as:from:duration:overwrite:publishesPartial:progress:)`` records into an output by its name. A
/// recorder is for a sink of one's own, and returns it:
///
///     let (result, sink) = try await FrameRecorder().record(stream.offline(duration: .seconds(10))) { MySink() }
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
  /// end is cut short: see ``RecordingResult/Ending``.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - publishesPartial: Whether a file is published even if the run is cut short.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Returns: What was done, and the sink that `makeSink` returned.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left. `CancellationError` when an interruption
  ///   ended the opening of the sink.
  @discardableResult
  public nonisolated func record<Sink: FrameSink>(
    _ frames: OfflineFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> Sink
  ) async throws -> sending (result: RecordingResult, sink: Sink) {
    let (result, made) = try await recordReturningSink(frames, progress, publishesPartial, makeSink)
    return (result, made.sink)
  }

  /// Writes the frames of a live stream when their time comes.
  ///
  /// When the task is cancelled, an endless stream is finished properly with the frames that are there. A stream with an
  /// end is cut short: see ``RecordingResult/Ending``.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - publishesPartial: Whether a file is published even if the run is cut short.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Returns: What was done, and the sink that `makeSink` returned.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left. `CancellationError` when an interruption
  ///   ended the opening of the sink.
  @discardableResult
  public nonisolated func record<Sink: FrameSink>(
    _ frames: LiveFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> Sink
  ) async throws -> sending (result: RecordingResult, sink: Sink) {
    let (result, made) = try await recordReturningSink(frames, progress, publishesPartial, makeSink)
    return (result, made.sink)
  }

  /// Records the frames of a stretch into a sink whose type is not known.
  package func record(
    _ frames: OfflineFrames, progress: RecordingProgress, publishesPartial: Bool,
    opening openSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(frames, progress, publishesPartial, openSink)
  }

  /// Records the frames of a live stream into a sink whose type is not known.
  package func record(
    _ frames: LiveFrames, progress: RecordingProgress, publishesPartial: Bool,
    opening openSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(frames, progress, publishesPartial, openSink)
  }

  /// A sink on its way out of the recorder.
  // `@unchecked`: it was made on the recorder's thread, by a closure that shares nothing, and the recorder is done with it.
  private struct MadeSink<Sink>: @unchecked Sendable {
    let sink: Sink
  }

  private func recordReturningSink<Sink: FrameSink>(
    _ frames: some RecordableFrames, _ progress: RecordingProgress, _ publishesPartial: Bool,
    _ makeSink: @Sendable () throws -> Sink
  ) async throws -> (RecordingResult, MadeSink<Sink>) {
    var made: Sink?
    let result = try await record(frames, progress, publishesPartial) {
      let sink = try makeSink()
      made = sink
      return sink
    }
    guard let made else { throw CancellationError() }
    return (result, MadeSink(sink: made))
  }

  /// Records frames of either kind.
  func record(
    _ frames: some RecordableFrames, _ progress: RecordingProgress, _ publishesPartial: Bool,
    _ openSink: () throws -> any FrameSink
  ) async throws -> RecordingResult {
    progress.begin()
    let iterator = frames.makeAsyncIterator()
    let sink: any FrameSink
    do { sink = try openSink() } catch SinkError.interrupted {
      let ending: RecordingResult.Ending = iterator.isEndless ? .finished : .cutShort(file: nil)
      return RecordingResult(ending: ending, statistics: progress.statistics)
    }
    sink.onProgress = { progress.note(sink: $0) }
    defer { sink.onProgress = nil }
    let ending: RecordingResult.Ending
    do {
      defer { progress.note(sink: sink, work: iterator.work) }
      ending = try await write(iterator, toTheEndOf: sink, progress, publishesPartial)
    }
    return RecordingResult(ending: ending, statistics: progress.statistics)
  }

  /// Writes the samples of a stream and completes the output.
  private func write(
    _ iterator: some RecordableIterator, toTheEndOf sink: any FrameSink, _ progress: RecordingProgress,
    _ publishesPartial: Bool
  ) async throws -> RecordingResult.Ending {
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
      let file = try sink.finishEarly(at: end, publishes: iterator.isEndless || publishesPartial)
      return iterator.isEndless ? .finished : .cutShort(file: file)
    } catch SinkError.readerClosed {
      sink.abandon()
      progress.endStream()
      return .readerClosed
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

/// What a recording did, and how it ended.
public struct RecordingResult: Sendable, Hashable {
  /// How a recording ended.
  public enum Ending: Sendable, Hashable {
    /// The stream came to its end, or it had none and was ended: the output is complete and bears its name.
    case finished
    /// The recording was cut short. `file` holds the frames that were written: under its temporary name, while a file that
    /// has the final name stays as it was, or under the final name where partial files are published. `nil` where there
    /// is no file: for pipes, and without a frame.
    case cutShort(file: String?)
    /// The reader of a pipe, a FIFO or a socket has left: it has seen enough.
    case readerClosed
  }

  /// How the recording ended.
  public let ending: Ending
  /// What was drawn and written, and what it took.
  public let statistics: RecordingStatistics
}

/// The frames of a stretch or of a live stream.
protocol RecordableFrames: Sendable {
  associatedtype Iterator: RecordableIterator
  func makeAsyncIterator() -> Iterator
}

extension OfflineFrames: RecordableFrames {}
extension LiveFrames: RecordableFrames {}

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
