import OverlayRender

extension FrameStream {
  /// Returns the pictures of a live feed with the stream's view drawn over them, in real time.
  ///
  /// The view has the size at which the feed is shown.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - clock: The clock.
  ///   - duration: The duration; `nil` or +infinity for the whole feed.
  ///   - frameRate: The rate of the pictures; `nil` for the rate of the feed.
  public func over(
    _ feed: LiveFeed, clock: any MediaClock = HostClock.shared, duration: MediaTime? = nil, frameRate: FrameRate? = nil
  ) -> LiveOverlaidFrames {
    LiveOverlaidFrames(self, over: feed, clock: clock, duration: duration, frameRate: frameRate)
  }
}

extension LiveOverlaidFrames {
  /// Draws the overlay on the feed and writes it to a server, a file, a FIFO or standard output, with its sound.
  ///
  /// The name decides the format, as in ``OverlaidFrames/write(to:as:options:overwrite:publishesPartial:progress:)``.
  /// Every picture is encoded, at a constant rate. The recording ends with the feed, when the task is canceled, or when
  /// the reader of a pipe closes it.
  ///
  /// - Parameters:
  ///   - destination: The output: a URL, a path, or `-` for standard output.
  ///   - container: The container; `nil` lets the name decide.
  ///   - options: The other choices for a movie.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  /// - Returns: The result of the recording. ``LiveFeed/problem`` says why the feed has ended.
  /// - Throws: `OutputPlanError`, `SinkError`, `MediaError` or `RenderError`; then no incomplete file is left.
  @discardableResult
  public func write(
    to destination: OutputDestination, as container: MovieContainer? = nil, options: MovieOptions = MovieOptions(),
    overwrite: Bool = false, publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let plan = try OutputPlan(to: destination, as: container, in: form.pixelFormat, feed.movieOptions(options))
    return try await write(
      to: [plan], overwrite: overwrite, publishesPartial: publishesPartial, progress: progress)
  }

  /// Draws the overlay on the feed and writes it to several outputs, which get the same pictures.
  ///
  ///     let options = feed.movieOptions(MovieOptions(preset: "veryfast"))
  ///     let server = OutputFormat.stream(.rtmp, options, StreamOptions(reconnects: true))
  ///     try await stream.over(feed).write(to: [
  ///       OutputPlan(destination: "rtmp://example.com/live/key", format: server),
  ///       OutputPlan(destination: "recording.mp4", format: .movie(.mp4, options)),
  ///     ])
  ///
  /// An output that fails, is too slow, or whose reader goes away, does not hold up the others: see `TeeSink`.
  ///
  /// - Parameters:
  ///   - plans: The outputs, at least one.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether files get their names even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  /// - Returns: The result of the recording. ``LiveFeed/problem`` says why the feed has ended.
  /// - Throws: `OutputPlanError.picturesDiffer`; `MediaError` or `RenderError`; the error of an output that cannot be
  ///   opened, or if all of them failed, the error of the first one.
  @discardableResult
  public func write(
    to plans: [OutputPlan], overwrite: Bool = false, publishesPartial: Bool = false,
    progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let outputs = try OverlaidOutput.outputs(
      of: feed.movie, in: form.pixelFormat, for: plans, options: feed.movieOptions(MovieOptions()))
    var frames = self
    frames.form = outputs.form
    return try await FrameRecorder().write(
      frames, to: outputs.tee, rate: frameRate, waits: false,
      RecordingOptions(overwrite: overwrite, publishesPartial: publishesPartial, progress: progress))
  }
}

extension LiveFeed {
  /// Returns options for a movie or a stream of the pictures of the feed: with its colors, and with its sound if no
  /// other one is chosen.
  public func movieOptions(_ options: MovieOptions) -> MovieOptions {
    var options = options.keepingPictures(of: movie)
    options.frames = .every
    options.sound = options.sound ?? sound.map { .live($0) }
    return options
  }
}
