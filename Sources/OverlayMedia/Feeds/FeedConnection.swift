import CFFmpeg
import OverlayRender

/// A decoded picture or decoded samples of a live feed, with their time in the feed.
struct FeedFrame: Sendable {
  let frame: DecodedFrame
  /// The time in the clock of the feed.
  let time: MediaTime

  var byteCount: Int { frame.byteCount }

  /// Moves a frame here.
  init(moving other: borrowing Frame, at time: MediaTime) throws(FFmpegStatus) {
    frame = try DecodedFrame(moving: other)
    self.time = time
  }

  /// Creates the description of the samples of a stream, without any.
  init(describing parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegStatus) {
    let description = try Frame()
    description.pointer.pointee.format = parameters.pointee.format
    description.pointer.pointee.sample_rate = parameters.pointee.sample_rate
    try FFmpegStatus.check(
      overlay_av_channel_layout_copy(&description.pointer.pointee.ch_layout, &parameters.pointee.ch_layout))
    description.nameChannels()
    try self.init(moving: description, at: .zero)
  }
}

/// A connection to a live feed: a demuxer, and the decoders of its pictures and its sound.
final class FeedConnection {
  /// The description of the feed.
  let movie: Movie
  /// The description of the sound; `nil` if there is none.
  let sound: FeedFrame?

  private let url: StreamURL
  private let deadline: ConnectionDeadline
  private let pictures: PictureStream
  private let soundStream: (stream: UnsafeMutablePointer<AVStream>, decoder: Decoder)?
  private let packet: Packet
  private let frame: Frame
  /// The end of the latest picture, for pictures without a time.
  private var end = MediaTime.zero

  /// When the latest packet has arrived that was waited for unusually long.
  private var endOfSilence: MediaTime?

  /// How long a feed may send nothing.
  private static let longestSilence = Duration.seconds(5)
  /// The shortest silence before the end of a broken connection.
  private static let leastSilence = MediaTime.seconds(3)
  /// The protocols that FFmpeg may use, with those that they consist of.
  private static let protocols: StreamProtocol.Options = [
    ("protocol_whitelist", (LiveFeed.urlSchemes + ["tls"]).joined(separator: ","))
  ]
  /// More threads would hold back more pictures.
  private static let threadCount = 2

  /// Connects, and finds the pictures and the sound.
  ///
  /// - Throws: `MediaError`.
  init(
    _ url: StreamURL, limit: Duration, verifiesServer: Bool = true, deadline: ConnectionDeadline
  ) throws(MediaError) {
    self.url = url
    self.deadline = deadline
    let name = url.description
    deadline.forgetExpiry()
    deadline.begin(url.isListener ? nil : limit)
    packet = try url.namingErrors(deadline) { () throws(FFmpegStatus) in try Packet() }
    frame = try url.namingErrors(deadline) { () throws(FFmpegStatus) in try Frame() }
    FFmpegLog.forgetError()
    var hasAccepted = false
    let demuxer: Demuxer
    do throws(FFmpegStatus) {
      demuxer = try Demuxer(
        feed: url.connectionURL, options: Self.protocols + url.options(verifiesServer: verifiesServer),
        deadline: deadline, isListener: url.isListener
      ) {
        hasAccepted = true
        deadline.begin(limit)
      }
    } catch {
      throw hasAccepted ? url.failure(error, deadline) : url.openingFailure(error, deadline)
    }
    pictures = try PictureStream(of: demuxer, path: name, threadCount: Self.threadCount)
    (soundStream, sound) = Self.openSound(of: demuxer)
    let streams = [pictures.stream, soundStream?.stream]
    demuxer.select { streams.contains($0) }
    movie = Movie(path: name, demuxer: demuxer, pictures: pictures.stream)
  }

  /// Opens the decoder of the best sound. A feed whose sound cannot be decoded is silent.
  private static func openSound(
    of demuxer: Demuxer
  ) -> (stream: (stream: UnsafeMutablePointer<AVStream>, decoder: Decoder)?, sound: FeedFrame?) {
    guard let stream = demuxer.bestStream(AVMEDIA_TYPE_AUDIO), stream.pointee.codecpar.pointee.sample_rate > 0,
      stream.pointee.codecpar.pointee.ch_layout.nb_channels > 0, let decoder = try? Decoder(for: stream),
      let sound = try? FeedFrame(describing: stream.pointee.codecpar)
    else { return (nil, nil) }
    return ((stream, decoder), sound)
  }

  /// Receives the next packet, and decodes it.
  ///
  /// - Parameters:
  ///   - picture: Receives a picture.
  ///   - sound: Receives samples.
  /// - Returns: `false` at the end of the feed.
  /// - Throws: `MediaError.streamFailed`.
  func read(picture: (FeedFrame) -> Void, sound: (FeedFrame) -> Void) throws(MediaError) -> Bool {
    deadline.begin(Self.longestSilence)
    let start = HostClock.shared.time
    defer { if HostClock.shared.time - start > Self.leastSilence { endOfSilence = HostClock.shared.time } }
    return try url.namingErrors(deadline) { () throws(FFmpegStatus) in
      do throws(FFmpegStatus) {
        guard try pictures.demuxer.read(packet) else {
          if isBroken(since: start) { throw FFmpegStatus.exit }
          try drain(to: picture, sound)
          return false
        }
      } catch {
        if isBroken(since: start) { throw FFmpegStatus.exit }
        guard url.isEnd(error, deadline) else { throw error }
        try drain(to: picture, sound)
        return false
      }
      let index = packet.pointer.pointee.stream_index
      if index == pictures.stream.pointee.index {
        try decode(pictures.decoder, to: picture, at: timeOfPicture)
      } else if let soundStream, index == soundStream.stream.pointee.index {
        try decode(soundStream.decoder, to: sound, at: timeOfSound)
      }
      return true
    }
  }

  /// Returns whether the feed has ended because the connection is broken: SRT itself gives up after five seconds of
  /// silence, and has no other code for that. Before the error, MPEG-TS returns the packets that it holds.
  private func isBroken(since start: MediaTime) -> Bool {
    guard url.streamProtocol.silence != nil else { return false }
    let now = HostClock.shared.time
    return now - start > Self.leastSilence || endOfSilence.map { now - $0 < .seconds(1) } ?? false
  }

  /// Passes on what the decoders hold at the end.
  private func drain(to picture: (FeedFrame) -> Void, _ sound: (FeedFrame) -> Void) throws(FFmpegStatus) {
    try? pictures.decoder.sendEnd()
    try receive(from: pictures.decoder, to: picture, at: timeOfPicture)
    guard let soundStream else { return }
    try? soundStream.decoder.sendEnd()
    try receive(from: soundStream.decoder, to: sound, at: timeOfSound)
  }

  /// Decodes the packet. Damaged data is left out, as players do.
  private func decode(
    _ decoder: Decoder, to receiver: (FeedFrame) -> Void, at time: () -> MediaTime?
  ) throws(FFmpegStatus) {
    do throws(FFmpegStatus) {
      try decoder.send(packet)
    } catch {
      if error == .noMemory { throw error }
    }
    try receive(from: decoder, to: receiver, at: time)
  }

  /// Passes on the frames of a decoder.
  ///
  /// - Parameter time: Returns the time of the frame; `nil` to leave it out.
  private func receive(
    from decoder: Decoder, to receiver: (FeedFrame) -> Void, at time: () -> MediaTime?
  ) throws(FFmpegStatus) {
    do throws(FFmpegStatus) {
      while try decoder.receive(frame) {
        if let time = time() { receiver(try FeedFrame(moving: frame, at: time)) }
      }
    } catch {
      if error == .noMemory { throw error }
    }
  }

  private func timeOfPicture() -> MediaTime? {
    let ticks = frame.pointer.pointee.best_effort_timestamp
    let time = ticks == overlay_no_timestamp ? end : MediaTime(ticks: ticks, of: pictures.stream.pointee.time_base)
    end = time + movie.nominalFrameRate.interval
    return time
  }

  /// The time of decoded samples. Without one, they would be heard at a wrong time.
  private func timeOfSound() -> MediaTime? {
    guard let soundStream, frame.pointer.pointee.sample_rate > 0, frame.pointer.pointee.nb_samples > 0 else {
      return nil
    }
    frame.nameChannels()
    let ticks = frame.pointer.pointee.best_effort_timestamp
    return ticks == overlay_no_timestamp ? nil : MediaTime(ticks: ticks, of: soundStream.stream.pointee.time_base)
  }
}
