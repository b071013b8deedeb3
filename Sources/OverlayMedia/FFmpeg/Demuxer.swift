import CFFmpeg
import Glibc
import OverlayRender

/// A demuxer of FFmpeg that reads a local file, or receives a live feed (`AVFormatContext`).
///
/// A file cannot make FFmpeg open other ones, as a playlist would, because no protocol is allowed. A feed cannot make
/// it open files.
final class Demuxer {
  /// The file; `nil` for a feed.
  private let file: MediaFile?
  /// The connection of a feed in which this side was called.
  private var connection: UnsafeMutablePointer<AVIOContext>?
  /// What limits the time of the blocking calls of a feed.
  private let deadline: ConnectionDeadline?
  private let context: UnsafeMutablePointer<AVFormatContext>
  /// The size of the largest pictures that the header announces. FFmpeg forgets a size that it cannot decode.
  private(set) var announcedSize = PixelSize(0, 0)

  /// Opens a file and finds its streams.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - unreadable: Returns the error for a reason why FFmpeg cannot read the file.
  /// - Throws: `MediaError.librariesMissing` (or `librariesOfOtherVersion`), `fileNotOpened`, or what `unreadable`
  ///   returns.
  init(path: String, unreadable: (_ reason: String) -> MediaError) throws(MediaError) {
    try FFmpegLibraries.load()
    let file = try MediaFile(path: path)
    // FFmpeg would try for seconds to open what the list names.
    if let playlist = MediaError.Playlist(ofFile: path) {
      throw .fileNotOpened(path: path, reason: .playlist(playlist))
    }
    let connection = file.connection
    self.file = consume file
    deadline = nil
    context = try FFmpegLog.explaining(unreadable) { () throws(FFmpegStatus) in
      try Self.open(connection, name: path)
    }
    for parameters in streams.map(\.pointee.codecpar.pointee) {
      let size = PixelSize(Int(parameters.width), Int(parameters.height))
      if size.pixelCount > announcedSize.pixelCount { announcedSize = size }
    }
    try FFmpegLog.explaining(unreadable) { () throws(FFmpegStatus) in try findStreams() }
  }

  /// Opens a movie.
  ///
  /// - Throws: `MediaError.librariesMissing` (or `librariesOfOtherVersion`), `fileNotOpened` or `movieUnreadable`.
  convenience init(moviePath path: String) throws(MediaError) {
    try self.init(path: path) { .movieUnreadable(path: path, reason: $0) }
  }

  /// Connects to a live feed and finds its streams.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - options: Options of FFmpeg's protocol, and of its search for the streams.
  ///   - deadline: What limits the time of every blocking call, including this one.
  ///   - isListener: Whether the sender connects to this side.
  ///   - onAccept: Called for a listener when the sender has connected.
  init(
    feed url: String, options: [(name: String, value: String)], deadline: ConnectionDeadline, isListener: Bool,
    onAccept: () -> Void
  ) throws(FFmpegStatus) {
    file = nil
    self.deadline = deadline
    if isListener {
      var (dictionary, callback): (OpaquePointer?, AVIOInterruptCB) = (nil, deadline.callback)
      defer { overlay_av_dict_free(&dictionary) }
      FFmpegDictionary.set(options, in: &dictionary)
      try FFmpegStatus.check(overlay_avio_open2(&connection, url, AVIO_FLAG_READ, &callback, &dictionary))
      onAccept()
    }
    do throws(FFmpegStatus) {
      context = try Self.connect(to: url, connection, options, deadline)
    } catch {
      overlay_avio_closep(&connection)
      throw error
    }
    try findStreams()
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    overlay_avformat_close_input(&context)
    overlay_avio_closep(&connection)
  }

  private static func connect(
    to url: String, _ connection: UnsafeMutablePointer<AVIOContext>?, _ options: [(name: String, value: String)],
    _ deadline: ConnectionDeadline
  ) throws(FFmpegStatus) -> UnsafeMutablePointer<AVFormatContext> {
    var opened: UnsafeMutablePointer<AVFormatContext>? = try FFmpegStatus.check(overlay_avformat_alloc_context())
    opened?.pointee.interrupt_callback = deadline.callback
    opened?.pointee.pb = connection
    // Few pictures are enough to find their rate, so that feeds of few pictures are not late.
    let dictionary = FFmpegDictionary([("fpsprobesize", "5"), ("analyzeduration", "4000000")] + options)
    // This releases the context if it fails.
    try FFmpegStatus.check(overlay_avformat_open_input(&opened, url, nil, &dictionary.pointer))
    return try FFmpegStatus.check(opened)
  }

  private static func open(
    _ connection: UnsafeMutablePointer<AVIOContext>, name: String
  ) throws(FFmpegStatus) -> UnsafeMutablePointer<AVFormatContext> {
    var opened: UnsafeMutablePointer<AVFormatContext>? = try FFmpegStatus.check(overlay_avformat_alloc_context())
    opened?.pointee.pb = connection
    // The dictionary also keeps what FFmpeg opens itself from other files.
    let options = FFmpegDictionary([("protocol_whitelist", "none")])
    // This releases the context if it fails.
    try FFmpegStatus.check(overlay_avformat_open_input(&opened, name, nil, &options.pointer))
    return try FFmpegStatus.check(opened)
  }

  /// Decodes the first packets to find the parameters of the streams, with bounded memory.
  private func findStreams() throws(FFmpegStatus) {
    let options = streams.map { _ in FFmpegDictionary([("max_pixels", "\(Decoder.maximumPixelCount)")]) }
    var pointers = options.map(\.pointer)
    defer { for (options, pointer) in zip(options, pointers) { options.pointer = pointer } }
    try FFmpegStatus.check(overlay_avformat_find_stream_info(context, &pointers))
  }

  /// The streams, in the order of the file.
  var streams: UnsafeBufferPointer<UnsafeMutablePointer<AVStream>> {
    let count = Int(context.pointee.nb_streams)
    return UnsafeRawPointer(context.pointee.streams).map {
      UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UnsafeMutablePointer<AVStream>.self), count: count)
    } ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The beginning of the file in units of `AV_TIME_BASE`, or `nil` if the file does not say it.
  var startTime: Int64? {
    context.pointee.start_time == overlay_no_timestamp ? nil : context.pointee.start_time
  }

  /// The time of the file from which times count, in units of `AV_TIME_BASE`.
  ///
  /// A decoder needs some sound before time zero, which is not heard, and edit lists of QuickTime (mp4) leave out what
  /// is before it. In other files that begin earlier, that is a part of the movie.
  var origin: Int64 {
    let start = startTime ?? 0
    return start < 0 && (start >= -Self.longestPriming || isQuickTime) ? 0 : start
  }

  /// The longest sound that is for the decoder only.
  private static let longestPriming = Int64(AV_TIME_BASE) / 10

  private var isQuickTime: Bool { containerName.hasPrefix("mov,") }

  /// The duration in units of `AV_TIME_BASE`, or `nil` if the file does not say it.
  var duration: Int64? { context.pointee.duration > 0 ? context.pointee.duration : nil }

  /// Returns a text of the file's metadata.
  func metadata(_ key: String) -> String? {
    FFmpegDictionary.text(key, in: context.pointee.metadata)
  }

  /// The metadata of the file.
  var metadata: [(name: String, value: String)] { FFmpegDictionary.entries(of: context.pointee.metadata) }

  /// The chapters, in the order of the file.
  var chapters: UnsafeBufferPointer<UnsafeMutablePointer<AVChapter>> {
    let count = Int(context.pointee.nb_chapters)
    return UnsafeRawPointer(context.pointee.chapters).map {
      UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>.self), count: count)
    } ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Returns the best stream of a kind; `nil` if there is none.
  func bestStream(_ kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
    let index = overlay_av_find_best_stream(context, kind, -1, -1, nil, 0)
    return index < 0 ? nil : streams[Int(index)]
  }

  /// Returns the audio stream with a number among them, from 1; `nil` if there is none.
  func audioStream(_ number: Int) -> UnsafeMutablePointer<AVStream>? {
    streams.lazy.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }.dropFirst(max(number, 1) - 1)
      .first
  }

  /// Ignores all other streams from now on.
  func select(where isSelected: (UnsafeMutablePointer<AVStream>) -> Bool) {
    for stream in streams where !isSelected(stream) { stream.pointee.discard = AVDISCARD_ALL }
  }

  /// Whether the file has an index of all packets, so that packets of ignored streams are not even read.
  var hasPacketIndex: Bool { isQuickTime }

  /// FFmpeg's name of the container, or several.
  var containerName: String { String(cString: context.pointee.iformat.pointee.name) }

  /// Whether the file ends within a packet of MPEG-TS, whose demuxer does not report it. A packet has 188 bytes, and a
  /// time or a checksum in some files.
  func endsWithinPacket(_ path: String) -> Bool {
    guard containerName == "mpegts" else { return false }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [188, 192, 204].allSatisfy { status.st_size % $0 != 0 }
  }

  /// Returns the frame rate of a stream of pictures; 25 if the file does not say it.
  func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate {
    let rate = overlay_av_guess_frame_rate(context, stream, nil)
    return FrameRate(rate) ?? .fps(25)
  }

  /// Reads the next packet. Returns `false` at the end of the file.
  func read(_ packet: borrowing Packet) throws(FFmpegStatus) -> Bool {
    packet.clear()
    let status = FFmpegStatus(rawValue: overlay_av_read_frame(context, packet.pointer))
    if status == .endOfFile { return false }
    try FFmpegStatus.check(status.rawValue)
    return true
  }

  /// Goes to the last keyframe of a stream at or before a time in its ticks, or, if `onward`, to the first one at or
  /// after it.
  func seek(_ stream: UnsafeMutablePointer<AVStream>, to time: Int64, onward: Bool = false) throws(FFmpegStatus) {
    let (earliest, latest) = onward ? (time, Int64.max) : (Int64.min, time)
    try FFmpegStatus.check(overlay_avformat_seek_file(context, stream.pointee.index, earliest, time, latest, 0))
  }
}

extension FrameRate {
  /// Creates the rate of a file; `nil` if it is not possible.
  ///
  /// Files have rounded NTSC rates: 29.97, or the one of a frame of 33.366667 ms. These become exact.
  init?(_ rate: AVRational) {
    guard let rounded = try? FrameRate(numerator: rate.num, denominator: rate.den) else { return nil }
    let nominal = Int32(rounded.nominalFramesPerSecond)
    let ntsc = try? FrameRate(numerator: nominal * 1000, denominator: 1001)
    let isNTSC = ntsc.map { abs($0.interval.seconds / rounded.interval.seconds - 1) < 2e-6 } ?? false
    self = isNTSC ? ntsc ?? rounded : rounded
  }
}
