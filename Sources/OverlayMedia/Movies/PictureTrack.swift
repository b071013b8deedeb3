import CFFmpeg
import OverlayRender

/// The pictures of a movie: a stream of the container and what fills it.
final class PictureTrack {
  /// The format of the samples.
  let video: VideoFormat

  private let muxer: Muxer
  private let stream: UnsafeMutablePointer<AVStream>
  private let source: Source
  private let tick: AVRational
  /// The duration of the latest packet, in ticks of the container's clock.
  private(set) var lastDuration: Int64 = 0
  /// The duration of a tick of the container's clock in seconds.
  var timeBase: AVRational { stream.pointee.time_base }

  private enum Source {
    case encoder(PictureEncoder)
    /// The bytes of the pictures themselves.
    case raw(RawPictureEncoder)
  }

  init(_ settings: PictureEncoder.Settings, in muxer: Muxer) throws {
    self.muxer = muxer
    video = settings.video
    tick = settings.grid.tick
    stream = try muxer.addStream(timeBase: tick)
    if settings.codec == .raw {
      source = .raw(try RawPictureEncoder())
      stream.describeRawPictures(settings)
    } else {
      let encoder = try PictureEncoder(settings)
      try encoder.describe(stream)
      source = .encoder(encoder)
    }
  }

  /// The latest frame that had to be a keyframe; `nil` before the first one, and for raw pictures.
  var latestKeyframe: Int64? {
    if case .encoder(let encoder) = source { encoder.latestKeyframe } else { nil }
  }

  /// Adds a frame.
  func add(_ frame: PacedFrame) throws {
    switch source {
    case .encoder(let encoder): try encoder.encode(frame) { try write($0) }
    case .raw(let encoder): try encoder.encode(frame) { try write($0) }
    }
  }

  /// Adds what the encoder still holds.
  func finish() throws {
    if case .encoder(let encoder) = source { try encoder.finish { try write($0) } }
  }

  /// Writes a packet whose times are in frames, at the nearest ticks of the container's clock.
  private func write(_ packet: borrowing Packet) throws {
    func ticks(_ frame: Int64) -> Int64 { frame.ticks(of: tick, on: timeBase) }
    let (start, decoding) = (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    lastDuration = ticks(start + packet.pointer.pointee.duration) - ticks(start)
    packet.pointer.pointee.duration = lastDuration
    packet.pointer.pointee.pts = ticks(start)
    packet.pointer.pointee.dts = ticks(decoding)
    packet.pointer.pointee.stream_index = stream.pointee.index
    try muxer.write(packet)
  }
}

/// Makes packets of the bytes of pictures, without copying them.
private final class RawPictureEncoder {
  private let packet: Packet

  init() throws(FFmpegStatus) {
    packet = try Packet()
  }

  func encode(_ frame: PacedFrame, _ write: (borrowing Packet) throws -> Void) throws {
    guard let size = Int32(exactly: frame.picture.byteCount) else { throw FFmpegStatus.invalidArgument }
    let bytes = try FFmpegStatus.check(frame.picture.sharedBytes())
    let packet = packet.pointer
    packet.pointee.buf = bytes
    packet.pointee.data = bytes.pointee.data
    packet.pointee.size = size
    packet.pointee.pts = frame.frame
    packet.pointee.dts = frame.frame
    packet.pointee.duration = frame.duration
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    try write(self.packet)
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// Sets the parameters of a stream of raw pictures.
  fileprivate func describeRawPictures(_ settings: PictureEncoder.Settings) {
    pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    pointee.codecpar.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
    pointee.codecpar.pointee.codec_tag = overlay_avcodec_pix_fmt_to_codec_tag(settings.video.pixelFormat.ffmpegFormat)
    pointee.codecpar.pointee.format = settings.video.pixelFormat.ffmpegFormat.rawValue
    pointee.codecpar.pointee.width = Int32(settings.video.size.width)
    pointee.codecpar.pointee.height = Int32(settings.video.size.height)
    pointee.codecpar.pointee.sample_aspect_ratio = settings.pixelAspectRatio
    pointee.sample_aspect_ratio = settings.pixelAspectRatio
    pointee.avg_frame_rate = settings.rate.rational
  }
}
