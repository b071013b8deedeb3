import ArgumentParser

/// Options of movies, streams and windows, which a later version brings.
struct LaterOptions: ParsableArguments {
  @Option(help: .hidden) var over: String?
  @Option(help: .hidden) var audio: String?
  @Option(help: .hidden) var codec: String?
  @Option(help: .hidden) var crf: String?
  @Option(help: .hidden) var preset: String?
  @Option(help: .hidden) var bitrate: String?
  @Option(help: .hidden) var keyint: String?
  @Option(help: .hidden) var position: String?
  @Option(help: .hidden) var opacity: String?
  @Option(help: .hidden) var closeAfter: String?
  @Flag(help: .hidden) var pip = false
  @Flag(help: .hidden) var fragmented = false
  @Flag(help: .hidden) var faststart = false
  @Flag(help: .hidden) var reconnect = false
  @Flag(help: .hidden) var linear = false
  @Flag(help: .hidden) var noControls = false
  @Flag(help: .hidden) var another = false

  /// Says so when one of them is given.
  func check() throws(Failure) {
    let given: [(option: String, isGiven: Bool)] = [
      ("--over", over != nil), ("--audio", audio != nil), ("--pip", pip),
      ("--codec", codec != nil), ("--crf", crf != nil), ("--preset", preset != nil), ("--bitrate", bitrate != nil),
      ("--keyint", keyint != nil), ("--fragmented", fragmented), ("--faststart", faststart),
      ("--reconnect", reconnect), ("--position", position != nil), ("--opacity", opacity != nil),
      ("--close-after", closeAfter != nil), ("--linear", linear), ("--no-controls", noControls), ("--another", another),
    ]
    for (option, isGiven) in given where isGiven {
      throw Failure(.unavailable, "\(option) is not in this version: leave it out, or pipe y4m or raw into ffmpeg")
    }
  }
}
