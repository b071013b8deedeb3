import OverlayRender

/// A movie that is received while it is made: the stream of a camera, a mixer or a server.
///
///     let feed = try LiveFeed("srt://127.0.0.1:9000?mode=listener")
///     try await FrameStream(ClockText(), size: feed.naturalSize).over(feed).write(to: "rtmp://example.com/live/key")
///
/// Its pictures and its sound are received, decoded and kept by a thread until they are due: 200 ms after the one with
/// the longest delay can have arrived. What was sent before the connection is left out.
public final class LiveFeed: Sendable {
  /// The URL without its secrets.
  public var name: String { receiver.name }
  /// The size in pixels at which the pictures are shown.
  public var naturalSize: PixelSize { movie.naturalSize }
  /// The nominal frame rate.
  public var nominalFrameRate: FrameRate { movie.nominalFrameRate }
  /// The sound; `nil` if there is none.
  public var sound: LiveSound? { receiver.soundFormat.map { _ in LiveSound(receiver: receiver) } }
  /// The number of times that a lost connection was made again.
  public var reconnections: Int64 { receiver.reconnections }
  /// Why the feed has ended; `nil` if it has not, or if the sender ended it.
  public var problem: MediaError? { receiver.problem }

  /// The description of the feed. Its path is the name.
  package let movie: Movie

  let receiver: FeedReceiver

  /// The URL schemes of live feeds, in lowercase.
  package static let urlSchemes = StreamProtocol.all.flatMap(\.urlSchemes)

  /// Connects, and waits for the first picture.
  ///
  /// A URL in which this is the side that is called, such as `srt://127.0.0.1:9000?mode=listener`,
  /// `tcp://127.0.0.1:9000?listen=1` or `rtmp://127.0.0.1/live/key?listen=1`, waits for the sender without a limit.
  ///
  /// - Parameters:
  ///   - url: The URL, with one of the schemes `rtmp`, `rtmps`, `srt`, `udp`, `rtp` and `tcp`.
  ///   - options: Whether the connection is made again, and who is informed. Another connection may have pictures of
  ///     another size, which are scaled.
  ///   - clock: The clock of the real time.
  /// - Throws: `MediaError.streamFailed` if no feed answers within ten seconds, unless it reconnects; `noPictures`,
  ///   `streamURLNotValid`, `decoderMissing`, `movieUnreadable`, `pictureTooLarge` or `librariesMissing` (or
  ///   `librariesOfOtherVersion`).
  public init(
    _ url: String, options: StreamOptions = StreamOptions(), clock: any MediaClock = HostClock.shared
  ) throws(MediaError) {
    try FFmpegLibraries.load()
    receiver = FeedReceiver(try StreamURL(OutputDestination(url).fileOrURL ?? url), options, clock: clock)
    movie = try receiver.open()
  }

  deinit {
    receiver.abort()
  }

  /// Ends the connection, and waits for that for a second at most. Pictures that are drawn over the feed end.
  public func close() {
    receiver.close()
  }
}
