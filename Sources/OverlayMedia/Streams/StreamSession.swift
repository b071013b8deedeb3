import CFFmpeg
import Glibc
import OverlayRender

/// What every connection of a stream has in common.
struct StreamDescription: Sendable {
  /// The URL, or the path of the playlist in a form that is not a URL.
  let url: StreamURL
  /// The path of the playlist; `nil` for a server.
  let path: String?
  let video: VideoFormat
  let codec: MovieCodec
  let rate: FrameRate
  /// The choices, whose sound begins with the stream.
  let options: MovieOptions
  /// Whether the sound comes from the movie whose pictures are sent, so that both have the same times.
  let hasSoundOfPictures: Bool
  /// Whether the certificate of the server is checked.
  let verifiesServer: Bool
  /// How long the server may take.
  let limits: StreamOptions.Limits

  /// The time from a keyframe to the next one: two seconds or the chosen time, up to the next whole frame.
  ///
  /// Rounded down, a segment of a playlist would have to wait for the keyframe after the next one.
  var keyframeInterval: MediaTime {
    rate.time(ofFrame: max(rate.frame(atOrAfter: options.keyframeInterval ?? .seconds(2)), 1))
  }

  /// Returns the choices for a connection that begins with a frame of the stream.
  ///
  /// - Parameter beginning: The first frame of the stream, with which its sound begins.
  func options(from first: Int64, of beginning: Int64) -> MovieOptions {
    let elapsed = rate.time(ofFrame: first - beginning)
    var options = options
    options.keyframeInterval = keyframeInterval
    switch options.sound {
    case .file(let path, let start):
      options.sound = .file(path: path, from: hasSoundOfPictures ? rate.time(ofFrame: first) : start + elapsed)
    case .ticks(let first): options.sound = .ticks(first: first - elapsed)
    case .live(let sound, let start): options.sound = .live(sound, from: start + elapsed)
    case nil: options.sound = Self.silence
    }
    return options
  }

  /// Opens the sound of a connection.
  ///
  /// After its end it goes on with silence, because some receivers wait for the sound of each picture.
  func openSound(_ options: MovieOptions, isFirst: Bool) throws(MediaError) -> OtherTracks.Sources {
    let container = url.streamProtocol.container
    do {
      return try OtherTracks.Sources(options, in: container, isFragmented: false, endsWithSilence: true)
    } catch {
      // A connection that is made again may begin after the end of the sound.
      guard !isFirst else { throw error }
      var options = options
      options.sound = Self.silence
      return try OtherTracks.Sources(options, in: container, isFragmented: false)
    }
  }

  /// Servers and players expect sound; without any, some wait for it.
  private static let silence = MovieSound.ticks(first: .positiveInfinity)
}

/// A connection to a server, from its first keyframe to its end: encoders and a muxer that begin afresh.
final class StreamSession {
  private let stream: StreamDescription
  private let deadline: ConnectionDeadline
  private let muxer: Muxer
  private let pictures: PictureTrack
  private let sound: OtherTracks
  /// The frame of the stream that is the first one of the connection.
  private let first: Int64
  private var latest: PixelBuffer?
  /// The number of frames that were sent.
  private var sentCount: Int64 = 0
  /// The frames of the segments that are not written yet; none for a server.
  private(set) var unwritten = FrameCount()
  /// The frames since the latest keyframe, with which a segment begins.
  private var sinceKeyframe = FrameCount()
  private var segmentCount = 0
  private var countedBytes: Int64 = 0

  /// A number of frames.
  struct FrameCount {
    var frames: Int64 = 0
    /// How many of them repeat a picture.
    var repeated: Int64 = 0

    fileprivate mutating func add(isRepeated: Bool) {
      frames += 1
      if isRepeated { repeated += 1 }
    }
  }

  /// Connects to the server. A listener waits for its receiver, without a limit.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - deadline: What limits the time of every blocking call.
  /// - Throws: `MediaError`.
  static func connect(_ stream: StreamDescription, deadline: ConnectionDeadline) throws -> Muxer {
    // FFmpeg would report it at the end of the first segment.
    if let path = stream.path { try LineOutput.checkFolder(of: path) }
    deadline.begin(stream.url.isListener ? nil : stream.limits.connecting)
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) {
      return try Muxer(
        stream.url.streamProtocol.muxerName, url: stream.url.connectionURL,
        options: stream.url.options(verifiesServer: stream.verifiesServer), deadline: deadline)
    } catch {
      throw stream.url.openingFailure(error, deadline)
    }
  }

  /// Opens the encoders and the sound, and sends the headers.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - muxer: The connection.
  ///   - first: The first frame of the connection.
  ///   - beginning: The first frame of the stream, with which its sound begins.
  ///   - continues: Whether frames of the stream were sent before. A playlist then goes on.
  ///   - deadline: What limits the time of every blocking call.
  /// - Throws: `MediaError`.
  init(
    _ stream: StreamDescription, over muxer: Muxer, from first: Int64, of beginning: Int64, continues: Bool,
    deadline: ConnectionDeadline
  ) throws {
    self.stream = stream
    self.muxer = muxer
    self.deadline = deadline
    self.first = first
    let streamProtocol = stream.url.streamProtocol
    let options = stream.options(from: first, of: beginning)
    let grid = TimeGrid(stream.rate)
    let sources = try stream.openSound(options, isFirst: first == beginning)
    deadline.begin(stream.limits.connecting)
    (pictures, sound) = try stream.namingErrors(deadline) {
      let pictures = try PictureTrack(
        PictureEncoder.Settings(
          codec: stream.codec, video: stream.video, grid: grid,
          rate: stream.rate, options: options, hasLowDelay: true, hasGlobalHeader: muxer.hasGlobalHeader,
          isISOMedia: false),
        in: muxer)
      let sound = try OtherTracks(sources, grid: grid, container: streamProtocol.container, in: muxer)
      try muxer.writeHeader(
        options: streamProtocol.muxerOptions(stream.url.text.url, stream.keyframeInterval, continues))
      return (pictures, sound)
    }
  }

  /// Returns the number of bytes that were sent since the last call, including the container.
  func takeByteCount() -> Int64 {
    let count = muxer.byteCount
    defer { countedBytes = count }
    return count - countedBytes
  }

  /// Encodes and sends a frame.
  ///
  /// - Returns: Whether it has the picture of the frame before.
  /// - Throws: `MediaError`.
  func send(_ frame: StreamFrame) throws -> Bool {
    let isRepeated = frame.picture === latest
    deadline.begin(stream.limits.sending)
    try stream.namingErrors(deadline) {
      let number = frame.number - first
      try pictures.add(
        PacedFrame(
          picture: frame.picture, damage: .nothing, frame: number, duration: 1, isRepeated: isRepeated))
      try sound.write(until: number + 1)
    }
    latest = frame.picture
    sentCount += 1
    if stream.path != nil { countUnwritten(frame, isRepeated: isRepeated) }
    return isRepeated
  }

  /// Counts the frames of segments that are not complete. A segment is written when the next one begins.
  private func countUnwritten(_ frame: StreamFrame, isRepeated: Bool) {
    if pictures.latestKeyframe == frame.number - first { sinceKeyframe = FrameCount() }
    sinceKeyframe.add(isRepeated: isRepeated)
    unwritten.add(isRepeated: isRepeated)
    if muxer.segmentCount > segmentCount { unwritten = sinceKeyframe }
    segmentCount = muxer.segmentCount
  }

  /// The number of sent frames that may not have arrived if the connection is lost: a protocol that confirms nothing to
  /// the sender notices only after a while that nobody answers.
  var unconfirmedCount: Int64 {
    stream.url.streamProtocol.silence.map { min(sentCount, stream.rate.frame(atOrAfter: $0)) } ?? 0
  }

  /// Sends what the encoders hold and the end of the stream.
  ///
  /// - Parameter end: The frame of the stream after the last one.
  /// - Throws: `MediaError`.
  func finish(at end: Int64) throws {
    deadline.begin(stream.limits.ending)
    try stream.namingErrors(deadline) {
      try pictures.finish()
      try sound.finish(at: max(end - first, 1))
      try muxer.finish()
    }
  }

  deinit {
    // Closing may wait for the server, too.
    deadline.begin(stream.limits.ending)
  }
}

extension StreamDescription {
  /// Replaces a bare code of FFmpeg by an error that names the stream, without its secrets.
  fileprivate func namingErrors<Result>(_ deadline: ConnectionDeadline, _ body: () throws -> Result) throws -> Result {
    FFmpegLog.forgetError()
    do {
      return try body()
    } catch let status as FFmpegStatus {
      throw url.failure(status, deadline)
    }
  }
}
