extension FrameStream {
  /// Renders a part of the stream and writes it to a file, a FIFO or standard output, as fast as possible.
  ///
  ///     try await stream.write(to: "clock.y4m", duration: .seconds(10))
  ///     try await stream.write(to: "frames/%05d.png", duration: .seconds(10))
  ///     try await stream.live().write(to: .standardOutput)
  ///
  /// The name decides the format, and the output decides the pixel format. See
  /// ``WritableFrames/write(to:as:overwrite:publishesPartial:progress:)``.
  ///
  /// - Parameters:
  ///   - destination: The output: a path, or `-` for standard output.
  ///   - format: The format; `nil` lets the name decide.
  ///   - start: The presentation time at which the part begins.
  ///   - duration: The duration; `nil` for a stream that its reader ends.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  /// - Returns: The result of the recording.
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then no incomplete file is left.
  @discardableResult
  public func write(
    to destination: OutputDestination, as format: OutputFormat? = nil, from start: MediaTime = .zero,
    duration: MediaTime? = nil, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await offline(from: start, duration: duration).write(
      to: destination, as: format, overwrite: overwrite, publishesPartial: publishesPartial, progress: progress)
  }
}

/// The frames of a stream, offline or live, which can be written.
public protocol WritableFrames: Sendable {
  /// The pixel format of the configuration; `nil` if outputs determine it.
  var pixelFormat: PixelFormat? { get }

  /// Draws the frames once and writes them to several outputs, each in its own format.
  ///
  /// An output that fails, or whose reader goes away, does not end the others: see ``TeeSink``.
  /// ``RecordingStatistics/outputs`` says what each of them got.
  ///
  /// - Parameters:
  ///   - plans: The outputs, at least one.
  ///   - options: What happens to files, and what receives the progress.
  /// - Returns: The result of the recording.
  @discardableResult
  func write(to plans: [OutputPlan], options: RecordingOptions) async throws -> RecordingResult
}

extension WritableFrames {
  /// Draws the frames and writes them to a file, a FIFO or standard output: offline frames as fast as possible, live
  /// frames in real time.
  ///
  /// The name decides the format, as in ``OutputPlan``. Standard output, FIFOs and devices use Y4M. The pixel format
  /// comes from the configuration, or else it is the default of the output. Formats without timestamps, such as Y4M,
  /// get every frame of a live stream, and so do movies, which may leave out frames without a change.
  ///
  /// Drawing and writing happen on a separate thread. The recording ends when the task is canceled or the reader of
  /// a pipe closes it; ``RecordingResult/ending`` says which.
  ///
  /// - Parameters:
  ///   - destination: The output: a path, or `-` for standard output.
  ///   - format: The format; `nil` lets the name decide.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  /// - Returns: The result of the recording.
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then no incomplete file is left.
  @discardableResult
  public func write(
    to destination: OutputDestination, as format: OutputFormat? = nil, overwrite: Bool = false,
    publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let plan = try OutputPlan(destination: destination, format: format, pixelFormat: pixelFormat)
    return try await write(
      to: plan, overwrite: overwrite, publishesPartial: publishesPartial, progress: progress)
  }

  /// Draws the frames and writes them to the output that a text names: a path, `-` for standard output, or a URL.
  ///
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then no incomplete file is left.
  @_documentation(visibility: internal)
  @discardableResult
  public func write(
    to destination: String, as format: OutputFormat? = nil, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputDestination(destination), as: format, overwrite: overwrite, publishesPartial: publishesPartial,
      progress: progress)
  }

  /// Draws the frames and writes them according to a plan, in its pixel format.
  ///
  /// - Throws: `OutputPlanError.endless` for an endless stream into a file; `SinkError` or `RenderError`.
  @discardableResult
  public func write(
    to plan: OutputPlan, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(to: [plan], overwrite: overwrite, publishesPartial: publishesPartial, progress: progress)
  }

  /// Draws the frames once and writes them to several outputs, each in its own format.
  ///
  /// - Throws: `OutputPlanError.endless` for an endless stream into a file; `RenderError`; the error of an output that
  ///   cannot be opened, or if all of them failed, the error of the first one.
  @discardableResult
  public func write(
    to plans: [OutputPlan], overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let options = RecordingOptions(overwrite: overwrite, publishesPartial: publishesPartial, progress: progress)
    return try await write(to: plans, options: options)
  }
}

/// The choices for a recording that do not depend on its output.
public struct RecordingOptions: Sendable {
  /// Whether existing files are replaced.
  public var overwrite: Bool
  /// Whether files get their names even if the recording is cut short.
  public var publishesPartial: Bool
  /// What receives the progress of the recording.
  public var progress: RecordingProgress

  /// Creates options.
  ///
  /// - Parameters:
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether files get their names even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  public init(
    overwrite: Bool = false, publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) {
    self.overwrite = overwrite
    self.publishesPartial = publishesPartial
    self.progress = progress
  }
}

extension OfflineFrames: WritableFrames {
  /// The pixel format of the configuration; `nil` if outputs determine it.
  public var pixelFormat: PixelFormat? { stream.configuration.pixelFormat }

  /// Renders the frames once and writes them to several outputs, each in its own format, as fast as the slowest one.
  ///
  /// - Throws: `OutputPlanError.endless` for an endless stream into a file; `RenderError`; the error of an output that
  ///   cannot be opened, or if all of them failed, the error of the first one.
  @discardableResult
  public func write(to plans: [OutputPlan], options: RecordingOptions) async throws -> RecordingResult {
    let isEndless = (duration ?? .positiveInfinity) == .positiveInfinity
    for plan in plans where isEndless && !plan.acceptsEndlessStream(isLive: false) {
      throw OutputPlanError.endless(name: plan.name)
    }
    var frames = self
    let outputs = try frames.stream.outputs(for: plans)
    return try await FrameRecorder().write(
      frames, to: outputs, rate: frames.stream.configuration.frameRate, waits: true, options)
  }
}

extension LiveFrames: WritableFrames {
  /// The pixel format of the configuration; `nil` if outputs determine it.
  public var pixelFormat: PixelFormat? { stream.configuration.pixelFormat }

  /// Draws the frames once and writes them to several outputs in real time, each in its own format. An output that is
  /// too slow does not hold up the others.
  ///
  /// - Throws: `OutputPlanError.endless` for an endless stream into a single PNG file; `RenderError`; the error of an
  ///   output that cannot be opened, or if all of them failed, the error of the first one.
  @discardableResult
  public func write(to plans: [OutputPlan], options: RecordingOptions) async throws -> RecordingResult {
    for plan in plans where isEndless && !plan.acceptsEndlessStream(isLive: true) {
      throw OutputPlanError.endless(name: plan.name)
    }
    var frames = self
    let outputs = try frames.stream.outputs(for: plans, repeats: repeats)
    frames.repeats = outputs.contains { $0.repeats }
    return try await FrameRecorder().write(
      frames, to: outputs, rate: frames.stream.configuration.frameRate, waits: false, options)
  }
}

// The same function for a destination in a variable: a path, `-` for standard output, or a URL. The documentation lists
// it once.

extension FrameStream {
  /// Renders a part of the stream and writes it to the output that a text names, as fast as possible.
  ///
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then no incomplete file is left.
  @_documentation(visibility: internal)
  @discardableResult
  public func write(
    to destination: String, as format: OutputFormat? = nil, from start: MediaTime = .zero,
    duration: MediaTime? = nil, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputDestination(destination), as: format, from: start, duration: duration, overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }
}

extension FrameStream {
  /// Renders a part of the stream, for a duration of the standard library, and writes it to the output that a text
  /// names, as fast as possible.
  ///
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then no incomplete file is left.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @discardableResult
  public func write(
    to destination: String, as format: OutputFormat? = nil, from start: MediaTime = .zero, duration: Duration,
    overwrite: Bool = false, publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputDestination(destination), as: format, from: start, duration: MediaTime(duration), overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }
}

extension FrameStream {
  fileprivate mutating func outputs(
    for plans: [OutputPlan], repeats: Bool = false
  ) throws(RenderError) -> [TeeSink.Output] {
    do { return try configuration.outputs(for: plans, repeats: repeats) } catch { throw .format(error) }
  }
}

extension FrameRecorder {
  /// Records into outputs. Cancelling the task also ends waiting for a reader.
  package func write(
    _ frames: some RecordableFrames, to outputs: [TeeSink.Output], rate: FrameRate, waits: Bool,
    _ options: RecordingOptions
  ) async throws -> RecordingResult {
    precondition(!outputs.isEmpty, "a recording needs an output")
    let interruption = try OutputInterruption()
    return try await withTaskCancellationHandler {
      try await record(frames, options.progress, options.publishesPartial) {
        let frameCount = frames.frameCount.map { Int($0) }
        if outputs.count == 1 {
          return try outputs[0].plan.makeSink(
            of: outputs[0].video, rate: rate, frameCount: frameCount, overwrite: options.overwrite,
            interruption: interruption)
        }
        return try TeeSink(
          outputs, rate: rate, frameCount: frameCount, waits: waits, overwrite: options.overwrite,
          interruption: interruption)
      }
    } onCancel: {
      interruption.interrupt()
    }
  }
}
