import OverlayRender

// Output formats that are planned for a later version. Using one is reported as unavailable instead of unknown.

/// Protocols.
enum PlannedOutputs {
  private static let urlSchemes: Set<String> = [
    "rtmpe", "rtmpt", "rtsp", "rtsps", "rist", "tls", "http", "https", "whip", "ftp", "icecast",
  ]

  /// Throws if the output is of a planned protocol.
  static func check(_ destination: OutputDestination?) throws(Failure) {
    guard let destination, case .network(_, let scheme) = destination, urlSchemes.contains(scheme) else { return }
    throw Failure(
      .unavailable,
      "\(destination.name): sending over \(scheme) is not available in this version: use rtmp, srt or m3u8, or pipe "
        + "y4m into ffmpeg")
  }
}
