import CFFmpeg
import OverlayRender

/// Sends the pictures of a stream to a server in real time, at a constant rate.
///
/// The pictures are encoded and sent on a thread of their own. A server that is slow, or goes away, stops nothing: the
/// frames that it does not get are counted in ``framesLost``. With ``StreamOptions/reconnects``, the connection is made
/// again, and begins with headers and a keyframe.
///
///     try await stream.live().write(to: "rtmp://example.com/live/key")
///
/// Pictures that come faster than in real time, such as pictures of a stream that is not live, are sent in real time.
public final class StreamSink: FrameSink {
  /// The URL of the server without its secrets, or the path of the playlist.
  public let name: String
  /// Called after each frame.
  public var onProgress: ((any FrameSink) -> Void)?
  /// The number of frames that were sent.
  public var framesWritten: Int64 { sender.counts.sent }
  /// The number of sent frames with the picture of the frame before.
  public var framesRepeated: Int64 { sender.counts.repeated }
  /// The number of frames that were not sent. Those that the system or the network still held when a connection broke
  /// do not count.
  public var framesLost: Int64 { sender.counts.lost }
  /// The number of sent frames that an SRT server may not have got: the frames of the five seconds before its
  /// connection was lost.
  public var framesUnconfirmed: Int64 { sender.counts.unconfirmed }
  /// The number of times that a lost connection was made again.
  public var reconnections: Int64 { sender.counts.reconnections }
  /// The number of bytes that were sent or written so far, including the container.
  public var bytesWritten: Int64 { sender.counts.bytes }

  private let sender: StreamSender
  private let video: VideoFormat
  private let rate: FrameRate
  private let playlistPath: String?
  private let interruption: OutputInterruption
  private let clock: any MediaClock
  private var pace: StreamPace?
  private var nextFrame: Int64 = 0
  private var latest: PixelBuffer?
  private var isOpen = true

  /// Checks the choices and begins. The connection is made with the first picture.
  ///
  /// - Parameters:
  ///   - request: The destination, the format of the samples and the rate.
  ///   - streamProtocol: The protocol.
  ///   - movie: The choices for the pictures and the sound.
  ///   - options: The choices for the connection.
  ///   - clock: The clock of the real time.
  /// - Throws: `MediaError` or `SinkError`.
  public init(
    _ request: OutputRequest, _ streamProtocol: StreamProtocol, _ movie: MovieOptions = MovieOptions(),
    _ options: StreamOptions = StreamOptions(), clock: any MediaClock = HostClock.shared
  ) throws {
    let container = streamProtocol.container
    name = request.destination?.name ?? streamProtocol.name
    video = request.video
    rate = request.rate
    self.clock = clock
    try container.check(movie, pixelFormat: request.video.pixelFormat)
    try FFmpegLibraries.load(for: .writing)
    let hasSoundOfPictures = movie.sound == nil && movie.keptTracks != nil && movie.source != nil
    let movie = try movie.withSoundOfTracks()
    if let sound = movie.sound { _ = try container.open(sound) }
    playlistPath = streamProtocol.transport == .files ? request.destination?.path : nil
    if let playlistPath {
      try LineOutput.check(path: playlistPath, overwrite: request.overwrite)
      try LineOutput.checkFolder(of: playlistPath)
    }
    let codec = try container.checkedCodec(for: request.video, options: movie)
    do {
      interruption = try request.interruption ?? OutputInterruption()
      let url = try StreamURL(request.destination?.fileOrURL ?? "", sentIn: streamProtocol)
      FFmpegLog.hideSecrets(of: url.text)
      let stream = StreamDescription(
        url: url, path: playlistPath, video: video, codec: codec, rate: rate, options: movie,
        hasSoundOfPictures: hasSoundOfPictures, verifiesServer: options.verifiesServer, limits: options.limits)
      sender = try StreamSender(stream, options, clock: clock)
    } catch let error as SystemError {
      throw SinkError.cannotCreate(path: name, error: error)
    }
  }

  deinit {
    // The thread would wait for frames that never come.
    sender.abort()
  }

  /// Sends the next changed sample, and the frames before it with the picture before.
  ///
  /// - Throws: `SinkError.interrupted`, or what ended the connection.
  public func write(_ sample: SampleBuffer) throws {
    guard isOpen else { throw SinkError.notOpen(name: name) }
    guard sample.presentationTime.isNumeric else {
      throw SinkError.timeNotNumeric(time: sample.presentationTime.description)
    }
    guard let picture = sample.pixelBuffer else { return }
    guard picture.format == video else { throw SinkError.formatChanged(name: name) }
    let frame = rate.frame(atOrBefore: sample.presentationTime)
    if pace == nil {
      pace = StreamPace(rate: rate, firstFrame: frame, start: clock.time)
      nextFrame = frame
    }
    try repeatPicture(before: frame)
    latest = picture
    try repeatPicture(before: frame + 1)
  }

  /// Holds the last picture until `end` (exclusive), and ends the connection.
  ///
  /// - Throws: `SinkError.interrupted`, or what ended the connection.
  public func finish(at end: MediaTime) throws {
    guard isOpen else { return }
    guard end.isNumeric else { throw SinkError.timeNotNumeric(time: end.description) }
    try repeatPicture(before: rate.frame(atOrAfter: end))
    try close()
  }

  /// Ends the connection.
  public func finishEarly(at end: MediaTime, publishes: Bool) throws -> String? {
    guard isOpen else { return nil }
    try close(isEarly: true)
    return framesWritten > 0 ? playlistPath : nil
  }

  /// Ends the connection at once.
  public func abandon() {
    isOpen = false
    sender.close()
  }

  private func repeatPicture(before end: Int64) throws {
    guard let latest, let pace else { return }
    while nextFrame < end {
      let delay = pace.delay(ofFrame: nextFrame, at: clock.time)
      if delay > 0 {
        try interruption.wait(nanoseconds: delay, writing: name)
      } else if interruption.isRequested {
        throw SinkError.interrupted(name: name)
      }
      try sender.append(StreamFrame(picture: latest, number: nextFrame))
      nextFrame += 1
      onProgress?(self)
    }
  }

  private func close(isEarly: Bool = false) throws {
    isOpen = false
    try sender.finish(at: nextFrame, isEarly: isEarly)
    onProgress?(self)
  }
}

/// The real time of the frames of a stream.
struct StreamPace {
  let rate: FrameRate
  let firstFrame: Int64
  /// The time of the clock at the first frame.
  let start: MediaTime

  /// Frames may be early by so much, which the queue holds. Frames of a live stream are never that early, and do not
  /// wait.
  static let lead = MediaTime.milliseconds(250)

  /// Returns the nanoseconds until a frame may be sent.
  func delay(ofFrame frame: Int64, at now: MediaTime) -> Int64 {
    let due = start + (rate.time(ofFrame: frame) - rate.time(ofFrame: firstFrame)) - Self.lead
    return max((due - now).flooredNanoseconds ?? 0, 0)
  }
}

extension MovieOptions {
  /// Returns the options with one sound of the tracks that are kept, which is encoded: that is all that every protocol
  /// sends.
  fileprivate func withSoundOfTracks() throws(MediaError) -> MovieOptions {
    var options = self
    options.keptTracks = nil
    guard let kept = keptTracks, sound == nil else { return options }
    let hasSound = try Movie(path: kept.path).tracks.contains { $0.kind == .audio }
    options.sound = hasSound ? .file(path: kept.path, from: kept.start) : nil
    return options
  }
}

extension OutputDestination {
  /// The URL with its secrets, or the path of a file in a form that is not a URL.
  var fileOrURL: String? {
    switch self {
    // In uppercase, the scheme is the same (RFC 3986, section 3.1), but not for FFmpeg.
    case .network(let url, let scheme): scheme + url.dropFirst(scheme.count)
    case .path(let path): path.hasPrefix("/") ? path : "./" + path
    case .standardOutput, .unixSocket: nil
    }
  }
}
