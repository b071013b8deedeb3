import ArgumentParser
import OverlayRender

// Commands that a later version brings. Whatever is given to them, they answer that.

/// A command that this version does not have yet.
protocol LaterCommand: ParsableCommand {
  static var name: String { get }
}

extension LaterCommand {
  func run() throws {
    throw Failure(
      .unavailable,
      "\(Self.name) is not in this version: it has clock, countdown, stopwatch, timecode, text, subtitles, captions and doctor"
    )
  }
}

/// `overlay-render compare`
struct CompareCommand: LaterCommand {
  static let name = "compare"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Measures this tool beside others.", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []
}

/// `overlay-render play`
struct PlayCommand: LaterCommand {
  static let name = "play"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Plays a movie in a floating window.", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []
}

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

/// Formats and protocols that a later version brings.
enum LaterOutputs {
  /// The extensions of each format, by its name.
  static let formats = [
    "nut": ["nut"], "mp4": ["mp4", "m4v"], "mov": ["mov"], "mkv": ["mkv"], "webm": ["webm"], "gif": ["gif"],
    "apng": ["apng"],
  ]

  private static let urlSchemes: Set<String> = [
    "rtmp", "rtmps", "rtmpe", "rtmpt", "rtsp", "rtsps", "rtp", "srt", "rist", "udp", "tcp", "tls", "http", "https",
    "whip", "ftp", "icecast",
  ]

  /// Refuses an output that a later version can write.
  ///
  /// - Parameter format: The name of the format that was asked for; `nil` lets the file name decide.
  static func check(_ destination: OutputDestination?, format: String?) throws(Failure) {
    if case .network(let url, let scheme)? = destination {
      guard urlSchemes.contains(scheme) else { return }
      throw Failure(
        .unavailable, "\(url): sending by \(scheme) is not in this version: pipe y4m into ffmpeg and let it send")
    }
    let fileExtension = destination?.fileExtension ?? ""
    let named = formats.first { $0.value.contains(fileExtension) }?.key
    guard let name = format ?? named, formats[name] != nil else { return }
    throw Failure(
      .unavailable,
      "\(destination?.path.map { "\($0): " } ?? "")\(name) is not in this version: "
        + "write \(OutputFormat.namesThatWrite.listed(with: "or")), and let ffmpeg make a movie of it")
  }
}
