extension FrameStream {
  /// Draws a stretch of the stream and writes it to a file, a FIFO or standard output, as fast as both can.
  ///
  ///     try await stream.write(to: "clock.y4m", duration: .seconds(10))
  ///     try await stream.write(to: "frames/%05d.png", duration: .seconds(10))
  ///     try await stream.live().write(to: .standardOutput)
  ///
  /// The name decides the format, and the output the pixel format: see ``OfflineFrames/write(to:as:overwrite:publishesPartial:progress:)``.
  ///
  /// - Parameters:
  ///   - destination: Where the frames go: a path, or `-` for standard output.
  ///   - format: The format; `nil` lets the name decide.
  ///   - start: The presentation time at which the stretch begins.
  ///   - duration: The length of the stretch; `nil` for a stream that its reader ends.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the run is cut short.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  /// - Returns: What was done, and how it ended.
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

extension OfflineFrames {
  /// Draws the frames and writes them to a file, a FIFO or standard output, as fast as both can.
  ///
  /// The name decides the format, as in ``OutputPlan``; standard output, FIFOs and devices take Y4M. The pixel format is
  /// that of the configuration if it has one, and otherwise the usual one of the output.
  ///
  /// Drawing and writing happen on a thread of their own. When the task is cancelled, or the reader of a pipe leaves, the
  /// recording ends, and ``RecordingResult/ending`` says how.
  ///
  /// - Parameters:
  ///   - destination: Where the frames go: a path, or `-` for standard output.
  ///   - format: The format; `nil` lets the name decide.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the run is cut short.
  ///   - progress: Takes note of what was done, for others to look at meanwhile.
  /// - Returns: What was done, and how it ended.
  /// - Throws: `OutputPlanError`, `SinkError` or `RenderError`; then nothing half-made is left.
  @discardableResult
  public func write(
    to destination: OutputDestination, as format: OutputFormat? = nil, overwrite: Bool = false,
    publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputPlan(destination, format, pixelFormat: stream.configuration.pixelFormat), overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }

  /// Draws the frames and writes them as a plan says, in its pixel format.
  ///
  /// - Throws: `OutputPlanError.endless` for a stream without an end into a file; `SinkError` or `RenderError`.
  @discardableResult
  public func write(
    to plan: OutputPlan, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let isEndless = (duration ?? .positiveInfinity) == .positiveInfinity
    guard !isEndless || plan.takesEndlessStream(isLive: false) else { throw OutputPlanError.endless(name: plan.name) }
    var frames = self
    frames.stream.configuration.pixelFormat = plan.samplePixelFormat
    return try await FrameRecorder().write(
      frames, frames.stream.configuration, count: frameCount, to: plan, overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }
}

extension LiveFrames {
  /// Writes the frames to a file, a FIFO or standard output when their time comes.
  ///
  /// Formats whose frames have no times of their own, such as Y4M, get every frame of the grid. Otherwise as
  /// ``OfflineFrames/write(to:as:overwrite:publishesPartial:progress:)``.
  @discardableResult
  public func write(
    to destination: OutputDestination, as format: OutputFormat? = nil, overwrite: Bool = false,
    publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputPlan(destination, format, pixelFormat: stream.configuration.pixelFormat), overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }

  /// Writes the frames as a plan says, in its pixel format, when their time comes.
  ///
  /// - Throws: `OutputPlanError.endless` for a stream without an end into one PNG file; `SinkError` or `RenderError`.
  @discardableResult
  public func write(
    to plan: OutputPlan, overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    guard !isEndless || plan.takesEndlessStream(isLive: true) else { throw OutputPlanError.endless(name: plan.name) }
    var frames = self
    frames.stream.configuration.pixelFormat = plan.samplePixelFormat
    frames.repeats = repeats || !plan.format.hasTimestamps
    return try await FrameRecorder().write(
      frames, frames.stream.configuration, count: frameCount, to: plan, overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }
}

extension OutputPlan {
  fileprivate init(_ destination: OutputDestination, _ format: OutputFormat?, pixelFormat: PixelFormat?) throws {
    try self.init(destination: destination, format: format, pixelFormat: pixelFormat)
  }
}

extension FrameRecorder {
  /// Records into the output of a plan; cancelling the task also ends the waiting for a reader.
  fileprivate func write(
    _ frames: some RecordableFrames, _ configuration: RenderConfiguration, count: Int64?, to plan: OutputPlan,
    overwrite: Bool, publishesPartial: Bool, progress: RecordingProgress
  ) async throws -> RecordingResult {
    let video: VideoFormat
    do { video = try configuration.videoFormat() } catch { throw RenderError.format(error) }
    let interruption = try OutputInterruption()
    return try await withTaskCancellationHandler {
      try await record(frames, progress, publishesPartial) {
        try plan.makeSink(
          of: video, rate: configuration.frameRate, frameCount: count.map { Int($0) }, overwrite: overwrite,
          interruption: interruption)
      }
    } onCancel: {
      interruption.interrupt()
    }
  }
}
