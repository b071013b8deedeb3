import OverlayMedia
import OverlayRender

/// What the content is drawn over.
enum MovieInput {
  /// The pictures of a file.
  case file(Movie)
  /// A movie that is received while it is made.
  case feed(LiveFeed)

  /// The description of the pictures.
  var movie: Movie {
    switch self {
    case .file(let movie): movie
    case .feed(let feed): feed.movie
    }
  }

  /// The movie of a file, whose time the content has.
  var file: Movie? { if case .file(let movie) = self { movie } else { nil } }

  /// The rate of the content.
  var frameRate: FrameRate {
    switch self {
    case .file(let movie): movie.overlayFrameRate
    case .feed(let feed): feed.overlayFrameRate
    }
  }

  /// Returns the choices for a movie of the pictures.
  func choices(_ choices: MovieOptions) -> MovieOptions {
    switch self {
    case .file(let movie): choices.keepingPictures(of: movie)
    case .feed(let feed): feed.movieOptions(choices)
    }
  }
}

extension RenderRun {
  /// The timecode of the first picture of the movie.
  ///
  /// - Throws: `Failure` if there is no movie, or no timecode in it.
  func timecodeOfMovie() throws(Failure) -> String {
    guard let movie = plan.input?.movie else {
      throw Failure(.usage, "--from movie requires --over: give --over MOVIE, or a timecode")
    }
    guard let timecode = movie.timecode else {
      throw Failure(.badData, "--from movie: \(movie.path) has no timecode: give one, such as 10:00:00:00")
    }
    return timecode
  }

  /// Returns the recording of a movie with the overlay of a stream.
  ///
  /// - Parameters:
  ///   - content: The content of the overlay.
  func recording(of stream: FrameStream, over movie: Movie, _ content: RunContent) throws -> Recording {
    let (rate, plans) = (plan.rate, plan.outputs)
    let part = try options.time.part(of: movie, rate: rate)
    if !part.isStill { try plan.checkFrameCount(content) }
    var frames = OverlaidFrames(
      stream, over: movie, from: part.start, to: part.end, isStill: part.isStill, frameRate: rate)
    frames.onEnd = { [notes] ending in
      if let note = movie.note(ending, part) { notes.add(note) }
      guard !part.isStill else { return }
      for note in movie.notes(onPicturesLeftOut: ending, rate) { notes.add(note) }
    }
    var choices = try frames.options(plan.movieChoices(of: content, from: part.start))
    // Outputs of the same pictures have the same times.
    if plans.count > 1, plans.contains(where: { $0.format.hasConstantRate }) { choices.frames = .every }
    let (outputs, form) = try overlaidOutputs(of: movie, choices)
    frames.form = form
    return recording(of: stream, from: .over(frames), outputs, over: movie)
  }

  /// Returns the recording of a live feed with the overlay of a stream.
  func recording(of stream: FrameStream, over feed: LiveFeed, _ content: RunContent) throws -> Recording {
    try plan.checkFrameCount(content)
    let (duration, wallEnd) = plan.liveEnd(endingAt: plan.end(of: content))
    var frames = LiveOverlaidFrames(stream, over: feed, duration: duration, until: wallEnd, frameRate: plan.rate)
    let choices = try feed.movieOptions(plan.movieChoices(of: content, from: .zero))
    let (outputs, form) = try overlaidOutputs(of: feed.movie, choices)
    frames.form = form
    return recording(of: stream, from: .overFeed(frames), outputs, over: feed.movie)
  }

  private func recording(
    of stream: FrameStream, from source: Recording.Source, _ outputs: [TeeSink.Output], over movie: Movie
  ) -> Recording {
    Recording(
      stream: stream, source: source, outputs: outputs, overwrite: options.output.overwrite,
      keepsPartial: options.output.keepPartial, notes: notes,
      blankNote: "nothing is drawn over \(movie.path): the overlay is fully transparent",
      endsWithSound: options.movie.wholeAudio)
  }

  /// Prepares the outputs of pictures with the overlay, which are the same for all.
  private func overlaidOutputs(
    of movie: Movie, _ choices: MovieOptions
  ) throws -> (outputs: [TeeSink.Output], form: OverlaidFrames.Form) {
    let outputs = try OverlaidOutput.outputs(
      of: movie, for: options.outputs(movie: choices), options: choices)
    for note in outputs.notes { notes.add(note) }
    for note in outputs.tee.compactMap({ $0.plan.rateNote(of: plan.rate) }) { notes.add(note) }
    return (outputs.tee, outputs.form)
  }
}

extension Movie {
  /// Returns notes about what is not in the output although it was read.
  fileprivate func notes(onPicturesLeftOut ending: OverlaidFrames.Ending, _ rate: FrameRate) -> [String] {
    func pictures(_ count: Int) -> String { count == 1 ? "1 picture" : "\(count) pictures" }
    var notes: [String] = []
    if ending.untimedCount > 0 {
      notes.append(
        "\(path): \(pictures(ending.untimedCount)) left out: another picture has the same time, or a later one")
    }
    if ending.unshownCount > 0 {
      notes.append(
        "\(path): \(pictures(ending.unshownCount)) left out: there is no frame for each at a rate of \(rate)")
    }
    if ending.hasClosedCaptions {
      notes.append("\(path): closed captions in the pictures (CEA-608, CEA-708) left out: they cannot be kept")
    }
    return notes
  }

  /// Returns a note about a movie whose pictures have been read; `nil` if there is nothing to say.
  ///
  /// - Parameters:
  ///   - ending: What was read.
  ///   - part: The selected part.
  fileprivate func note(_ ending: OverlaidFrames.Ending, _ part: TimeOptions.MoviePart) -> String? {
    let end = ending.lastPicture.end
    if let damage = ending.damage { return "\(path): \(damage)" }
    guard !part.isStill else { return nil }
    if part.end.isNumeric, end + nominalFrameRate.interval < part.end {
      return "\(path): the movie ends at \(end.inSeconds(places: 3)), before the requested end"
    }
    guard ending.lastPicture.start <= .zero else { return nil }
    return "\(path): it is one picture, which lasts \(end.inSeconds(places: 3)): "
      + "to show it longer, make a movie of it with ffmpeg -loop 1 -t 10 -i PICTURE movie.mkv"
  }
}
