import CFFmpeg
import OverlayRender

/// Encodes the pictures of a movie into packets.
///
/// Times are ticks of the grid, so they are exact. A repeated picture of a codec that has only keyframes is the same
/// packet again.
final class PictureEncoder {
  /// The properties of a stream of pictures.
  struct Settings {
    let codec: MovieCodec
    /// The format of the pictures.
    let video: VideoFormat
    /// The grid of the times.
    let grid: TimeGrid
    /// The number of pictures per second, of which the properties of codecs are made: exact, or an average.
    let rate: FrameRate
    let options: MovieOptions
    /// Whether each frame is encoded without frames after it: if frames are left out, so that a frame may be a second
    /// long, or if a program reads the movie while it is written.
    let hasLowDelay: Bool
    /// Whether the container stores the parameters of the codec in its header.
    let hasGlobalHeader: Bool
    /// Whether the container is mp4 or mov.
    let isISOMedia: Bool

    /// The longest time between two keyframes.
    var keyframeInterval: MediaTime { options.keyframeInterval ?? .seconds(5) }
  }

  let settings: Settings
  private let encoder: Encoder
  private let frame: Frame
  private let packet: Packet
  /// The latest packet of a codec that has only keyframes.
  private let repeatable: Packet
  private var hasRepeatable = false
  /// The durations of the frames that the encoder has not returned yet, by presentation time.
  private var durations: [Int64: Int64] = [:]
  /// The latest frame that had to be a keyframe.
  private(set) var latestKeyframe: Int64?
  private let keyframeInterval: Int64

  /// Opens an encoder of the codec.
  ///
  /// - Throws: `MediaError`.
  init(_ settings: Settings) throws(MediaError) {
    self.settings = settings
    keyframeInterval = max(settings.grid.tick(atOrBefore: settings.keyframeInterval), 1)
    encoder = try Encoder(settings)
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) {
      frame = try Frame()
      packet = try Packet()
      repeatable = try Packet()
    } catch {
      throw .encodingFailed(encoder: encoder.name, reason: FFmpegLog.takeError() ?? error.description)
    }
  }

  deinit {
    guard wouldWaitForever else { return }
    // What the picture shows does not matter: nothing receives the packet.
    try? frame.allocate(settings.video.size, settings.video.pixelFormat.ffmpegFormat)
    try? encoder.send(frame)
  }

  /// Whether the encoder could not be closed now: SVT-AV1 1.4 waits for the first picture then.
  private var wouldWaitForever: Bool { !hasSentPicture && encoder.name == "libsvtav1" }
  private var hasSentPicture = false

  /// Sets the parameters of the stream that receives the packets.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
    // Matroska has no durations of pictures. From this rate a player knows the duration of the last one: one frame.
    stream.pointee.avg_frame_rate = settings.rate.rational
    stream.pointee.sample_aspect_ratio = settings.pixelAspectRatio
    for data in settings.options.source?.pictures.sideData ?? [] { try stream.add(data) }
    // QuickTime and Safari read HEVC only if its parameters are in the header, as this tag says.
    if settings.codec == .hevc, settings.isISOMedia { stream.pointee.codecpar.pointee.codec_tag = overlay_tag_hvc1 }
  }

  /// Encodes a frame, and passes on the packets that are complete, with times in ticks.
  func encode(_ paced: PacedFrame, _ write: (borrowing Packet) throws -> Void) throws {
    if paced.isRepeated, hasRepeatable {
      try packet.become(repeatable)
      packet.pointer.pointee.pts = paced.frame
      packet.pointer.pointee.dts = paced.frame
      packet.pointer.pointee.duration = paced.duration
      return try write(packet)
    }
    try call { () throws(FFmpegStatus) in
      try frame.show(paced.picture, as: encoder.context.pointee.pix_fmt)
      frame.pointer.pointee.pts = paced.frame
      frame.pointer.pointee.sample_aspect_ratio = settings.pixelAspectRatio
      if settings.isInterlaced { overlay_set_interlaced(frame.pointer, settings.isTopFieldFirst ? 1 : 0) }
      overlay_set_duration(frame.pointer, paced.duration)
      frame.setColor(of: encoder.context)
      // The next frame is the first one that could be too far from the latest keyframe.
      let isKeyframe = latestKeyframe.map { paced.frame + paced.duration - $0 > keyframeInterval } ?? true
      frame.pointer.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
      if isKeyframe { latestKeyframe = paced.frame }
      durations[paced.frame] = paced.duration
      try encoder.send(frame)
      hasSentPicture = true
      frame.clear()
    }
    try receive(write)
  }

  /// Passes on the packets that the encoder still holds.
  func finish(_ write: (borrowing Packet) throws -> Void) throws {
    if wouldWaitForever { return }
    try call { () throws(FFmpegStatus) in try encoder.sendEnd() }
    try receive(write)
  }

  private func receive(_ write: (borrowing Packet) throws -> Void) throws {
    while try call({ () throws(FFmpegStatus) in try encoder.receive(packet) }) {
      packet.pointer.pointee.duration = durations.removeValue(forKey: packet.pointer.pointee.pts) ?? 1
      if settings.codec.isIntraOnly {
        try call { () throws(FFmpegStatus) in try repeatable.become(packet) }
        hasRepeatable = true
      }
      try write(packet)
    }
  }

  private func call<Result>(_ body: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result {
    try FFmpegLog.explaining({ .encodingFailed(encoder: encoder.name, reason: $0) }, body)
  }
}

extension PictureEncoder.Settings {
  /// The width of a pixel divided by its height.
  var pixelAspectRatio: AVRational { (options.source?.pictures.pixelAspectRatio ?? .one).rational }

  /// The encoders that can be used, the best one first.
  fileprivate var encoders: [UnsafePointer<AVCodec>] {
    let available = codec.availableEncoders
    // With low delay, SVT-AV1 ignores requests for keyframes, and libaom does not.
    return codec == .av1 && hasLowDelay ? available.reversed() : available
  }

  /// Returns the greatest number of encoded frames from a keyframe to the next one.
  private func keyframeDistance(of encoderName: String) -> Int64 {
    if codec.isIntraOnly { return 1 }
    // These encoders do not make keyframes where they are requested. If frames are left out, each may be a second long.
    let countsFrames = encoderName == "qtrle" || encoderName == "libsvtav1"
    guard hasLowDelay, countsFrames else { return max(rate.frame(atOrBefore: keyframeInterval), 1) }
    return max(FrameRate.fps(1).frame(atOrBefore: keyframeInterval), 1)
  }

  /// Sets the properties that all encoders have.
  func configure(_ encoder: borrowing Encoder) {
    let context = encoder.context
    context.pointee.width = Int32(video.size.width)
    context.pointee.height = Int32(video.size.height)
    context.pointee.pix_fmt = video.pixelFormat.ffmpegFormat
    context.pointee.time_base = grid.tick
    context.pointee.framerate = rate.rational
    context.pointee.sample_aspect_ratio = pixelAspectRatio
    context.pointee.gop_size = Int32(clamping: keyframeDistance(of: encoder.name))
    if hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if let source = options.source {
      context.setColor(source.pictures.color(in: video))
      if isInterlaced { context.setFields(AVFieldOrder(source.pictures.fieldOrder)) }
    } else {
      context.setColor(of: video)
    }
    if codec.isIntraOnly { context.pointee.thread_type = FF_THREAD_SLICE }
    if hasLowDelay { context.pointee.max_b_frames = 0 }
    if options.isReproducible {
      context.pointee.thread_count = 1
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    }
    if let bitRate = options.bitRate { context.pointee.bit_rate = Int64(bitRate) }
    // With alpha, FFmpeg's encoder of ProRes allows so many bits that the least quantizer always fits
    // (proresenc_kostya.c: bits_per_mb). If it is given, the encoder does not search, and the pictures are the same.
    if codec == .prores, video.pixelFormat.hasAlpha {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = FF_QP2LAMBDA
    }
  }
}

extension PictureEncoder.Settings {
  /// Whether the fields of the pictures are encoded as such.
  fileprivate var isInterlaced: Bool {
    options.source?.pictures.isInterlaced == true && codec.encodesFields
  }

  fileprivate var isTopFieldFirst: Bool {
    let order = AVFieldOrder(options.source?.pictures.fieldOrder ?? 0)
    return order == AV_FIELD_TT || order == AV_FIELD_TB
  }
}

extension UnsafeMutablePointer<AVCodecContext> {
  /// Makes the encoder treat pictures as two fields each.
  fileprivate func setFields(_ order: AVFieldOrder) {
    pointee.field_order = order
    pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// Adds data about the pictures.
  fileprivate func add(_ data: PictureProperties.SideData) throws(FFmpegStatus) {
    let kind = AVPacketSideDataType(data.kind)
    let memory = try FFmpegStatus.check(overlay_add_side_data(self, kind, data.bytes.count))
    memory.update(from: data.bytes, count: data.bytes.count)
  }
}

extension Encoder {
  /// Opens the first encoder of a codec that accepts the settings. For example, libsvtav1 needs at least 64x64 pixels,
  /// and libaom-av1 does not.
  ///
  /// - Throws: `MediaError.encoderMissing` or `encoderNotOpened`.
  fileprivate init(_ settings: PictureEncoder.Settings) throws(MediaError) {
    var failure = MediaError.encoderMissing(codec: settings.codec, alternatives: [])
    for codec in settings.encoders {
      FFmpegLog.forgetError()
      do throws(FFmpegStatus) {
        let encoder = try Encoder(codec)
        settings.configure(encoder)
        try encoder.open(options: settings.privateOptions(of: encoder.name))
        self = encoder
        return
      } catch {
        let name = String(cString: codec.pointee.name)
        failure = .encoderNotOpened(encoder: name, reason: FFmpegLog.takeError() ?? error.description)
      }
    }
    throw failure
  }
}

extension FrameRate {
  /// The rate as a fraction of FFmpeg.
  var rational: AVRational { AVRational(num: numerator, den: denominator) }
  /// The time between two frames in seconds.
  var tick: AVRational { AVRational(num: denominator, den: numerator) }
}
