import CFFmpeg
import OverlayRender

/// An encoder of FFmpeg with its options (`AVCodecContext`).
struct Encoder: ~Copyable {
  let context: UnsafeMutablePointer<AVCodecContext>

  /// Creates an encoder that is not open yet. Its properties are set in the context.
  init(_ codec: UnsafePointer<AVCodec>) throws(FFmpegStatus) {
    context = try FFmpegStatus.check(overlay_avcodec_alloc_context3(codec))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    overlay_avcodec_free_context(&context)
  }

  /// FFmpeg's name of the encoder.
  var name: String { String(cString: context.pointee.codec.pointee.name) }

  /// Opens the encoder.
  ///
  /// - Parameter options: Private options of the encoder, by name.
  func open(options: [(name: String, value: String)] = []) throws(FFmpegStatus) {
    for option in options {
      try FFmpegStatus.check(overlay_av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN))
    }
    // Under root, SVT-AV1 1.4 gives real-time priority to its threads and to the one that opens it. Such a thread, and
    // the processes that it starts, keep all others from running.
    try ThreadScheduling.preserving { () throws(FFmpegStatus) in
      try FFmpegStatus.check(overlay_avcodec_open2(context, nil, nil))
    }
  }

  /// Sends a frame. Packets must be received before the next one.
  func send(_ frame: borrowing Frame) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_send_frame(context, frame.pointer))
  }

  /// Sends the end.
  func sendEnd() throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_send_frame(context, nil))
  }

  /// Receives a packet. Returns `false` if there is none until the next frame, or after the end.
  func receive(_ packet: borrowing Packet) throws(FFmpegStatus) -> Bool {
    let status = FFmpegStatus(rawValue: overlay_avcodec_receive_packet(context, packet.pointer))
    if status == .tryAgain || status == .endOfFile { return false }
    try FFmpegStatus.check(status.rawValue)
    return true
  }
}
