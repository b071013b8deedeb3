import Dispatch

/// Records the samples of a stream into a sink, on a queue of its own, so that blocking writes do not block other
/// tasks.
///
/// ``FrameStream/write(to:as:from:duration:overwrite:publishesPartial:progress:)`` records to a named output. Use a
/// recorder for a custom sink, which it returns:
///
///     let (result, sink) = try await FrameRecorder().record(stream.offline(duration: .seconds(10))) { MySink() }
public actor FrameRecorder {
  private let executor = BlockingExecutor()

  /// Creates a recorder.
  public init() {}

  /// The executor of the recorder, with a queue of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Records the frames of a part of a stream as fast as possible.
  ///
  /// When the task is canceled, an endless stream is completed with the frames written so far. A stream with an end is
  /// cut short: see ``RecordingResult/Ending``.
  ///
  /// - Parameters:
  ///   - frames: The frames to record.
  ///   - progress: Receives the progress of the recording.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - makeSink: Opens the output, on the recorder's queue.
  /// - Returns: The result, and the sink that `makeSink` returned.
  /// - Throws: The error of rendering or writing; then no incomplete file is left. `CancellationError` if an
  ///   interruption ended the opening of the sink.
  @discardableResult
  public nonisolated func record<Sink: FrameSink>(
    _ frames: OfflineFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> Sink
  ) async throws -> sending (result: RecordingResult, sink: Sink) {
    let (result, transferred) = try await recordReturningSink(frames, progress, publishesPartial, makeSink)
    return (result, transferred.sink)
  }

  /// Records the frames of a live stream in real time.
  ///
  /// When the task is canceled, an endless stream is completed with the frames written so far. A stream with an end is
  /// cut short: see ``RecordingResult/Ending``.
  ///
  /// - Parameters:
  ///   - frames: The frames to record.
  ///   - progress: Receives the progress of the recording.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - makeSink: Opens the output, on the recorder's queue.
  /// - Returns: The result, and the sink that `makeSink` returned.
  /// - Throws: The error of rendering or writing; then no incomplete file is left. `CancellationError` if an
  ///   interruption ended the opening of the sink.
  @discardableResult
  public nonisolated func record<Sink: FrameSink>(
    _ frames: LiveFrames, progress: RecordingProgress = RecordingProgress(),
    publishesPartial: Bool = false, into makeSink: @Sendable () throws -> Sink
  ) async throws -> sending (result: RecordingResult, sink: Sink) {
    let (result, transferred) = try await recordReturningSink(frames, progress, publishesPartial, makeSink)
    return (result, transferred.sink)
  }

  /// Records the frames of a part of a stream as fast as possible into a sink of any type, such as the sink of a plan.
  ///
  ///     let result = try await FrameRecorder().record(stream.offline(duration: .seconds(10))) {
  ///       try plan.makeSink(of: video, rate: .fps(30))
  ///     }
  ///
  /// - Throws: The error of rendering or writing; then no incomplete file is left.
  @_disfavoredOverload
  @discardableResult
  public func record(
    _ frames: OfflineFrames, progress: RecordingProgress = RecordingProgress(), publishesPartial: Bool = false,
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(frames, progress, publishesPartial, makeSink)
  }

  /// Records the frames of a live stream in real time into a sink of any type, such as the sink of a plan.
  ///
  /// - Throws: The error of rendering or writing; then no incomplete file is left.
  @_disfavoredOverload
  @discardableResult
  public func record(
    _ frames: LiveFrames, progress: RecordingProgress = RecordingProgress(), publishesPartial: Bool = false,
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> RecordingResult {
    try await record(frames, progress, publishesPartial, makeSink)
  }

  /// Transfers the sink out of the recorder.
  // `@unchecked`: the sink was created on the recorder's queue by a closure that shares nothing, and the recorder does
  // not use it anymore.
  private struct TransferredSink<Sink>: @unchecked Sendable {
    let sink: Sink
  }

  private func recordReturningSink<Sink: FrameSink>(
    _ frames: some RecordableFrames, _ progress: RecordingProgress, _ publishesPartial: Bool,
    _ makeSink: @Sendable () throws -> Sink
  ) async throws -> (RecordingResult, TransferredSink<Sink>) {
    var createdSink: Sink?
    let result = try await record(frames, progress, publishesPartial) {
      let sink = try makeSink()
      createdSink = sink
      return sink
    }
    guard let createdSink else { throw CancellationError() }
    return (result, TransferredSink(sink: createdSink))
  }

  /// Records frames.
  package func record(
    _ frames: some RecordableFrames, _ progress: RecordingProgress, _ publishesPartial: Bool,
    _ openSink: () throws -> any FrameSink
  ) async throws -> RecordingResult {
    progress.begin(frameCount: frames.frameCount)
    let iterator = frames.makeAsyncIterator()
    let sink: any FrameSink
    do { sink = try openSink() } catch SinkError.interrupted {
      let ending: RecordingResult.Ending = iterator.isEndless ? .finished : .cutShort(file: nil)
      return RecordingResult(ending: ending, statistics: progress.statistics)
    }
    sink.onProgress = { progress.update(sink: $0) }
    defer { sink.onProgress = nil }
    let ending: RecordingResult.Ending
    do {
      defer { progress.update(sink: sink, work: iterator.work, reconnectionsOfFeed: iterator.reconnections) }
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
          // The interruption ended the wait until the end time of the last picture.
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

  /// Writes the samples of a stream until it ends or is cut short.
  private func write(
    _ iterator: some RecordableIterator, into sink: any FrameSink, _ progress: RecordingProgress
  ) async throws {
    do {
      while let sample = try await iterator.next(isolation: self) {
        if let schedule = iterator.schedule { progress.update(schedule: schedule) }
        try sink.write(sample)
        progress.update(
          sink: sink, work: iterator.work, lateness: iterator.lateness, reconnectionsOfFeed: iterator.reconnections)
      }
    } catch is CancellationError {
    } catch SinkError.interrupted {
    }
  }
}

/// The result of a recording.
public struct RecordingResult: Sendable, Hashable {
  /// The way in which a recording ended.
  public enum Ending: Sendable, Hashable {
    /// The stream reached its end, or an endless stream was ended. The output is complete and has its name.
    case finished
    /// The recording was cut short. `file` is the file with the written frames, or `nil` for pipes and without frames.
    /// It has a temporary name, and an existing file with the final name is unchanged, unless partial files are
    /// published.
    case cutShort(file: String?)
    /// The reader of a pipe, a FIFO or a socket closed it.
    case readerClosed
  }

  /// The way in which the recording ended.
  public let ending: Ending
  /// The statistics of the recording.
  public let statistics: RecordingStatistics
}

/// Frames that can be recorded: the frames of a stream, offline or live, or of another module.
package protocol RecordableFrames: Sendable {
  associatedtype Iterator: RecordableIterator
  /// The number of frames; `nil` if it is not known.
  var frameCount: Int64? { get }
  func makeAsyncIterator() -> Iterator
}

extension OfflineFrames: RecordableFrames {}
extension LiveFrames: RecordableFrames {}

/// An iterator that provides samples to a recorder.
package protocol RecordableIterator: AnyObject {
  func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer?
  /// The work so far.
  var work: RenderWork { get }
  /// The lateness of the latest sample; `nil` for offline frames.
  var lateness: MediaTime? { get }
  /// The schedule of the frames; `nil` for offline frames.
  var schedule: LiveSchedule? { get }
  /// The number of times that a lost connection to a feed was made again.
  var reconnections: Int64 { get }
  /// Whether the stream has reached its end.
  var hasEnded: Bool { get }
  /// Whether the stream has no end.
  var isEndless: Bool { get }
  /// The presentation time of the end if the recording ends now.
  var endOfRecording: MediaTime { get }
}

extension RecordableIterator {
  /// 0, because the frames come from no feed.
  package var reconnections: Int64 { 0 }
}

extension OfflineFrames.Iterator: RecordableIterator {}
extension LiveFrames.Iterator: RecordableIterator {}

/// Runs the jobs of an actor on a dispatch queue, outside of the cooperative thread pool.
private final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "OverlayRender.FrameRecorder", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
