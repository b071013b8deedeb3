import CFFmpeg
import OverlayRender

/// What is damaged in a movie whose pictures have been read to their end.
package enum MovieDamage: Sendable, Hashable {
  /// Parts cannot be decoded, or the file is cut off.
  case unreadableParts
  /// The pictures end long before the time that the file announces, without a message of FFmpeg. This happens if
  /// FFmpeg has skipped damaged parts while it opened the file.
  case earlyEnd(MediaTime, announced: MediaTime)
  /// The cover of a file that has only sound cannot be decoded, or is too large.
  case unreadableCover

  /// The shortest time that is missed. The last picture of a file may have no duration.
  private static let leastMissing = MediaTime.seconds(1)

  /// Returns the damage that a reader has met after the last picture; `nil` if there is none.
  init?(after reader: PictureReader) {
    if reader.isDamaged {
      self = .unreadableParts
    } else if let announced = reader.announcedEnd, announced - reader.end >= Self.leastMissing {
      self = .earlyEnd(reader.end, announced: announced)
    } else {
      return nil
    }
  }
}

extension MovieDamage: CustomStringConvertible {
  /// The damage, without the name of the movie.
  package var description: String {
    switch self {
    case .unreadableCover: "the cover is damaged or too large, and is not shown"
    case .unreadableParts: "the movie is damaged or cut off: what cannot be decoded is left out"
    case .earlyEnd(let end, let announced):
      "the pictures end at \(end.inSeconds(places: 3)), though the movie announces \(announced.inSeconds(places: 3)): "
        + "the rest is damaged or missing"
    }
  }
}

extension Demuxer {
  /// The number of pictures that FFmpeg and others write into AVI before they know it.
  private static let placeholderOfAVI: Int64 = 0x4000_0000

  /// Returns the end of a stream as the file announces it, relative to the beginning of the file; `nil` if it does not.
  func announcedEnd(of stream: UnsafeMutablePointer<AVStream>) -> MediaTime? {
    let clock = Int32(AV_TIME_BASE).clock
    // Matroska has it as a text, counted from the beginning of the file.
    if let text = FFmpegDictionary.text("DURATION", in: stream.pointee.metadata) {
      return MediaTime(matroskaDuration: text)
    }
    // The header of AVI has the number of pictures. If the file is cut off, FFmpeg estimates another duration.
    if containerName == "avi" {
      // A file that was written to a pipe has a number there that stands for none.
      let isKnown = (1..<Self.placeholderOfAVI).contains(stream.pointee.nb_frames)
      return isKnown ? frameRate(of: stream).time(ofFrame: stream.pointee.nb_frames) : nil
    }
    let isAlone = streams.count == 1
    // Sums of greater times would be too large.
    let whole = self.duration.flatMap { $0 < Int64.max / 2 ? $0 : nil }
    let own = stream.pointee.duration > 0 ? stream.pointee.duration.ticks(of: stream.pointee.time_base, on: clock) : nil
    guard let ticks = own ?? (isAlone ? whole : nil) else { return nil }
    // FFmpeg gives some streams the duration of the file, which is the longest duration, rounded to their ticks.
    let isOfFile = whole.map { ($0 - 10_000...$0 + 10_000).contains(ticks) } ?? false
    guard isAlone || hasPacketIndex || !isOfFile else { return nil }
    let delay = max((stream.startTime ?? 0) - origin, 0)
    let (end, overflow) = ticks.addingReportingOverflow(delay)
    return overflow ? nil : MediaTime(value: end, timescale: Int32(AV_TIME_BASE))
  }
}

extension MediaTime {
  /// Reads a tag such as `00:00:05.040000000`; `nil` if it has another form.
  fileprivate init?(matroskaDuration text: String) {
    let fields = text.split(separator: ":")
    guard fields.count == 3, let hours = Int64(fields[0]), let minutes = Int64(fields[1]),
      let seconds = Double(fields[2]), (0..<10_000_000).contains(hours), (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    else { return nil }
    self = .seconds(hours * 3600 + minutes * 60) + .seconds(seconds)
  }
}
