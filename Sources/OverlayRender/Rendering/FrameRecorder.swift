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
  /// When the task is cancelled the output is finished properly with what is there by then.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Returns: Whether the stream came to its end; false when it was cut short.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left.
  @discardableResult
  public func record(
    _ frames: OfflineFrames, progress: RecordingProgress = RecordingProgress(),
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> Bool {
    try await record(from: frames.makeAsyncIterator(), progress: progress, into: makeSink)
  }

  /// Writes the frames of a live stream when their time comes.
  ///
  /// When the task is cancelled the output is finished properly with what is there by then.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  ///   - makeSink: Opens the output, on the recorder's thread.
  /// - Returns: Whether the stream came to its end; false when it was cut short.
  /// - Throws: What cannot be drawn or written; then nothing half-made is left.
  @discardableResult
  public func record(
    _ frames: LiveFrames, progress: RecordingProgress = RecordingProgress(),
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> Bool {
    try await record(from: frames.makeAsyncIterator(), progress: progress, into: makeSink)
  }

  private func record(
    from iterator: some RecordableIterator, progress: RecordingProgress,
    into makeSink: @Sendable () throws -> any FrameSink
  ) async throws -> Bool {
    progress.begin()
    let sink = try makeSink()
    sink.onProgress = { progress.note(sink: $0) }
    do {
      var isCutShort = false
      do {
        while let sample = try await iterator.next(isolation: self) {
          try sink.write(sample)
          progress.note(sink: sink, work: iterator.work, lateness: iterator.lateness)
        }
        isCutShort = Task.isCancelled
      } catch is CancellationError {
        isCutShort = true
      } catch SinkError.interrupted {
        isCutShort = true
      }
      do { try sink.finish(at: iterator.endOfRecording) } catch SinkError.interrupted { isCutShort = true }
      progress.note(sink: sink, work: iterator.work)
      return !isCutShort
    } catch {
      sink.abandon()
      throw error
    }
  }
}

/// What a recorder takes samples from.
protocol RecordableIterator: AnyObject {
  func next(isolation actor: isolated (any Actor)?) async throws -> SampleBuffer?
  var work: RenderWork { get }
  /// How late the latest sample was; `nil` where nothing is due.
  var lateness: MediaTime? { get }
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
