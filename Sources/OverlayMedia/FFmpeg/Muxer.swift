import CFFmpeg
import Glibc
import OverlayRender

/// A muxer of FFmpeg that writes to an output of the core, or sends to a URL (`AVFormatContext`).
///
/// An error of the output is kept and thrown instead of FFmpeg's, which does not know it.
final class Muxer {
  /// The output; `nil` if FFmpeg sends to a URL, or writes the files.
  private let output: ByteOutput?
  /// The files of a playlist, which FFmpeg opens and closes.
  private let files: PlaylistFiles?
  /// What limits the time of FFmpeg's blocking calls.
  private let deadline: ConnectionDeadline?
  private let context: UnsafeMutablePointer<AVFormatContext>
  private var hasHeader = false
  /// Whether the packets of a stream wait for packets of the other streams.
  private var interleaves = true
  /// The first error of the output.
  private var outputError: SinkError?

  /// Creates a muxer.
  ///
  /// - Parameters:
  ///   - name: FFmpeg's name of the muxer.
  ///   - output: The output.
  ///   - writesAtOnce: Whether each packet is written when it is complete, so that a reader receives it without delay.
  init(_ name: String, output: ByteOutput, writesAtOnce: Bool) throws(FFmpegStatus) {
    self.output = output
    (deadline, files) = (nil, nil)
    var created: UnsafeMutablePointer<AVFormatContext>?
    // A muxer may read what it has written. Without the protocol, a colon in the path would end the name of one.
    let url = output.currentPath.map { "file:" + $0 }
    try FFmpegStatus.check(overlay_avformat_alloc_output_context2(&created, nil, name, url))
    context = try FFmpegStatus.check(created)
    if writesAtOnce { context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS }
    try connect()
  }

  /// Creates a muxer that sends to a URL, or writes the files of a playlist.
  ///
  /// - Parameters:
  ///   - name: FFmpeg's name of the muxer.
  ///   - url: The URL, or the path of the playlist.
  ///   - options: Options of FFmpeg's protocol.
  ///   - deadline: What limits the time of every blocking call, including this one.
  init(
    _ name: String, url: String, options: [(name: String, value: String)], deadline: ConnectionDeadline
  ) throws(FFmpegStatus) {
    self.deadline = deadline
    output = nil
    var created: UnsafeMutablePointer<AVFormatContext>?
    try FFmpegStatus.check(overlay_avformat_alloc_output_context2(&created, nil, name, url))
    context = try FFmpegStatus.check(created)
    let writesFiles = context.pointee.oformat.pointee.flags & AVFMT_NOFILE != 0
    files = writesFiles ? PlaylistFiles(playlist: url) : nil
    // Also for the connections that the muxer makes itself.
    context.pointee.interrupt_callback = deadline.callback
    context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
    if let files {
      files.connect(to: context)
      return
    }
    var (dictionary, callback): (OpaquePointer?, AVIOInterruptCB) = (nil, deadline.callback)
    defer { overlay_av_dict_free(&dictionary) }
    FFmpegDictionary.set(options, in: &dictionary)
    try FFmpegStatus.check(overlay_avio_open2(&context.pointee.pb, url, AVIO_FLAG_WRITE, &callback, &dictionary))
  }

  deinit {
    if context.pointee.pb != nil, output != nil {
      overlay_av_freep(&context.pointee.pb.pointee.buffer)
      overlay_avio_context_free(&context.pointee.pb)
    } else if files == nil {
      overlay_avio_closep(&context.pointee.pb)
    }
    overlay_avformat_free_context(context)
  }

  /// The number of bytes that were written or sent, including the container.
  var byteCount: Int64 { files?.bytesWritten ?? context.pointee.pb?.pointee.bytes_written ?? 0 }

  /// The number of complete segments of a playlist.
  var segmentCount: Int { files?.segmentCount ?? 0 }

  /// Whether parts that are written can be replaced later.
  private var isSeekable: Bool { output?.currentPath != nil }

  /// Whether the container stores the parameters of its streams once, in its header.
  var hasGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

  /// The streams, in the order in which they were added.
  private var streams: UnsafeBufferPointer<UnsafeMutablePointer<AVStream>?> {
    UnsafeBufferPointer(start: context.pointee.streams, count: Int(context.pointee.nb_streams))
  }

  /// The first stream.
  var firstStream: UnsafeMutablePointer<AVStream>? { streams.first ?? nil }

  /// Uses fixed identifiers instead of random ones, and leaves out the versions of the libraries.
  func fixIdentifiers() {
    context.pointee.flags |= AVFMT_FLAG_BITEXACT
  }

  /// Adds entries to the metadata of the file, before the header is written.
  func addMetadata(_ entries: [(name: String, value: String)]) {
    FFmpegDictionary.set(entries, in: &context.pointee.metadata)
  }

  /// Limits the time for which packets wait for a stream that seldom has any. Without a limit, all pictures between two
  /// subtitles would wait in memory.
  func limitInterleaving() {
    context.pointee.max_interleave_delta = 2 * Int64(AV_TIME_BASE)
  }

  /// Sets the chapters, before the end of the file is written.
  func setChapters(_ chapters: [MovieChapter]) throws(FFmpegStatus) {
    guard !chapters.isEmpty, context.pointee.nb_chapters == 0 else { return }
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    let list = try FFmpegStatus.check(overlay_av_malloc(chapters.count * size))
      .bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
    context.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      let created = try FFmpegStatus.check(overlay_av_malloc(MemoryLayout<AVChapter>.size))
        .bindMemory(to: AVChapter.self, capacity: 1)
      created.initialize(to: AVChapter())
      created.pointee.id = Int64(index + 1)
      created.pointee.time_base = chapter.timeBase
      created.pointee.start = chapter.start
      created.pointee.end = chapter.end
      FFmpegDictionary.set(chapter.metadata, in: &created.pointee.metadata)
      list[index] = created
      // The context releases as many as it counts.
      context.pointee.nb_chapters += 1
    }
  }

  /// Adds a stream.
  ///
  /// - Parameter timeBase: The wanted duration of a tick in seconds. The container may choose another one.
  func addStream(timeBase: AVRational) throws(FFmpegStatus) -> UnsafeMutablePointer<AVStream> {
    let stream = try FFmpegStatus.check(overlay_avformat_new_stream(context, nil))
    stream.pointee.time_base = timeBase
    return stream
  }

  /// Writes the beginning of the file.
  ///
  /// - Parameter options: Options of the muxer, by name.
  func writeHeader(options: [(name: String, value: String)]) throws {
    var dictionary: OpaquePointer?
    defer { overlay_av_dict_free(&dictionary) }
    for option in options { overlay_av_dict_set(&dictionary, option.name, option.value, 0) }
    try check(overlay_avformat_write_header(context, &dictionary))
    hasHeader = true
  }

  /// Writes a packet in the order of the times of all streams. Its times are in the time base of its stream.
  func write(_ packet: borrowing Packet) throws {
    guard !interleaves else { return try check(overlay_av_interleaved_write_frame(context, packet.pointer)) }
    defer { packet.clear() }
    try check(overlay_av_write_frame(context, packet.pointer))
  }

  /// Records that only one stream has more packets, which do not wait for others from now on.
  func stopInterleaving() throws {
    try check(overlay_av_interleaved_write_frame(context, nil))
    interleaves = false
  }

  /// Sets an option of the muxer to a duration in seconds, as two numbers of 16 bits.
  func set(_ option: String, to ticks: Int64, of timeBase: AVRational) throws(FFmpegStatus) {
    let value = "\(overlay_av_rescale_q_rnd(ticks, timeBase, AVRational(num: 1, den: 1000), AV_ROUND_NEAR_INF))/1000"
    try FFmpegStatus.check(overlay_av_opt_set(context, option, value, AV_OPT_SEARCH_CHILDREN))
  }

  /// Writes the packets that wait for another stream, and the end of the file.
  func finish() throws {
    try check(overlay_av_interleaved_write_frame(context, nil))
    if hasHeader { try check(overlay_av_write_trailer(context)) }
    if context.pointee.pb != nil { overlay_avio_flush(context.pointee.pb) }
    try check(0)
  }

  private func check(_ code: Int32) throws {
    if let error = outputError ?? files?.error { throw error }
    try FFmpegStatus.check(code)
  }

  /// Connects the context with the output.
  private func connect() throws(FFmpegStatus) {
    let size: Int32 = 1 << 16
    let buffer = try FFmpegStatus.check(overlay_av_malloc(Int(size)))
    let muxer = Unmanaged.passUnretained(self).toOpaque()
    let connection = overlay_avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 1, muxer, nil,
      { muxer, bytes, count in
        guard let muxer, let bytes else { return FFmpegStatus.invalidArgument.rawValue }
        return Unmanaged<Muxer>.fromOpaque(muxer).takeUnretainedValue().write(bytes, count)
      },
      isSeekable
        ? { muxer, offset, origin in
          guard let muxer else { return Int64(FFmpegStatus.invalidArgument.rawValue) }
          return Unmanaged<Muxer>.fromOpaque(muxer).takeUnretainedValue().seek(to: offset, from: origin)
        } : nil)
    guard let connection else {
      var freed: UnsafeMutableRawPointer? = buffer
      overlay_av_freep(&freed)
      throw .noMemory
    }
    context.pointee.pb = connection
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
  }

  private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    guard let output, outputError == nil else { return overlay_error(EIO) }
    do {
      try output.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)).bytes)
      return count
    } catch {
      outputError = error
      return overlay_error(EIO)
    }
  }

  private func seek(to offset: Int64, from origin: Int32) -> Int64 {
    guard let output, outputError == nil else { return Int64(overlay_error(EIO)) }
    do {
      // `AVSEEK_SIZE` asks for the size of the file.
      if origin & AVSEEK_SIZE != 0 {
        let position = try output.seek(to: 0, from: SEEK_CUR)
        let size = try output.seek(to: 0, from: SEEK_END)
        _ = try output.seek(to: position ?? 0, from: SEEK_SET)
        return size ?? Int64(overlay_error(ESPIPE))
      }
      return try output.seek(to: offset, from: origin & ~AVSEEK_FORCE) ?? Int64(overlay_error(ESPIPE))
    } catch {
      outputError = error
      return Int64(overlay_error(EIO))
    }
  }
}
