import Glibc
import OverlayMedia
import OverlayRender

extension SharedOptions {
  /// Opens the movie of `--over`; `nil` without the option.
  ///
  /// - Throws: `Failure` if the movie decides what another option requests, or `MediaError`.
  func openMovie() throws -> Movie? {
    guard let path = movie.over else { return nil }
    if path.isEmpty { throw Failure(.usage, "--over: the file name is empty: give a movie") }
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
    guard access(path, F_OK) == 0 else { throw Failure(.noInput, "\(path): no such movie: check the name") }
    return try Movie(path: path)
  }
}

extension RenderRun {
  /// Returns the recording of a movie with the overlay of a stream.
  ///
  /// - Parameters:
  ///   - content: The content of the overlay.
  func recording(of stream: FrameStream, over movie: Movie, _ content: RunContent) throws -> Recording {
    let part = try options.time.part(of: movie, rate: rate)
    if plan.holdsOneFrameOnly, !part.isStill { throw oneFrameOnly(content) }
    var frames = OverlaidFrames(
      stream, over: movie, from: part.start, to: part.end, isStill: part.isStill, frameRate: rate)
    frames.onDamage = { [notes] in
      notes.add("\(movie.path): the movie is damaged or cut off: what can be decoded is written")
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
