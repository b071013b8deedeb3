import CFFmpeg

/// Converts the packets of text subtitles to another codec.
final class SubtitleConverter {
  private let decoder: Decoder
  private let encoder: Encoder
  private var subtitle = DecodedSubtitle()
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// FFmpeg's names of the codecs that can be converted.
  static let codecNames: Set = ["subrip", "ass", "ssa", "webvtt", "mov_text", "text"]

  /// Opens a decoder for a stream, and an encoder by its name.
  init(_ stream: UnsafeMutablePointer<AVStream>, encoderName: String) throws(FFmpegStatus) {
    decoder = try Decoder(for: stream)
    encoder = try Encoder(FFmpegStatus.check(overlay_avcodec_find_encoder_by_name(encoderName)))
    encoder.context.pointee.time_base = AVRational(num: 1, den: 1000)
    if let header = decoder.subtitleHeader {
      // The context releases the header. FFmpeg reads it as text, which ends with a zero.
      let copy = try FFmpegStatus.check(overlay_av_malloc(header.count + 1))
      copy.copyMemory(from: UnsafeRawPointer(header.baseAddress.unsafelyUnwrapped), byteCount: header.count)
      copy.storeBytes(of: 0, toByteOffset: header.count, as: UInt8.self)
      encoder.context.pointee.subtitle_header = copy.assumingMemoryBound(to: UInt8.self)
      encoder.context.pointee.subtitle_header_size = Int32(header.count)
    }
    try encoder.open()
  }

  /// Sets the parameters of the stream that receives the packets.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    try FFmpegStatus.check(overlay_avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context))
  }

  /// Replaces the data of a packet. Returns `false` if it shows nothing, or if it cannot be read.
  func convert(_ packet: borrowing Packet, using converted: borrowing Packet) throws(FFmpegStatus) -> Bool {
    converted.clear()
    let count: Int32
    do throws(FFmpegStatus) {
      guard try decoder.decode(packet, into: &subtitle) else { return false }
      count = try FFmpegStatus.check(
        overlay_avcodec_encode_subtitle(encoder.context, &buffer, Int32(buffer.count), &subtitle.value))
    } catch {
      if error == .noMemory { throw error }
      return false
    }
    guard count > 0 else { return false }
    try FFmpegStatus.check(overlay_av_new_packet(converted.pointer, count))
    converted.pointer.pointee.data.update(from: buffer, count: Int(count))
    converted.pointer.pointee.pts = packet.pointer.pointee.pts
    converted.pointer.pointee.duration = packet.pointer.pointee.duration
    return true
  }
}
