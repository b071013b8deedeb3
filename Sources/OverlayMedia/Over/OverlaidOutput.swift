import OverlayRender

/// How an output receives the pictures of a movie or a live feed with an overlay, and what it does not keep.
package struct OverlaidOutput: Sendable {
  /// The form of the pictures.
  package let form: OverlaidFrames.Form
  /// Their format.
  package let video: VideoFormat
  /// What the output changes, in one line each.
  package let notes: [String]
  /// The layout of the pictures.
  private let layout: PictureLayout

  /// Prepares an output.
  ///
  /// - Parameters:
  ///   - movie: The movie, or the description of the feed.
  ///   - pixelFormat: The pixel format if the output accepts any; `nil` for the format of the movie.
  ///   - plan: The plan of the output.
  ///   - options: The choices for a movie.
  /// - Throws: `MediaError.movieSizeNotPossible`, or `RenderError.format`.
  package init(
    of movie: Movie, in pixelFormat: PixelFormat? = nil, for plan: OutputPlan, options: MovieOptions
  ) throws {
    let container = plan.format.container
    let form = OverlaidFrames.Form(
      pixelFormat: plan.pixelFormat == nil ? pixelFormat : plan.samplePixelFormat,
      isUpright: container?.holdsOrientation != true, hasSquarePixels: container?.holdsPixelAspectRatio != true,
      hasConstantRate: plan.format.hasConstantRate || options.frames == .every,
      isReproducible: options.isReproducible)
    let layout = try movie.layout(in: form)
    let video = layout.output
    (self.form, self.layout, self.video) = (form, layout, video)
    let codec = container.flatMap { options.codec(in: $0, for: video.pixelFormat) }
    if let container, let codec { try container.check(video, of: codec, path: movie.path) }
    let isFile = plan.destination?.isNamedFile == true
    var losses = try (container ?? .picturesOnly(named: plan.format.name)).losses(with: options, isFile: isFile)
    // Streams, and all outputs of a live feed, encode one sound.
    let hasOneSound = plan.format.isLiveStream && options.sound == nil || options.sound?.isLive == true
    let isOneSoundOfSeveral = hasOneSound && movie.tracks.count { $0.kind == .audio } > 1
    if plan.format.isLiveStream { losses.removeAll { $0.part == .sound } }
    let isSilenced = options.sound?.isLive == true && container?.holdsSound != true
    notes =
      movie.pictures.notes(
        in: layout, name: plan.format.name, codec: codec, isCodecChosen: options.codec != nil,
        holdsColor: container?.holdsColor == true, path: movie.path)
      + losses.notes.map { "\(movie.path): \($0)" }
      + (isOneSoundOfSeveral && !isSilenced ? ["\(movie.path): only the sound that players choose is sent"] : [])
      + (isSilenced ? ["\(movie.path): sound left out: \(plan.format.name) cannot hold sound"] : [])
  }

  /// Prepares several outputs, which all get the same pictures.
  ///
  /// - Parameters:
  ///   - movie: The movie, or the description of the feed.
  ///   - pixelFormat: The pixel format if an output accepts any; `nil` for the format of the movie.
  ///   - plans: The plans of the outputs, at least one.
  ///   - options: The choices for movies.
  /// - Throws: `OutputPlanError.picturesDiffer`, `MediaError.movieSizeNotPossible`, or `RenderError.format`.
  package static func outputs(
    of movie: Movie, in pixelFormat: PixelFormat? = nil, for plans: [OutputPlan], options: MovieOptions
  ) throws -> (tee: [TeeSink.Output], form: OverlaidFrames.Form, notes: [String]) {
    let outputs = try plans.map { try OverlaidOutput(of: movie, in: pixelFormat, for: $0, options: options) }
    for (plan, output) in zip(plans, outputs) where !output.hasPictures(of: outputs[0]) {
      throw OutputPlanError.picturesDiffer(
        name: plans[0].name, video: outputs[0].video, other: plan.name, otherVideo: output.video)
    }
    let tee = zip(plans, outputs).map { TeeSink.Output($0, $1.video, repeats: true) }
    return (tee, outputs[0].form, outputs.flatMap(\.notes).withoutRepetitions)
  }

  /// Whether the pictures for this output are those for another one.
  private func hasPictures(of other: OverlaidOutput) -> Bool {
    layout == other.layout && form.hasConstantRate == other.form.hasConstantRate
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
        let problem = "its colors are for \(transfer), but \(name) does not say so"
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
