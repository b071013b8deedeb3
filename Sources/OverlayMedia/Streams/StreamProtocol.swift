import OverlayRender

/// A protocol in which a live stream is sent to a server, or the form in which a web server delivers one.
///
/// The properties are all that the code asks about a protocol. Each protocol is described in a file of its own.
public struct StreamProtocol: Sendable, Hashable, CustomStringConvertible {
  /// The name that selects the protocol.
  public let name: String
  /// The URL schemes of the protocol, in lowercase.
  package let urlSchemes: [String]
  /// The file name extensions, for a protocol that consists of files.
  public let fileExtensions: [String]
  /// FFmpeg's name of the muxer.
  let muxerName: String
  /// What carries the stream.
  let transport: Transport
  /// The URL schemes whose connections have TLS.
  var secureSchemes: [String] = []
  /// The port of a URL without one; `nil` if each URL has one.
  var defaultPort: Int?
  /// Returns whether an item of the query of a URL makes this the side that is called.
  var isListening: @Sendable (_ queryItem: Substring) -> Bool = { _ in false }
  /// Whether FFmpeg listens because of an option, and takes the item of the query for a part of the name of the stream.
  var listensByOption = false
  /// Whether FFmpeg reports an error of reading when the sender closes the connection.
  var endsWithError = false
  /// The time without an answer after which the protocol itself ends a connection, if what was sent meanwhile does not
  /// fail.
  var silence: MediaTime?
  /// The options of FFmpeg's protocol for sending.
  var sendingOptions: Options = []
  /// Returns the options of FFmpeg for receiving.
  var receivingOptions: @Sendable (_ isListener: Bool) -> Options = { _ in [] }
  /// Returns the options of the muxer, for the path of a playlist, the time from a keyframe to the next one, where a
  /// segment may begin, and whether a part of the stream was sent before.
  var muxerOptions: @Sendable (_ path: String, _ keyframeInterval: MediaTime, _ continues: Bool) -> Options =
    { _, _, _ in [] }
  /// Returns what is wrong with a URL, besides its host and its port.
  var problem: @Sendable (StreamURL) -> String? = { _ in nil }
  /// Returns why a server refuses a connection, if FFmpeg does not say more than that reading or writing failed.
  var refusal: @Sendable (StreamURL) -> String? = { _ in nil }

  /// Options of FFmpeg.
  typealias Options = [(name: String, value: String)]

  /// What carries a stream.
  enum Transport: Sendable {
    /// A connection of TCP.
    case tcp
    /// Packets of UDP without a connection: the receiver waits on its port.
    case udp
    /// A connection that consists of packets of UDP.
    case connectionOverUDP
    /// Files, which need no server.
    case files
  }

  /// All protocols.
  public static let all: [StreamProtocol] = [.rtmp, .srt, .udp, .rtp, .tcp, .hls]

  /// The name.
  public var description: String { name }

  /// Returns whether two protocols have the same name.
  public static func == (left: StreamProtocol, right: StreamProtocol) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The container of the stream.
  package var container: MovieContainer { .stream(named: name, muxerName: muxerName) }

  /// The URL schemes of all protocols whose connections have TLS.
  package static var secureSchemes: [String] { all.flatMap(\.secureSchemes) }
}

extension OutputFormat {
  /// Returns the format of live streams in a protocol. A URL alone selects it with the default choices.
  ///
  ///     let format = OutputFormat.stream(.rtmp, MovieOptions(bitRate: 2_500_000), StreamOptions(reconnects: true))
  ///     try await stream.live().write(to: "rtmp://example.com/live/key", as: format)
  public static func stream(
    _ streamProtocol: StreamProtocol, _ movie: MovieOptions = MovieOptions(), _ options: StreamOptions = StreamOptions()
  ) -> OutputFormat {
    let container = streamProtocol.container
    var format = OutputFormat(
      name: streamProtocol.name, fileExtensions: streamProtocol.fileExtensions.map { FileExtension($0) },
      urlSchemes: streamProtocol.urlSchemes, pixelFormats: container.pixelFormats,
      defaultPixelFormat: container.pixelFormats.first, hasTimestamps: true, repeatsLiveFrames: true,
      files: streamProtocol.transport == .files ? .segments(pattern: StreamProtocol.segmentPattern) : .one
    ) { request in
      try StreamSink(request, streamProtocol, movie, options)
    }
    format.details = container
    return format
  }

  /// The formats of live streams, with the default choices.
  public static let streams: [OutputFormat] = StreamProtocol.all.map { stream($0) }
}
