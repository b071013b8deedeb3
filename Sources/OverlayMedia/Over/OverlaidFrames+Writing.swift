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
  ///     times; `nil` for that of the movie, or a multiple of it if the movie is slower than ten pictures per second.
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

  /// The number of pictures at the rate, which may differ from that of the movie; `nil` if the movie does not say its
  /// duration.
  package var approximateCount: Int64? {
    if isStill { return 1 }
    let end = Swift.min(end, movie.duration)
    return end.isNumeric ? Swift.max(frameRate.frame(atOrAfter: end) - frameRate.frame(atOrBefore: start), 1) : nil
  }

  /// Draws the overlay on the movie and writes it to a file, a FIFO or standard output.
  ///
  /// The name decides the format. A movie has the times, the colors and the orientation of the original one, its pixel
  /// format and its codec if the container has them and encoding does not take long, and otherwise the defaults of the
  /// container. Standard output, FIFOs and devices use Y4M.
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
    let plan = try OutputPlan(
      destination: destination, format: container.map { .movie($0, options) }, pixelFormat: form.pixelFormat,
      formats: OutputFormat.builtIn + MovieContainer.all.map { .movie($0, options) })
    let output = try OverlaidOutput(self, for: plan, options: options)
    return try await FrameRecorder().write(
      output.frames, of: output.video, rate: frameRate, count: approximateCount, to: plan, overwrite: overwrite,
      publishesPartial: publishesPartial, progress: progress)
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

/// The pictures of a movie in the form of an output, and what is not kept.
package struct OverlaidOutput: Sendable {
  /// The pictures.
  package var frames: OverlaidFrames
  /// Their format.
  package let video: VideoFormat
  /// What the output changes, in one line each.
  package let notes: [String]

  /// Prepares the pictures for an output.
  ///
  /// - Throws: `MediaError.movieSizeNotPossible`, or `RenderError.format`.
  package init(_ frames: OverlaidFrames, for plan: OutputPlan, options: MovieOptions) throws {
    let container = MovieContainer.all.first { $0.name == plan.format.name }
    var frames = frames
    frames.form = OverlaidFrames.Form(
      pixelFormat: plan.pixelFormat == nil ? frames.form.pixelFormat : plan.samplePixelFormat,
      isUpright: container?.holdsOrientation != true, hasSquarePixels: container?.holdsPixelAspectRatio != true,
      hasConstantRate: !plan.format.hasTimestamps || options.frames == .every)
    let layout = try frames.layout()
    let video = layout.output
    self.video = video
    self.frames = frames
    let codec = container.flatMap { options.codec(in: $0, for: video.pixelFormat) }
    if let container, let codec { try container.check(video, of: codec, path: frames.movie.path) }
    let isFile = plan.destination?.isNamedFile == true
    let losses = try (container ?? .picturesOnly(named: plan.format.name)).losses(with: options, isFile: isFile)
    notes =
      frames.movie.pictures.notes(
        in: layout, name: plan.format.name, codec: codec, isCodecChosen: options.codec != nil,
        holdsColor: container?.holdsColor == true, path: frames.movie.path)
      + losses.notes.map { "\(frames.movie.path): \($0)" }
  }
}

extension MovieContainer {
  /// Throws if a codec cannot encode the pictures of a movie in their size.
  fileprivate func check(_ video: VideoFormat, of codec: MovieCodec, path: String) throws(MediaError) {
    func isPossible(_ codec: MovieCodec, _ pixelFormat: PixelFormat) -> Bool {
      video.size == video.size.roundedUp(toMultipleOf: codec.sizeMultiple(in: pixelFormat))
    }
    guard !isPossible(codec, video.pixelFormat) else { return }
    throw .movieSizeNotPossible(
      path: path, size: video.size, pixelFormat: video.pixelFormat, codec: codec,
      alternative: pixelFormats(of: codec).first { isPossible(codec, $0) },
      codecs: codecs.filter { $0.isAvailable && isPossible($0, video.pixelFormat) })
  }
}

extension PictureProperties {
  /// The notes about what an output changes, in one line each.
  ///
  /// - Parameters:
  ///   - name: The name of the output's format.
  ///   - codec: The codec, if the output is a movie.
  ///   - isCodecChosen: Whether the codec is a choice, which needs no note.
  ///   - holdsColor: Whether the output says which colors it has.
  ///   - path: The path of the movie.
  fileprivate func notes(
    in layout: PictureLayout, name: String, codec: MovieCodec?, isCodecChosen: Bool, holdsColor: Bool, path: String
  ) -> [String] {
    var notes: [String] = []
    let target = layout.output.pixelFormat
    if let note = encodingNote(in: target, name: name, codec: codec, isCodecChosen: isCodecChosen) {
      notes.append("\(path): \(note)")
    }
    if layout.pictureTurn != .upright {
      notes.append("\(path): its pictures are turned upright, because \(name) does not say how they are shown")
    }
    if layout.decoded.size != codedSize {
      notes.append("\(path): its pictures get square pixels, because \(name) does not say how wide a pixel is")
    }
    if transferFunction != .standard {
      let transfer = transferFunction == .hybridLogGamma ? "HLG" : "PQ"
      let bits = target.bitsPerComponent > 8 ? "" : ", and 10 bits become 8: colors may show steps"
      notes.append("\(path): the movie is HDR (\(transfer)): white of the overlay has 203 cd/m²\(bits)")
      if !holdsColor {
        let problem = "its colors stay those of \(transfer), but \(name) does not say so"
        notes.append("\(path): \(problem): players show them pale")
      }
    }
    if isInterlaced {
      let isKept = codec?.encodesFields == true
      notes.append(
        "\(path): the movie is interlaced: the overlay is drawn on both fields"
          + (isKept ? "" : ", and the pictures are encoded as progressive ones"))
    }
    return notes
  }
  /// Returns the note about another codec and another pixel format; `nil` if both stay.
  private func encodingNote(
    in target: PixelFormat, name: String, codec: MovieCodec?, isCodecChosen: Bool
  ) -> String? {
    let own = pixelFormatName.replacing("yuvj", with: "yuv", maxReplacements: 1)
    let isConverted = target.name != own && target.colorModel != .rgb
    let alpha = hasAlpha && !target.hasAlpha ? ", without their alpha" : ""
    if let codec, !isCodecChosen, codec.codecName != codecName {
      let conversion = isConverted ? ", and converted from \(own) to \(target)\(alpha)" : ""
      return "its pictures in \(codecName) are encoded as \(codec)\(conversion)"
    }
    guard isConverted else { return nil }
    let encoder = codec.map { "\($0) in \(name)" } ?? name
    return "its pictures in \(own) are converted to \(target) for \(encoder)\(alpha)"
  }
}
