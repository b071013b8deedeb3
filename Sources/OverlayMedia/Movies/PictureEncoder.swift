import CFFmpeg
import OverlayRender

/// Encodes the pictures of a movie into packets.
///
/// Times are frames of the grid, so they are exact. A repeated picture of a codec that has only keyframes is the same
/// packet again.
final class PictureEncoder {
  /// The properties of a stream of pictures.
  struct Settings {
    let codec: MovieCodec
    /// The format of the samples, in the pixel format that the encoder receives or that is converted to it.
    let video: VideoFormat
    /// The pixel format of the encoded pictures.
    let pixelFormat: PixelFormat
    let rate: FrameRate
    let options: MovieOptions
    /// Whether frames are left out, so that a frame is a second rather than a part of it.
    let hasChangedFramesOnly: Bool
    /// Whether the container stores the parameters of the codec in its header.
    let hasGlobalHeader: Bool
  }

  let settings: Settings
  private let encoder: Encoder
  private let encoderName: String
  private let frame: Frame
  private let packet: Packet
  /// The latest packet of a codec that has only keyframes.
  private let repeatable: Packet
  private var hasRepeatable = false
  private let conversion: PictureScaler?
  /// The durations of the frames that the encoder has not returned yet, by presentation time.
  private var durations: [Int64: Int64] = [:]
  private var lastKeyframe: Int64?
  private let keyframeInterval: Int64

  /// Opens the encoder.
  ///
  /// - Throws: `MediaError`.
  init(_ settings: Settings) throws(MediaError) {
    self.settings = settings
    let codec = settings.codec
    guard let found = codec.availableEncoder else { throw .encoderMissing(codec: codec, alternatives: []) }
    encoderName = String(cString: found.pointee.name)
    let interval = settings.options.keyframeInterval
    keyframeInterval = max(settings.rate.frame(atOrBefore: interval), 1)
    _ = FFmpegLog.takeLatestError()
    do throws(FFmpegStatus) {
      encoder = try Encoder(found)
      frame = try Frame()
      packet = try Packet()
      repeatable = try Packet()
      let target = EncodedFormat(settings.pixelFormat, codec: codec)
      conversion =
        target.needsConversion(from: settings.video.pixelFormat)
        ? try PictureScaler(from: settings.video, to: target.format) : nil
      let context = encoder.context
      context.pointee.width = Int32(settings.video.size.width)
      context.pointee.height = Int32(settings.video.size.height)
      context.pointee.pix_fmt = target.format
      context.pointee.time_base = settings.rate.tick
      context.pointee.framerate = settings.rate.rational
      context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      context.pointee.gop_size = codec.isIntraOnly ? 1 : Int32(clamping: keyframeInterval)
      if settings.hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
      context.setColor(of: settings.video, pixelFormat: settings.pixelFormat)
      if codec.isIntraOnly { context.pointee.thread_type = FF_THREAD_SLICE }
      if settings.hasChangedFramesOnly { context.pointee.max_b_frames = 0 }
      if let bitRate = settings.options.bitRate { context.pointee.bit_rate = Int64(bitRate) }
      try encoder.open(options: settings.privateOptions(of: encoderName))
    } catch {
      throw .encoderNotOpened(codec: encoderName, reason: FFmpegLog.takeLatestError() ?? error.description)
    }
  }

  /// Sets the parameters of the stream that receives the packets.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    try FFmpegStatus.check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
    stream.pointee.avg_frame_rate = settings.rate.rational
    stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
  }

  /// Encodes a frame, and passes on the packets that are complete, with times in frames.
  func encode(_ paced: PacedFrame, _ write: (borrowing Packet) throws -> Void) throws {
    if paced.isRepeated, hasRepeatable {
      try packet.become(repeatable)
      packet.pointer.pointee.pts = paced.frame
      packet.pointer.pointee.dts = paced.frame
      packet.pointer.pointee.duration = paced.duration
      return try write(packet)
    }
    try failing { () throws(FFmpegStatus) in
      if let conversion {
        try conversion.convert(paced.picture, into: frame)
      } else {
        try frame.show(paced.picture, as: encoder.context.pointee.pix_fmt)
      }
      frame.pointer.pointee.pts = paced.frame
      frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      overlay_set_duration(frame.pointer, paced.duration)
      frame.setColor(of: encoder.context)
      // The next frame is the first one that could be too far from the latest keyframe.
      let isKeyframe = lastKeyframe.map { paced.frame + paced.duration - $0 > keyframeInterval } ?? true
      frame.pointer.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
      if isKeyframe { lastKeyframe = paced.frame }
      durations[paced.frame] = paced.duration
      try encoder.send(frame)
      frame.clear()
    }
    try receive(write)
  }

  /// Passes on the packets that the encoder still holds.
  func finish(_ write: (borrowing Packet) throws -> Void) throws {
    try failing { () throws(FFmpegStatus) in try encoder.sendEnd() }
    try receive(write)
  }

  private func receive(_ write: (borrowing Packet) throws -> Void) throws {
    while try failing({ () throws(FFmpegStatus) in try encoder.receive(packet) }) {
      packet.pointer.pointee.duration = durations.removeValue(forKey: packet.pointer.pointee.pts) ?? 1
      if settings.codec.isIntraOnly {
        try failing { () throws(FFmpegStatus) in try repeatable.become(packet) }
        hasRepeatable = true
      }
      try write(packet)
    }
  }

  private func failing<Result>(_ body: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result {
    do throws(FFmpegStatus) {
      return try body()
    } catch {
      throw .encodingFailed(codec: encoderName, reason: FFmpegLog.takeLatestError() ?? error.description)
    }
  }
}

/// The format in which FFmpeg's encoder receives pictures.
struct EncodedFormat {
  let format: AVPixelFormat
  private let pixelFormat: PixelFormat

  init(_ pixelFormat: PixelFormat, codec: MovieCodec) {
    self.pixelFormat = pixelFormat
    format = codec == .gif ? AV_PIX_FMT_PAL8 : pixelFormat.ffmpegFormat
  }

  func needsConversion(from samples: PixelFormat) -> Bool {
    samples != pixelFormat || format == AV_PIX_FMT_PAL8
  }
}

extension FrameRate {
  /// The rate as a fraction of FFmpeg.
  var rational: AVRational { AVRational(num: numerator, den: denominator) }
  /// The time between two frames in seconds.
  var tick: AVRational { AVRational(num: denominator, den: numerator) }
}
