import OverlayRender

/// A protocol in which a live stream is sent to a server, or the form in which a web server delivers one.
public struct StreamProtocol: Sendable, Hashable, CustomStringConvertible {
  /// The name that selects the protocol.
  public let name: String
  /// The URL schemes of the protocol, in lowercase.
  public let urlSchemes: [String]
  /// The file name extensions, for a protocol that consists of files.
  public let fileExtensions: [String]
  /// FFmpeg's name of the muxer.
  let muxerName: String
  /// The container of the stream.
  package let container: MovieContainer

  /// The name.
  public var description: String { name }

  private init(_ name: String, _ urlSchemes: [String], fileExtensions: [String] = [], muxer: String) {
    self.name = name
    self.urlSchemes = urlSchemes
    self.fileExtensions = fileExtensions
    muxerName = muxer
    container = .stream(named: name, muxerName: muxer)
  }

  /// RTMP, which video platforms receive: FLV over TCP, or over TLS with `rtmps`.
  public static let rtmp = StreamProtocol("rtmp", ["rtmp", "rtmps"], muxer: "flv")
  /// SRT, which sends lost packets again: MPEG-TS.
  public static let srt = StreamProtocol("srt", ["srt"], muxer: "mpegts")
  /// UDP, to one receiver or to a multicast group: MPEG-TS. Nobody reports what is lost.
  public static let udp = StreamProtocol("udp", ["udp"], muxer: "mpegts")
  /// RTP: MPEG-TS.
  public static let rtp = StreamProtocol("rtp", ["rtp"], muxer: "rtp_mpegts")
  /// TCP: MPEG-TS.
  public static let tcp = StreamProtocol("tcp", ["tcp"], muxer: "mpegts")
  /// HLS: a playlist of the latest segments, each of two seconds or more and complete when it is listed, for a web
  /// server.
  public static let hls = StreamProtocol("hls", [], fileExtensions: ["m3u8"], muxer: "hls")

  /// All protocols.
  public static let all: [StreamProtocol] = [.rtmp, .srt, .udp, .rtp, .tcp, .hls]

  /// Whether the stream consists of files. A server is not needed then.
  var writesFiles: Bool { !fileExtensions.isEmpty }

  /// The time without an answer after which a connection counts as lost, if what was sent meanwhile does not fail. In
  /// SRT it is five seconds (`SRTO_PEERIDLETIMEO`).
  var silence: MediaTime? { self == .srt ? .seconds(5) : nil }

  /// The options of FFmpeg's protocol.
  var connectionOptions: [(name: String, value: String)] {
    switch self {
    // Seven packets of MPEG-TS, which fit in a packet of Ethernet. That of RTP has a header, too.
    case .udp: [("pkt_size", "1316")]
    case .rtp: [("pkt_size", "1328")]
    // Seconds in which what is not sent yet is sent after the end.
    case .srt: [("linger", "1")]
    default: []
    }
  }

  /// The options of the muxer.
  ///
  /// - Parameters:
  ///   - path: The path of the playlist, for a protocol of files.
  ///   - keyframeInterval: The time from a keyframe to the next one, where the next segment begins.
  ///   - continues: Whether a part of the stream was sent before. The numbers of segments in a playlist must not start
  ///     again (RFC 8216, section 6.2.2).
  func muxerOptions(path: String, keyframeInterval: MediaTime, continues: Bool) -> [(name: String, value: String)] {
    switch self {
    // The server knows that a live stream has no duration; the connection cannot go back to write it.
    case .rtmp: [("flvflags", "no_duration_filesize")]
    case .hls:
      [
        // A keyframe must not be a rounded clock tick too early to begin a segment.
        ("hls_time", (keyframeInterval.seconds - 0.00001).description),
        ("hls_list_size", "6"), ("hls_delete_threshold", "3"),
        ("hls_flags", "delete_segments+independent_segments" + (continues ? "+append_list" : "")),
        ("hls_segment_filename", Self.segmentPattern(path)),
      ]
    default: []
    }
  }

  /// Returns the pattern of the names of segments: `live-%05d.ts` for `live.m3u8`.
  static func segmentPattern(_ path: String) -> String {
    let name = path.hasSuffix(".m3u8") ? String(path.dropLast(5)) : path
    return name.replacing("%", with: "%%") + "-%05d.ts"
  }
}

extension OutputFormat {
  /// Returns the format of live streams in a protocol. A URL alone selects it with the default choices.
  ///
  ///     let format = OutputFormat.stream(.rtmp, MovieOptions(bitRate: 2_500_000), StreamOptions(reconnects: true))
  ///     try await stream.live().write(to: "rtmp://example.com/live/key", as: format)
  public static func stream(
    _ streamProtocol: StreamProtocol, _ movie: MovieOptions = MovieOptions(), _ options: StreamOptions = StreamOptions()
  ) -> OutputFormat {
    var format = OutputFormat(
      name: streamProtocol.name, fileExtensions: streamProtocol.fileExtensions.map { FileExtension($0) },
      urlSchemes: streamProtocol.urlSchemes, pixelFormats: [.yuv420p], defaultPixelFormat: .yuv420p,
      hasTimestamps: true, repeatsLiveFrames: true,
      files: streamProtocol.writesFiles ? .segments(pattern: StreamProtocol.segmentPattern) : .one
    ) { request in
      try StreamSink(request, streamProtocol, movie, options)
    }
    format.details = streamProtocol.container
    return format
  }

  /// The formats of live streams, with the default choices.
  public static let streams: [OutputFormat] = StreamProtocol.all.map { stream($0) }
}
