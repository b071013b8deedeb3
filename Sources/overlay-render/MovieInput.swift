import OverlayMedia
import OverlayRender

extension SharedOptions {
  /// Opens the movie of `--over`; `nil` without the option.
  ///
  /// - Throws: `Failure` if the movie decides what another option requests, or `MediaError`.
  func openMovie() throws -> Movie? {
    guard let path = movie.over else { return nil }
    try checkFileName(path, of: "--over")
    let decided = [
      ("--size", picture.size != nil), ("--color-matrix", output.colorMatrix != nil), ("--range", output.range != nil),
    ]
    for (option, isGiven) in decided where isGiven {
      throw Failure(.usage, "\(option) cannot be used with --over, because the movie decides it: leave it out")
    }
    for (option, isGiven) in [("--live", time.live), ("--tick", movie.tick)] where isGiven {
      throw Failure(.usage, "\(option) cannot be used with --over: leave one of them out")
    }
    guard try picture.backgroundColor().alpha == 0 else {
      throw Failure(.usage, "--background cannot be used with --over, because it covers the movie: leave it out")
    }
    return try Movie(path: path)
  }
}

/// Throws if an option that names a movie or a sound file names no file.
func checkFileName(_ name: String, of option: String) throws(Failure) {
  if name.isEmpty { throw Failure(.usage, "\(option): the file name is empty: give the name of a file") }
  if name == "-" {
    let problem = "\(option): movies and sound are read from files, and not from standard input"
    throw Failure(.usage, "\(problem): save it with ffmpeg -i - -c copy movie.mkv, and give that file")
  }
}

extension String {
  /// The name of the file of a path, for people.
  var fileName: String { split(separator: "/").last.map { String($0) } ?? self }
}

extension RenderRun {
  /// The timecode of the first picture of the movie.
  ///
  /// - Throws: `Failure` if there is no movie, or no timecode in it.
  func timecodeOfMovie() throws(Failure) -> String {
    guard let movie else {
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
    if plan.holdsOneFrameOnly, !part.isStill { throw oneFrameOnly(content) }
    var frames = OverlaidFrames(
      stream, over: movie, from: part.start, to: part.end, isStill: part.isStill, frameRate: rate)
    frames.onEnd = { [notes] lastPicture, damage, hasClosedCaptions in
      if let note = movie.note(endingWith: lastPicture, damage, part) { notes.add(note) }
      if hasClosedCaptions, !part.isStill {
        notes.add("\(movie.path): closed captions in the pictures (CEA-608, CEA-708) left out: they cannot be kept")
      }
    }
    let choices = try frames.options(movieChoices(of: content, from: part.start))
    let plan = try options.output.plan(movie: choices)
    let output = try OverlaidOutput(frames, for: plan, options: choices)
    for note in output.notes { notes.add(note) }
    return Recording(
      stream: stream, source: .over(output.frames), plan: plan, video: output.video,
      overwrite: options.output.overwrite, keepsPartial: options.output.keepPartial, notes: notes,
      blankNote: "nothing is drawn over \(movie.path): the overlay is fully transparent",
      endsWithSound: options.movie.wholeAudio)
  }
}

extension Movie {
  /// Returns a note about a movie whose pictures have been read; `nil` if there is nothing to say.
  ///
  /// - Parameters:
  ///   - lastPicture: The time of the last picture that was read.
  ///   - damage: The damage that was found.
  ///   - part: The selected part.
  fileprivate func note(
    endingWith lastPicture: MediaTimeRange, _ damage: MovieDamage?, _ part: TimeOptions.MoviePart
  ) -> String? {
    let end = lastPicture.end
    if let damage { return "\(path): \(damage)" }
    guard !part.isStill else { return nil }
    if part.end.isNumeric, end + nominalFrameRate.interval < part.end {
      return "\(path): the movie ends at \(end.inSeconds(places: 3)), before the requested end"
    }
    guard lastPicture.start <= .zero else { return nil }
    return "\(path): it is one picture, which lasts \(end.inSeconds(places: 3)): "
      + "to show it longer, make a movie of it with ffmpeg -loop 1 -t 10 -i PICTURE movie.mkv"
  }
}
