import OverlayRender

extension FrameStream {
  /// Returns the pictures of a movie with the stream's view drawn over them.
  ///
  /// The view has the time of the movie, and the size at which the movie is shown. A clock shows the wall time of
  /// `RenderConfiguration.start` at the beginning of the movie.
  ///
  /// - Parameters:
  ///   - movie: The movie.
  ///   - start: The time in the movie at which the pictures begin.
  ///   - duration: The duration; `nil` for the rest of the movie.
  ///   - frameRate: The rate at which the view may change during a picture that lasts long, and of outputs without
  ///     times; `nil` for the rate of the movie, or a multiple if the movie is slower than ten pictures per second.
  public func over(
    _ movie: Movie, from start: MediaTime = .zero, duration: MediaTime? = nil, frameRate: FrameRate? = nil
  ) -> OverlaidFrames {
    OverlaidFrames(
      self, over: movie, from: start, to: duration.map { start + $0 } ?? .positiveInfinity, frameRate: frameRate)
  }
}

extension OverlaidFrames {
  /// Creates the pictures of a part of a movie, or of one picture of it.
  package init(
    _ stream: FrameStream, over movie: Movie, from start: MediaTime, to end: MediaTime, isStill: Bool = false,
    frameRate: FrameRate? = nil
  ) {
    var stream = stream
    form = Form(pixelFormat: stream.configuration.pixelFormat)
    stream.configuration.size = movie.naturalSize
    stream.configuration.frameRate = frameRate ?? movie.overlayFrameRate
    stream.configuration.pixelFormat = nil
    self.movie = movie
    self.stream = stream
    (self.start, self.end) = (start, end)
    self.isStill = isStill
  }

  /// The number of pictures at the rate; the movie may have another number. `nil` if the movie does not say its
  /// duration.
  package var frameCount: Int64? {
    if isStill { return 1 }
    let end = Swift.min(end, movie.duration)
    return end.isNumeric ? Swift.max(frameRate.frame(atOrAfter: end) - frameRate.frame(atOrBefore: start), 1) : nil
  }

  /// Draws the overlay on the movie and writes it to a file, a FIFO or standard output.
  ///
  /// The name decides the format. A movie has the times, the colors and the orientation of the original one, its pixel
  /// format and its codec if the container has them and encoding does not take long, and otherwise the defaults of the
  /// container. Standard output, FIFOs and devices use Y4M. A live stream gets every frame of the rate in real time,
  /// and one track of sound.
  ///
  /// Decoding, drawing and writing happen on a separate thread. The recording ends when the task is canceled or the
  /// reader of a pipe closes it; `RecordingResult.ending` says which.
  ///
  /// - Parameters:
  ///   - destination: The output: a path, or `-` for standard output.
  ///   - container: The container; `nil` lets the name decide.
  ///   - options: The other choices for a movie.
  ///   - overwrite: Whether existing files are replaced.
  ///   - publishesPartial: Whether a file gets its name even if the recording is cut short.
  ///   - progress: Receives the progress of the recording.
  /// - Returns: The result of the recording.
  /// - Throws: `OutputPlanError`, `SinkError`, `MediaError` or `RenderError`; then no incomplete file is left.
  @discardableResult
  public func write(
    to destination: OutputDestination, as container: MovieContainer? = nil, options: MovieOptions = MovieOptions(),
    overwrite: Bool = false, publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    let options = self.options(options)
    let plan = try OutputPlan(to: destination, as: container, in: form.pixelFormat, options)
    let output = try OverlaidOutput(of: movie, in: form.pixelFormat, for: plan, options: options)
    var frames = self
    frames.form = output.form
    return try await FrameRecorder().write(
      frames, to: [TeeSink.Output(plan, output.video)], rate: frameRate, waits: true,
      RecordingOptions(overwrite: overwrite, publishesPartial: publishesPartial, progress: progress))
  }

  /// Draws the overlay on the movie and writes it to the output that a text names.
  ///
  /// - Throws: `OutputPlanError`, `SinkError`, `MediaError` or `RenderError`; then no incomplete file is left.
  @_documentation(visibility: internal)
  @discardableResult
  public func write(
    to destination: String, as container: MovieContainer? = nil, options: MovieOptions = MovieOptions(),
    overwrite: Bool = false, publishesPartial: Bool = false, progress: RecordingProgress = RecordingProgress()
  ) async throws -> RecordingResult {
    try await write(
      to: OutputDestination(destination), as: container, options: options, overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
  }
}

extension OverlaidFrames {
  /// Returns the options for a movie of these pictures, with the other tracks of the original movie.
  package func options(_ options: MovieOptions) -> MovieOptions {
    var options = options.keepingPictures(of: movie, from: isStill ? .zero : start)
    if !isStill {
      options.keptTracks =
        options.keptTracks ?? MovieTracks(path: movie.path, from: start, to: end)
    }
    return options
  }
}

extension MovieOptions {
  /// Returns the options for a movie of the pictures of another one.
  ///
  /// - Parameter start: The time in the other movie at which the pictures begin.
  package func keepingPictures(of movie: Movie, from start: MediaTime = .zero) -> MovieOptions {
    var options = self
    options.source = SourceMovie(pictures: movie.pictures, start: start)
    return options
  }
}

extension OutputPlan {
  /// Creates a plan for pictures that are drawn over others.
  init(
    to destination: OutputDestination, as container: MovieContainer?, in pixelFormat: PixelFormat?,
    _ options: MovieOptions
  ) throws {
    try self.init(
      destination: destination, format: container.map { .movie($0, options) }, pixelFormat: pixelFormat,
      formats: OutputFormat.builtIn + MovieContainer.all.map { .movie($0, options) }
        + StreamProtocol.all.map { .stream($0, options) })
  }
}
