import OverlayRender

// The URLs of live streams, of those that are received as of those that are sent.
extension RedactedURL {
  /// Whether this is the side that is called: the other one connects at any time.
  var isListener: Bool { queryItems.contains { $0 == "listen=1" || $0 == "mode=listener" } }

  private var queryItems: [Substring] {
    url.firstIndex(of: "?").map { url[url.index(after: $0)...].split(separator: "&") } ?? []
  }

  /// The URL for FFmpeg.
  var address: String {
    // For RTMP, listening is an option. In the URL it would be a part of the name of the stream.
    guard isRTMP, isListener, let query = url.firstIndex(of: "?") else { return url }
    let items = queryItems.filter { $0 != "listen=1" }
    return url[..<query] + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// The options of FFmpeg's protocol for receiving.
  var feedOptions: [(name: String, value: String)] {
    if isRTMP { return isListener ? [("listen", "1")] : [("rtmp_live", "live")] }
    // A burst of packets, as a keyframe is, must fit, and packets that do not are lost instead of ending the feed.
    return scheme == "udp" ? [("fifo_size", "50000"), ("overrun_nonfatal", "1")] : []
  }

  /// Returns whether a code of FFmpeg for reading is the end of the feed.
  func isEnd(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> Bool {
    // FFmpeg's RTMP has no other code for a sender that closes the connection.
    isRTMP && status == .inputOutput && !deadline.hasExpired
  }

  private var isRTMP: Bool { StreamProtocol.rtmp.urlSchemes.contains(scheme) }

  private var scheme: String { url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() } ?? "" }

  /// Replaces a code of FFmpeg by an error that names the stream, without its secrets.
  func namingErrors<Result: ~Copyable>(
    _ deadline: ConnectionDeadline, _ body: () throws(FFmpegStatus) -> Result
  ) throws(MediaError) -> Result {
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) { return try body() } catch { throw failure(error, deadline) }
  }

  /// Returns the error for a code of FFmpeg.
  func failure(_ status: FFmpegStatus, _ deadline: ConnectionDeadline) -> MediaError {
    let reason =
      deadline.hasPassed || status == .exit ? "no answer in time" : FFmpegLog.takeError() ?? status.description
    return .streamFailed(name: description, reason: redacting(reason))
  }
}
