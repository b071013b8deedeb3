import CFFmpeg
import OverlayRender

/// Sound that is encoded. Times are samples.
final class EncodedSound: SoundPackets {
  private(set) var end: Int64?

  private let samples: any SampleSource
  /// Whether silence follows the end of the source.
  private let endsWithSilence: Bool
  private let encoder: Encoder
  private let encoderName: String
  private let frameSize: Int
  private let queue: SampleQueue
  private var resampler: Resampler?
  private let frame: Frame
  private let resampled: Frame
  private let packet: Packet
  /// The number of samples that the encoder has received.
  private var position: Int64 = 0
  /// The number of samples of silence that come next, if the sound begins later than the movie, or after its end.
  private var silence: Int64

  /// Opens an encoder for the sound of a source.
  ///
  /// - Parameters:
  ///   - samples: The source.
  ///   - encoderName: FFmpeg's name of the encoder.
  ///   - endsWithSilence: Whether silence without an end follows the end of the source.
  /// - Throws: `MediaError.soundEncoderMissing` or `encoderNotOpened`.
  init(_ samples: any SampleSource, encoderName: String, endsWithSilence: Bool) throws(MediaError) {
    self.samples = samples
    self.endsWithSilence = endsWithSilence
    self.encoderName = encoderName
    guard let codec = overlay_avcodec_find_encoder_by_name(encoderName) else {
      throw .soundEncoderMissing(name: encoderName)
    }
    FFmpegLog.forgetError()
    do throws(FFmpegStatus) {
      encoder = try Self.open(codec, for: samples)
      queue = try SampleQueue(for: encoder.context)
      frame = try Frame()
      resampled = try Frame()
      packet = try Packet()
    } catch {
      throw .encoderNotOpened(encoder: encoderName, reason: FFmpegLog.takeError() ?? error.description)
    }
    // Encoders of uncompressed sound accept any number of samples.
    frameSize = encoder.context.pointee.frame_size > 0 ? Int(encoder.context.pointee.frame_size) : 1024
    let (clock, encoderClock) = (samples.sampleRate.clock, encoder.context.pointee.sample_rate.clock)
    silence = max(samples.start.ticks(of: clock, on: encoderClock), 0)
  }

  var timeBase: AVRational { encoder.context.pointee.sample_rate.clock }

  /// FFmpeg's name of the codec if encoding changes what is heard; `nil` for a lossless one.
  var lossyCodecName: String? {
    let codec = encoder.context.pointee.codec_id
    return codec.isLossless ? nil : codec.name
  }

  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
  }

  func advance(to time: Int64, _ write: (borrowing Packet) throws -> Void) throws {
    while position + Int64(frameSize) <= time {
      try fill()
      guard queue.count >= frameSize else { return }
      try encode(frameSize, write)
    }
  }

  func finish(at time: Int64, _ write: (borrowing Packet) throws -> Void) throws {
    try advance(to: time, write)
    try fill()
    let rest = min(Int64(queue.count), time - position)
    if rest > 0 { try encode(Int(rest), write) }
    try call { () throws(FFmpegStatus) in try encoder.sendEnd() }
    try receive(write)
  }

  /// Fills the queue with the samples of a frame, or with all that are left.
  private func fill() throws(MediaError) {
    while queue.count < frameSize, end == nil || silence > 0 {
      if silence > 0 {
        let count = Int(min(silence, Int64(frameSize - queue.count)))
        try call { () throws(FFmpegStatus) in try queue.appendSilence(count, using: resampled) }
        silence -= Int64(count)
      } else if try samples.read(into: frame) {
        try call { () throws(FFmpegStatus) in try convert() }
      } else {
        try call { () throws(FFmpegStatus) in try drain() }
        if endsWithSilence { silence = .max } else { end = position + Int64(queue.count) }
      }
    }
  }

  /// Adds the samples of the latest frame to the queue.
  private func convert() throws(FFmpegStatus) {
    if resampler == nil { try prepareResampler() }
    if try resampler?.convert(frame, into: resampled) == false {
      // The format has changed, as it may between two programs of a broadcast.
      try drain()
      try prepareResampler()
      _ = try resampler?.convert(frame, into: resampled)
    }
    try queue.append(resampled)
  }

  private func prepareResampler() throws(FFmpegStatus) {
    resampler = try Resampler(from: frame, to: encoder.context, position: position + Int64(queue.count))
  }

  /// Adds what the resampler still holds to the queue.
  private func drain() throws(FFmpegStatus) {
    try resampler?.drain(into: resampled)
    try queue.append(resampled)
  }

  private func encode(_ count: Int, _ write: (borrowing Packet) throws -> Void) throws {
    try call { () throws(FFmpegStatus) in
      try queue.take(count, into: resampled)
      resampled.pointer.pointee.pts = position
      try encoder.send(resampled)
    }
    position += Int64(count)
    try receive(write)
  }

  private func receive(_ write: (borrowing Packet) throws -> Void) throws {
    while try call({ () throws(FFmpegStatus) in try encoder.receive(packet) }) { try write(packet) }
  }

  private func call<Result>(_ body: () throws(FFmpegStatus) -> Result) throws(MediaError) -> Result {
    try FFmpegLog.explaining({ .encodingFailed(encoder: encoderName, reason: $0) }, body)
  }

  /// The channels with which an encoder is tried, in this order.
  private enum Channels: CaseIterable {
    /// The channels of the source.
    case same
    /// The usual ones of their number, such as 5.1 with back instead of side channels.
    case usual
    /// A mix of them.
    case stereo
  }

  /// Opens an encoder with the first channels that it accepts.
  private static func open(
    _ codec: UnsafePointer<AVCodec>, for samples: any SampleSource
  ) throws(FFmpegStatus) -> Encoder {
    var failure = FFmpegStatus.invalidArgument
    for channels in Channels.allCases {
      do throws(FFmpegStatus) { return try open(codec, for: samples, channels) } catch { failure = error }
    }
    throw failure
  }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, for samples: any SampleSource, _ channels: Channels
  ) throws(FFmpegStatus) -> Encoder {
    let encoder = try Encoder(codec)
    let context = encoder.context
    try samples.setChannels(of: context)
    if channels != .same {
      let count = channels == .usual ? context.pointee.ch_layout.nb_channels : 2
      overlay_av_channel_layout_uninit(&context.pointee.ch_layout)
      overlay_av_channel_layout_default(&context.pointee.ch_layout, count)
    }
    context.pointee.sample_fmt = codec.bestSampleFormat(for: samples.sampleFormat)
    context.pointee.sample_rate = codec.sampleRate(for: samples.sampleRate)
    context.pointee.time_base = context.pointee.sample_rate.clock
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    if codec.pointee.id == AV_CODEC_ID_AAC || codec.pointee.id == AV_CODEC_ID_MP3 {
      context.pointee.bit_rate = 96_000 * Int64(context.pointee.ch_layout.nb_channels)
    }
    try encoder.open()
    return encoder
  }
}

extension UnsafePointer<AVCodec> {
  /// Returns a sample format of the encoder: one without rounding, otherwise the format of the source, otherwise the
  /// first one.
  fileprivate func bestSampleFormat(for source: AVSampleFormat) -> AVSampleFormat {
    guard let formats = overlay_sample_formats(self) else { return AV_SAMPLE_FMT_FLT }
    var best = formats[0]
    var index = 0
    while formats[index] != AV_SAMPLE_FMT_NONE {
      if formats[index] == AV_SAMPLE_FMT_FLT || formats[index] == AV_SAMPLE_FMT_FLTP { return formats[index] }
      // The order of the samples of several channels need not be the same.
      if overlay_av_get_packed_sample_fmt(formats[index]) == overlay_av_get_packed_sample_fmt(source) {
        best = formats[index]
      }
      index += 1
    }
    return best
  }

  /// Returns a sample rate for sound at `rate`: the same one if the encoder accepts it, otherwise its greatest one.
  fileprivate func sampleRate(for rate: Int32) -> Int32 {
    // Opus always counts in units of 1/48000 s (RFC 7845, section 4).
    if pointee.id == AV_CODEC_ID_OPUS { return 48_000 }
    guard let rates = overlay_sample_rates(self) else { return rate }
    var greatest: Int32 = 0
    var index = 0
    while rates[index] != 0 {
      if rates[index] == rate { return rate }
      greatest = Swift.max(greatest, rates[index])
      index += 1
    }
    return greatest
  }
}
