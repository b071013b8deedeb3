import CFFmpeg

/// A decoder of FFmpeg (`AVCodecContext`).
final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// The maximum number of pixels of a decoded picture: 64 megapixels, which is more than 8K.
  static let maximumPixelCount = 64_000_000

  /// Opens the decoder of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - threadCount: The number of threads. Each one holds a picture of its own.
  ///   - isReproducible: Whether the decoder uses no instructions with other roundings, which some decoders of MPEG-4
  ///     and Windows Media have.
  init(
    for stream: UnsafeMutablePointer<AVStream>, threadCount: Int = 1, isReproducible: Bool = false
  ) throws(FFmpegStatus) {
    guard let codec = stream.decoder else { throw .decoderNotFound }
    context = try FFmpegStatus.check(overlay_avcodec_alloc_context3(codec))
    try FFmpegStatus.check(overlay_avcodec_parameters_to_context(context, stream.pointee.codecpar))
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = Int32(threadCount)
    if isReproducible { context.pointee.flags |= AV_CODEC_FLAG_BITEXACT }
    context.pointee.max_pixels = Int64(Self.maximumPixelCount)
    try FFmpegStatus.check(overlay_avcodec_open2(context, codec, nil))
  }

  /// Opens the decoder of images in a format.
  init(ofImages codec: AVCodecID) throws(FFmpegStatus) {
    guard let codec = overlay_avcodec_find_decoder(codec) else { throw .decoderNotFound }
    context = try FFmpegStatus.check(overlay_avcodec_alloc_context3(codec))
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(Self.maximumPixelCount)
    try FFmpegStatus.check(overlay_avcodec_open2(context, codec, nil))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    overlay_avcodec_free_context(&context)
  }

  /// Sends a packet. Frames must be received before the next one.
  func send(_ packet: borrowing Packet) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_send_packet(context, packet.pointer))
  }

  /// Sends the end.
  func sendEnd() throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_send_packet(context, nil))
  }

  /// Receives a frame. Returns `false` if there is none until the next packet, or after the end.
  func receive(_ frame: borrowing Frame) throws(FFmpegStatus) -> Bool {
    let status = FFmpegStatus(rawValue: overlay_avcodec_receive_frame(context, frame.pointer))
    if status == .tryAgain || status == .endOfFile { return false }
    try FFmpegStatus.check(status.rawValue)
    return true
  }

  /// Decodes a packet of subtitles. Returns `false` if it shows nothing.
  func decode(_ packet: borrowing Packet, into subtitle: inout DecodedSubtitle) throws(FFmpegStatus) -> Bool {
    subtitle.clear()
    var isShown: Int32 = 0
    try FFmpegStatus.check(overlay_avcodec_decode_subtitle2(context, &subtitle.value, &isShown, packet.pointer))
    return isShown != 0 && subtitle.value.num_rects > 0
  }

  /// The styles of subtitles, as the header of an ASS file; `nil` if there are none.
  var subtitleHeader: UnsafeBufferPointer<UInt8>? {
    guard let header = context.pointee.subtitle_header, context.pointee.subtitle_header_size > 0 else { return nil }
    return UnsafeBufferPointer(start: header, count: Int(context.pointee.subtitle_header_size))
  }

  /// Forgets all packets, before packets of another time are sent.
  func flush() {
    overlay_avcodec_flush_buffers(context)
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// Whether decoded pictures have alpha that the stream has beside its pictures, as in VP8 and VP9.
  var decodesAlpha: Bool {
    guard FFmpegDictionary.text("alpha_mode", in: pointee.metadata) == "1", let decoder else { return false }
    return String(cString: decoder.pointee.name).hasPrefix("libvpx")
  }

  /// The decoder of the stream; `nil` if there is none.
  fileprivate var decoder: UnsafePointer<AVCodec>? {
    let identifier = pointee.codecpar.pointee.codec_id
    // FFmpeg's own decoders of VP8 and VP9 ignore alpha, which these containers announce.
    if FFmpegDictionary.text("alpha_mode", in: pointee.metadata) == "1" {
      let names = [AV_CODEC_ID_VP8.rawValue: "libvpx", AV_CODEC_ID_VP9.rawValue: "libvpx-vp9"]
      if let name = names[identifier.rawValue], let codec = overlay_avcodec_find_decoder_by_name(name) { return codec }
    }
    return overlay_avcodec_find_decoder(identifier)
  }
}
