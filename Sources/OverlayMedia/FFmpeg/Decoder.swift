import CFFmpeg

/// A decoder of FFmpeg (`AVCodecContext`).
final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder of a stream.
  init(for stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    guard let codec = overlay_avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
      throw .decoderNotFound
    }
    context = try FFmpegStatus.check(overlay_avcodec_alloc_context3(codec))
    try FFmpegStatus.check(overlay_avcodec_parameters_to_context(context, stream.pointee.codecpar))
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = 1
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
}
