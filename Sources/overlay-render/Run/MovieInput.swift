import Dispatch
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

  /// The movie of a file, whose time is that of the content.
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

extension SharedOptions {
  /// Opens the movie of `--over`; `nil` without the option.
  ///
  /// - Throws: `Failure` if the movie decides what another option requests, or `MediaError`.
  func openMovie() throws -> MovieInput? {
    guard let path = movie.over else { return nil }
    try checkFileName(path, of: "--over")
    let decided = [
      ("--size", picture.size != nil), ("--color-matrix", output.colorMatrix != nil), ("--range", output.range != nil),
    ]
    for (option, isGiven) in decided where isGiven {
      throw Failure(.usage, "\(option) cannot be used with --over, because the movie decides it: leave it out")
    }
    let isFile = movie.feedURL == nil
    for (option, isGiven) in [("--live", time.live && isFile), ("--tick", movie.tick)] where isGiven {
      throw Failure(.usage, "\(option) cannot be used with --over: leave one of them out")
    }
    guard try picture.backgroundColor().alpha == 0 else {
      throw Failure(.usage, "--background cannot be used with --over, because it covers the movie: leave it out")
    }
    return try movie.feedURL.map { .feed(try openFeed($0)) } ?? .file(Movie(path: path))
  }

  /// Connects to a live feed.
  private func openFeed(_ url: String) throws -> LiveFeed {
    let destination = OutputDestination(url)
    guard case .network(_, let scheme) = destination, LiveFeed.urlSchemes.contains(scheme) else {
      let schemes = LiveFeed.urlSchemes.listed(with: "or")
      throw Failure(
        .unavailable,
        "--over \(destination.name): live feeds are received over \(schemes): send it with "
          + "ffmpeg -i URL -c copy -f mpegts udp://127.0.0.1:5000, and give --over udp://127.0.0.1:5000")
    }
    for (option, isGiven) in [
      ("--vfr", movie.vfr), ("--start movie", time.start == "movie"), ("--reproducible", movie.reproducible),
    ] where isGiven {
      throw Failure(.usage, "\(option) is for movies in files, and --over is a live feed: leave it out")
    }
    let messages = try output.messages()
    let note = DispatchWorkItem { messages.note("--over \(destination.name): waiting for the feed") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: note)
    defer { note.cancel() }
    return try LiveFeed(url, options: output.streamOptions(to: destination, messages))
  }
}

extension RenderRun {
  /// The timecode of the first picture of the movie.
  ///
  /// - Throws: `Failure` if there is no movie, or no timecode in it.
  func timecodeOfMovie() throws(Failure) -> String {
    guard let movie = input?.movie else {
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
    let part = try options.time.part(of: movie, rate: rate)
    if let plan = plans.first(where: \.holdsOneFrameOnly), !part.isStill { throw oneFrameOnly(plan, content) }
    var frames = OverlaidFrames(
      stream, over: movie, from: part.start, to: part.end, isStill: part.isStill, frameRate: rate)
    frames.onEnd = { [notes, rate] ending in
      if let note = movie.note(ending, part) { notes.add(note) }
      guard !part.isStill else { return }
      for note in movie.notes(onPicturesLeftOut: ending, rate) { notes.add(note) }
    }
    var choices = try frames.options(movieChoices(of: content, from: part.start))
    // Outputs of the same pictures have the same times.
    if plans.count > 1, plans.contains(where: { !$0.format.hasTimestamps || $0.isStream }) { choices.frames = .every }
    let (outputs, form) = try overlaidOutputs(of: movie, choices)
    frames.form = form
    return recording(of: stream, from: .over(frames), outputs, over: movie)
  }

  /// Returns the recording of a live feed with the overlay of a stream.
  ///
  /// - Parameter end: The end of the content, if it ends the run.
  func recording(
    of stream: FrameStream, over feed: LiveFeed, until end: RunContent.End?, _ content: RunContent
  ) throws -> Recording {
    if let plan = plans.first(where: \.holdsOneFrameOnly) { throw oneFrameOnly(plan, content) }
    let (duration, wallEnd) = liveEnd(endingAt: end)
    var frames = LiveOverlaidFrames(stream, over: feed, duration: duration, until: wallEnd, frameRate: rate)
    let (outputs, form) = try overlaidOutputs(of: feed.movie, feed.movieOptions(movieChoices(of: content, from: .zero)))
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
      of: movie, for: options.output.plans(movie: choices), options: choices)
    for note in outputs.notes { notes.add(note) }
    for note in outputs.tee.compactMap({ $0.plan.rateNote(of: rate) }) { notes.add(note) }
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
