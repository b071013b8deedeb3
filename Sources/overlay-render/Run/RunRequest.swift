import Dispatch
import OverlayMedia
import OverlayRender

/// What the options of a run request: they do not contradict each other, and nothing is open yet.
struct RunRequest {
  let options: SharedOptions
  /// The time zone; `nil` for the time zone of the system.
  let timeZone: (any CivilTimeZone)?
  /// The files from which the content is read.
  let inputs: [InputFile]
  let messages: Messages
  /// The URL of the live feed that is drawn on; `nil` for none.
  let feedURL: String?

  var isInWindow: Bool { options.pictureInPicture.pip }
  /// Whether frames are made in real time.
  var isLive: Bool { options.time.live || isInWindow || feedURL != nil }

  /// Checks the options that do not depend on the content, or on what is read.
  init(_ options: SharedOptions, timeZone: (any CivilTimeZone)? = nil, reading inputs: [InputFile] = []) throws {
    self.options = options
    self.timeZone = timeZone
    self.inputs = inputs
    feedURL = options.movie.feedURL
    messages = try options.verbosity.messages()
    try options.pictureInPicture.check(options)
    try options.time.checkLive(options.time.live || feedURL != nil)
    // A feed may take long to begin.
    if feedURL != nil { try options.movie.check(for: options.outputs(movie: options.movie.choices())) }
    if let path = options.movie.over { try checkOptions(over: path) }
    guard isLive else { return }
    try refuse(
      ["--tick": options.movie.tick, "--reproducible": options.movie.reproducible],
      "cannot be used with --live: leave one of them out")
  }

  /// Throws if the movie decides what another option requests, or if a live feed cannot have an option.
  private func checkOptions(over path: String) throws(Failure) {
    try checkFileName(path, of: "--over")
    let (picture, time, movie) = (options.picture, options.time, options.movie)
    try refuse(
      [
        "--size": picture.size != nil, "--color-matrix": options.output.colorMatrix != nil,
        "--range": options.output.range != nil,
      ], "cannot be used with --over, because the movie decides it: leave it out")
    try refuse(
      ["--live": time.live && feedURL == nil, "--tick": movie.tick],
      "cannot be used with --over: leave one of them out")
    try refuse(
      ["--background": picture.backgroundColor().alpha != 0],
      "cannot be used with --over, because it covers the movie: leave it out")
    guard let feedURL else { return }
    let destination = OutputDestination(feedURL)
    guard case .network(_, let scheme) = destination, LiveFeed.urlSchemes.contains(scheme) else {
      let schemes = LiveFeed.urlSchemes.listed(with: "or")
      throw Failure(
        .unavailable,
        "--over \(destination.name): live feeds are received over \(schemes): send it with "
          + "ffmpeg -i URL -c copy -f mpegts udp://127.0.0.1:5000, and give --over udp://127.0.0.1:5000")
    }
    try refuse(
      ["--vfr": movie.vfr, "--start movie": time.start == "movie", "--reproducible": movie.reproducible],
      "is for movies in files, and --over is a live feed: leave it out")
  }

  /// Opens the movie of `--over`, or connects to its live feed; `nil` without the option.
  func openMovie() throws -> MovieInput? {
    guard let feedURL else {
      guard let movie = try options.movie.over.map({ try Movie(path: $0) }) else { return nil }
      try movie.checkPictures()
      return .file(movie)
    }
    let destination = OutputDestination(feedURL)
    let note = DispatchWorkItem { [messages] in messages.note("--over \(destination.name): waiting for the feed") }
    DispatchQueue(label: "overlay-render.note").asyncAfter(deadline: .now() + 1, execute: note)
    defer { note.cancel() }
    return .feed(try LiveFeed(feedURL, options: options.streaming.streamOptions(to: destination, messages)))
  }
}
