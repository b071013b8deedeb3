import CFFmpeg

/// A demuxer of FFmpeg that reads a local file (`AVFormatContext`).
///
/// The file cannot make FFmpeg open other ones, as a playlist would, because no protocol is allowed.
final class Demuxer {
  private let file: InputFile
  private let context: UnsafeMutablePointer<AVFormatContext>

  /// Opens a file and finds its streams.
  init(path: String) throws(FFmpegStatus) {
    file = try InputFile(path: path)
    var opened: UnsafeMutablePointer<AVFormatContext>? = try FFmpegStatus.check(overlay_avformat_alloc_context())
    opened?.pointee.pb = file.connection
    var options: OpaquePointer?
    defer { overlay_av_dict_free(&options) }
    overlay_av_dict_set(&options, "protocol_whitelist", "none", 0)
    // This releases the context if it fails.
    try FFmpegStatus.check(overlay_avformat_open_input(&opened, path, nil, &options))
    context = try FFmpegStatus.check(opened)
    try FFmpegStatus.check(overlay_avformat_find_stream_info(context, nil))
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    overlay_avformat_close_input(&context)
  }

  /// The beginning of the file in units of `AV_TIME_BASE`, or `nil` if the file does not say it.
  var startTime: Int64? {
    context.pointee.start_time == overlay_no_timestamp ? nil : context.pointee.start_time
  }

  /// Returns the best stream of sound, and ignores the others from now on; `nil` if there is none.
  func selectSound() -> UnsafeMutablePointer<AVStream>? {
    let index = overlay_av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    let streams = UnsafeBufferPointer(start: context.pointee.streams, count: Int(context.pointee.nb_streams))
    for case let stream? in streams where stream.pointee.index != index { stream.pointee.discard = AVDISCARD_ALL }
    return index < 0 ? nil : streams[Int(index)]
  }

  /// Reads the next packet. Returns `false` at the end of the file.
  func read(_ packet: borrowing Packet) throws(FFmpegStatus) -> Bool {
    packet.clear()
    let status = FFmpegStatus(rawValue: overlay_av_read_frame(context, packet.pointer))
    if status == .endOfFile { return false }
    try FFmpegStatus.check(status.rawValue)
    return true
  }
}

/// Owns a file that is open for reading (`AVIOContext`).
private struct InputFile: ~Copyable {
  let connection: UnsafeMutablePointer<AVIOContext>

  init(path: String) throws(FFmpegStatus) {
    var opened: UnsafeMutablePointer<AVIOContext>?
    // The protocol is named, so that a path is never read as a URL.
    try FFmpegStatus.check(overlay_avio_open2(&opened, "file:" + path, AVIO_FLAG_READ, nil, nil))
    connection = try FFmpegStatus.check(opened)
  }

  deinit {
    var connection: UnsafeMutablePointer<AVIOContext>? = connection
    overlay_avio_closep(&connection)
  }
}
