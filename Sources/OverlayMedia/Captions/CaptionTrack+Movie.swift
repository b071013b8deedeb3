import CFFmpeg
import OverlayRender

extension CaptionTrack {
  /// Reads a track of text subtitles of a movie.
  ///
  ///     let captions = try CaptionTrack(movie: "talk.mkv", subtitlesTrack: 1)
  ///
  /// SubRip and WebVTT are read as from a file of that format. Of ASS and of the timed text of mp4, line breaks,
  /// positions, and italic, bold, underlined and struck text are kept. Times are relative to the beginning of the
  /// movie, like the times of its pictures. The language is the one that the movie gives the track.
  ///
  /// - Parameters:
  ///   - path: The path of the movie.
  ///   - number: The number among the movie's subtitle tracks, from 1.
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noSubtitleTrack`, `subtitlesNotText` or
  ///   `librariesMissing` (or `librariesOfOtherVersion`).
  public init(movie path: String, subtitlesTrack number: Int) throws(MediaError) {
    let reader = try SubtitleReader(path: path, number: number)
    self = CaptionTrack(reader.cues()).inLanguage(reader.language)
  }
}

/// Reads the cues of a subtitle track of a movie.
private final class SubtitleReader {
  private let demuxer: Demuxer
  private let stream: UnsafeMutablePointer<AVStream>
  private let format: Format
  private let packet: Packet
  /// The time of the beginning of the movie, in ticks of the stream.
  private let origin: Int64

  /// How packets contain cues.
  private enum Format {
    case subRip, webVTT, subStationAlpha
    /// Text that FFmpeg converts to events of ASS.
    case decoded(Decoder)
  }

  init(path: String, number: Int) throws(MediaError) {
    demuxer = try Demuxer(moviePath: path)
    let streams = demuxer.streams.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE }
    guard streams.indices.contains(number - 1) else {
      throw .noSubtitleTrack(path: path, number: number, tracks: streams.map { MovieTrack($0) }.choices)
    }
    let stream = streams[number - 1]
    self.stream = stream
    demuxer.select { $0 == stream }
    // A file of subtitles alone begins with its first cue, whose time counts from zero nevertheless.
    let hasOthers = demuxer.bestStream(AVMEDIA_TYPE_VIDEO) != nil || demuxer.bestStream(AVMEDIA_TYPE_AUDIO) != nil
    origin = (hasOthers ? demuxer.origin : 0)
      .ticks(of: Int32(AV_TIME_BASE).clock, on: stream.pointee.time_base)
    do throws(FFmpegStatus) {
      packet = try Packet()
      switch stream.codecName {
      case "subrip": format = .subRip
      case "webvtt": format = .webVTT
      case "ass", "ssa": format = .subStationAlpha
      case let name where SubtitleConverter.codecNames.contains(name): format = .decoded(try Decoder(for: stream))
      default: throw .decoderNotFound
      }
    } catch {
      if error == .decoderNotFound { throw .subtitlesNotText(path: path, number: number, codec: stream.codecName) }
      throw .movieUnreadable(path: path, reason: error.description)
    }
  }

  /// The language of the track, if it is known.
  var language: String? { MovieTrack(stream).language.flatMap { LanguageTag($0)?.identifier } }

  /// Reads all cues. What is damaged is left out.
  func cues() -> [CaptionCue] {
    var cues: [CaptionCue] = []
    // The cues that last until the next packet.
    var open = 0..<0
    while cues.count < CaptionDocument.cueLimit, (try? demuxer.read(packet)) == true {
      guard packet.pointer.pointee.stream_index == stream.pointee.index, let (start, end) = times else { continue }
      for index in open where cues[index].start < start { cues[index].end = start }
      let added = contents.compactMap { $0.cue(start: start, end: end ?? start + Self.defaultDuration) }
      open = cues.count..<cues.count + (end == nil ? added.count : 0)
      cues += added
    }
    return cues
  }

  /// The duration of a last cue that has none.
  private static let defaultDuration = MediaTime.seconds(5)

  /// The times of the packet; without an end if the cue lasts until the next one.
  private var times: (start: MediaTime, end: MediaTime?)? {
    let fields = packet.pointer.pointee
    guard fields.pts != overlay_no_timestamp else { return nil }
    let (start, overflow) = fields.pts.subtractingReportingOverflow(origin)
    guard !overflow else { return nil }
    let startTime = MediaTime(ticks: start, of: stream.pointee.time_base)
    guard fields.duration > 0 else { return startTime >= .zero ? (startTime, nil) : nil }
    let endTime = startTime + MediaTime(ticks: fields.duration, of: stream.pointee.time_base)
    guard startTime.isNumeric, endTime.isNumeric, endTime > .zero else { return nil }
    return (max(startTime, .zero), endTime)
  }

  /// The cues of the packet.
  private var contents: [CaptionPacket] {
    let data = Array(UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
    switch format {
    case .subRip: return [.subRip(data)]
    case .webVTT:
      return [
        .webVTT(
          data, settings: sideData(AV_PKT_DATA_WEBVTT_SETTINGS), identifier: sideData(AV_PKT_DATA_WEBVTT_IDENTIFIER))
      ]
    case .subStationAlpha: return [.subStationAlpha(data, isConverted: false)]
    case .decoded(let decoder):
      var subtitle = DecodedSubtitle()
      guard (try? decoder.decode(packet, into: &subtitle)) == true else { return [] }
      return subtitle.events.map { .subStationAlpha($0, isConverted: true) }
    }
  }

  private func sideData(_ kind: AVPacketSideDataType) -> [UInt8] {
    var size = 0
    let data = overlay_av_packet_get_side_data(packet.pointer, kind, &size)
    return Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size))
  }
}
