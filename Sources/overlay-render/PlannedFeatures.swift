import ArgumentParser
import OverlayRender

// Options and output formats that are planned for a later version. Using one is reported as unavailable
// instead of unknown.

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
