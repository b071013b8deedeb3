import CFFmpeg
import OverlayRender

/// A file with sound that is open for reading.
final class SoundFile {
  /// The stream of the sound.
  let stream: UnsafeMutablePointer<AVStream>

  private let path: String
  private let demuxer: Demuxer
  /// The time of the file's beginning in ticks of the stream.
  private let origin: Int64
  /// What is added to the times of the file because its clock has jumped.
  private var shift: Int64 = 0

  /// The longest gap in seconds.
  private let greatestGap: Int64
  /// Sound that is earlier by less than this number of seconds is left out. At more, the clock has jumped.
  private static let greatestDisorder: Int64 = 1
  /// The longest gap in seconds of sound that belongs to pictures, which do not move together at a gap.
  static let greatestGapBesidePictures: Int64 = 3600
  /// The longest time in seconds before the sound of a file begins.
  private static let greatestDelay: Int64 = 86_400
  /// The shortest time in seconds that is skipped.
  private static let leastSkip: Int64 = 10
  /// The time in seconds that is decoded before the sound that is heard. Codecs need less than a second.
  private static let decodingLead: Int64 = 2

  /// Opens a file. Its sound at `start` has the time zero.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - index: The index of the stream; `nil` to choose it by `track`.
  ///   - track: The number among the audio tracks, from 1; `nil` for the best one.
  ///   - start: The time in the file that is zero.
  ///   - greatestGap: The longest gap in seconds.
  /// - Throws: `MediaError.fileNotOpened`, `soundUnreadable`, `noSound` or `librariesMissing` (or
  ///   `librariesOfOtherVersion`).
  init(
    path: String, stream index: Int32? = nil, track: Int? = nil, from start: MediaTime = .zero, greatestGap: Int64 = 10
  ) throws(MediaError) {
    self.path = path
    self.greatestGap = greatestGap
    demuxer = try Demuxer(path: path) { .soundUnreadable(path: path, reason: $0) }
    let stream =
      if let index { demuxer.streams.first { $0.pointee.index == index } } else if let track {
        demuxer.audioStream(track)
      } else {
        demuxer.bestStream(AVMEDIA_TYPE_AUDIO)
      }
    guard let stream else { throw .noSound(path: path) }
    demuxer.select { $0 == stream }
    self.stream = stream
    // What begins before zero is for the decoder only.
    let offset = start.isNumeric ? Int64((max(start.seconds, 0) * Double(AV_TIME_BASE)).rounded()) : 0
    origin = (demuxer.origin + offset)
      .ticks(of: Int32(AV_TIME_BASE).clock, on: stream.pointee.time_base)
    guard parameters.pointee.sample_rate > 0, parameters.pointee.ch_layout.nb_channels > 0 else {
      throw unreadable(.invalidData)
    }
  }

  /// The parameters of the codec.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { stream.pointee.codecpar }

  /// Whether the sound begins more than a second after the file, as far as it is known.
  var beginsLate: Bool {
    let start = stream.pointee.start_time
    return start != overlay_no_timestamp
      && overlay_av_compare_ts(start &- origin, stream.pointee.time_base, 1, Int32(1).clock) > 0
  }

  /// Skips what is long before the time zero, without decoding it.
  ///
  /// - Returns: `false` if the index of the file leads elsewhere. The file must be opened anew then.
  func skipBeginning() -> Bool {
    func ticks(_ seconds: Int64) -> Int64 { seconds.ticks(of: Int32(1).clock, on: stream.pointee.time_base) }
    guard origin > max(stream.pointee.start_time, 0) &+ ticks(Self.leastSkip) else { return true }
    let target = origin - ticks(Self.decodingLead)
    do {
      let packet = try Packet()
      try demuxer.seek(stream, to: target)
      guard try read(packet), packet.pointer.pointee.pts != overlay_no_timestamp, packet.pointer.pointee.pts <= origin
      else { return false }
      try demuxer.seek(stream, to: target)
      return true
    } catch {
      return false
    }
  }

  /// Reads the next packet of the sound. Returns `false` at the end.
  ///
  /// - Throws: `MediaError.soundUnreadable`.
  func read(_ packet: borrowing Packet) throws(MediaError) -> Bool {
    do throws(FFmpegStatus) {
      while try demuxer.read(packet) {
        if packet.pointer.pointee.stream_index == stream.pointee.index { return true }
      }
      return false
    } catch {
      throw unreadable(error)
    }
  }

  /// Goes to the sound at or before a time. Returns `false` if that is not possible.
  func seek(to time: MediaTime) -> Bool {
    shift = 0
    let ticks = time.value.ticks(of: AVRational(num: 1, den: time.timescale), on: stream.pointee.time_base)
    do throws(FFmpegStatus) {
      try demuxer.seek(stream, to: origin + ticks)
      return true
    } catch {
      return false
    }
  }

  /// Returns a time relative to the beginning of the file, in ticks of the stream; `nil` if the file does not have it.
  ///
  /// - Parameters:
  ///   - timestamp: A time of the file.
  ///   - expected: The end of what was read before. If the times are too far apart for a gap, the clock of the file has
  ///     jumped, as in a recording that was continued. The sound goes on without a gap then.
  func time(_ timestamp: Int64, after expected: Int64?) -> Int64? {
    guard timestamp != overlay_no_timestamp else { return nil }
    let time = timestamp &- origin &+ shift
    func ticks(_ seconds: Int64) -> Int64 { seconds.ticks(of: Int32(1).clock, on: stream.pointee.time_base) }
    let (earliest, latest) =
      expected == nil
      ? (-ticks(Self.greatestDelay), ticks(Self.greatestDelay)) : (-ticks(Self.greatestDisorder), ticks(greatestGap))
    let jump = time &- (expected ?? 0)
    guard jump < earliest || jump > latest else { return time }
    shift = shift &- jump
    return expected ?? 0
  }

  /// Returns the error for a status of FFmpeg.
  func unreadable(_ status: FFmpegStatus) -> MediaError {
    .soundUnreadable(path: path, reason: status.description)
  }
}
