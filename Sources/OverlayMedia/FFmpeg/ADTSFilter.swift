import CFFmpeg

/// Changes AAC from the form of streams, with a header in each packet (ADTS), to the form of files, with one header for
/// all.
final class ADTSFilter {
  /// The header for all packets (`AudioSpecificConfig`, ISO/IEC 14496-3), which is empty before the first packet.
  private(set) var header: [UInt8] = []

  private let context: UnsafeMutablePointer<AVBSFContext>
  /// The form of the first packet.
  private var form: UInt8?

  /// Returns whether sound has this form.
  static func applies(to parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
    parameters.pointee.codec_id == AV_CODEC_ID_AAC && parameters.pointee.extradata_size <= 0
  }

  /// Prepares a filter for the packets of a stream.
  init(for stream: UnsafeMutablePointer<AVStream>) throws(FFmpegStatus) {
    guard let filter = overlay_av_bsf_get_by_name("aac_adtstoasc") else { throw .filterNotFound }
    var created: UnsafeMutablePointer<AVBSFContext>?
    try FFmpegStatus.check(overlay_av_bsf_alloc(filter, &created))
    context = try FFmpegStatus.check(created)
    try FFmpegStatus.check(overlay_avcodec_parameters_copy(context.pointee.par_in, stream.pointee.codecpar))
    context.pointee.time_base_in = stream.pointee.time_base
    try FFmpegStatus.check(overlay_av_bsf_init(context))
  }

  deinit {
    var context: UnsafeMutablePointer<AVBSFContext>? = context
    overlay_av_bsf_free(&context)
  }

  /// Returns the byte of a header with the profile and the index of the sample rate. FFmpeg's filter does not notice
  /// other sound in the middle of a stream.
  private static func form(of packet: borrowing Packet) throws(FFmpegStatus) -> UInt8 {
    let size = Int(packet.pointer.pointee.size)
    guard size >= 7, let bytes = packet.pointer.pointee.data else { throw .invalidData }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    // The sync word, and the layer, which is zero.
    guard bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, (7...size).contains(length) else { throw .invalidData }
    return bytes[2] & 0xFC
  }

  /// Replaces a packet by one without a header.
  ///
  /// - Throws: `FFmpegStatus.invalidData` if the packet is not AAC of the same form as the first one.
  func apply(to packet: borrowing Packet) throws(FFmpegStatus) {
    let form = try Self.form(of: packet)
    guard form == self.form ?? form else { throw .invalidData }
    try FFmpegStatus.check(overlay_av_bsf_send_packet(context, packet.pointer))
    try FFmpegStatus.check(overlay_av_bsf_receive_packet(context, packet.pointer))
    self.form = form
    guard header.isEmpty else { return }
    var size = 0
    guard let bytes = overlay_av_packet_get_side_data(packet.pointer, AV_PKT_DATA_NEW_EXTRADATA, &size) else { return }
    header = Array(UnsafeBufferPointer(start: bytes, count: size))
    // The header of the file contains it.
    overlay_av_packet_free_side_data(packet.pointer)
  }
}

extension UnsafeMutablePointer<AVCodecParameters> {
  /// Sets the header of the codec.
  func setHeader(_ bytes: some Collection<UInt8>) throws(FFmpegStatus) {
    let size = bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let memory = try FFmpegStatus.check(overlay_av_malloc(size))
    let header = memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    _ = UnsafeMutableBufferPointer(start: header, count: size).update(from: bytes)
    pointee.extradata = header
    pointee.extradata_size = Int32(bytes.count)
  }
}
