import ArgumentParser
import OverlayRender

// Commands, options and output formats that are planned for a later version. Using one is reported as unavailable
// instead of unknown.

/// A command that is not available in this version.
protocol PlannedCommand: ParsableCommand {
  static var name: String { get }
}

extension PlannedCommand {
  func run() throws {
    throw Failure(
      .unavailable,
      "\(Self.name) is not available in this version: "
        + "use clock, countdown, stopwatch, timecode, text, subtitles, play, captions or doctor"
    )
  }
}

/// `overlay-render compare`
struct CompareCommand: PlannedCommand {
  static let name = "compare"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Compare the cost with other tools.", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []
}

/// Options for streams.
struct PlannedOptions: ParsableArguments {
  @Flag(help: .hidden) var reconnect = false

  /// Throws if one of the options is given.
  func check() throws(Failure) {
    if reconnect {
      throw Failure(
        .unavailable, "--reconnect is not available in this version: leave it out, or pipe y4m or raw into ffmpeg")
    }
  }
}

/// Protocols.
enum PlannedOutputs {
  private static let urlSchemes: Set<String> = [
    "rtmp", "rtmps", "rtmpe", "rtmpt", "rtsp", "rtsps", "rtp", "srt", "rist", "udp", "tcp", "tls", "http", "https",
    "whip", "ftp", "icecast",
  ]

  /// Throws if the output is of a planned protocol.
  static func check(_ destination: OutputDestination?) throws(Failure) {
    guard case .network(let url, let scheme)? = destination, urlSchemes.contains(scheme) else { return }
    throw Failure(
      .unavailable, "\(url): sending over \(scheme) is not available in this version: pipe y4m into ffmpeg")
  }
}
