import CFFmpeg
import OverlayRender

/// The timecode of the first picture of a new movie, from the timecode of the same picture in another one.
struct KeptTimecode {
  private let timecode: Timecode

  /// Creates the timecode of a picture.
  ///
  /// - Parameters:
  ///   - text: The timecode of the first picture of the movie.
  ///   - picture: The time of the picture, relative to the beginning of the movie.
  /// - Throws: `TimecodeError`.
  init(
    _ text: String, of movie: Demuxer, _ pictures: UnsafeMutablePointer<AVStream>, at picture: MediaTime
  ) throws(TimecodeError) {
    let rate = Self.rate(of: movie, pictures)
    let first = try Timecode(parsing: text, rate: rate)
    let delay = max((pictures.startTime ?? 0) - movie.origin, 0)
    // Times of pictures may be rounded to milliseconds.
    let time = picture - MediaTime(value: delay, timescale: Int32(AV_TIME_BASE)) + .nanoseconds(1_000_000)
    timecode = time.isNumeric ? first.advanced(by: max(rate.frame(atOrBefore: time), 0)) : first
  }

  /// Returns the rate of the timecode, which may differ from the rate of the pictures.
  private static func rate(of movie: Demuxer, _ pictures: UnsafeMutablePointer<AVStream>) -> FrameRate {
    let own = movie.streams.first(where: \.isTimecode)?.pointee.avg_frame_rate
    return own.flatMap { FrameRate($0) } ?? movie.frameRate(of: pictures)
  }

  /// Describes the first stream of a movie in this way, or the file, before the header is written.
  func apply(to muxer: Muxer, in container: MovieContainer) {
    guard let pictures = muxer.firstStream else { return }
    let converted = FrameRate(pictures.pointee.avg_frame_rate).flatMap { timecode.converted(to: $0) }
    let entry = ("timecode", (converted ?? timecode).description)
    switch container.timecode {
    case .track: FFmpegDictionary.set([entry], in: &pictures.pointee.metadata)
    case .metadata: muxer.addMetadata([entry])
    case .none: break
    }
  }
}

extension Timecode {
  /// Returns the timecode of the same time of day at another rate; `nil` if there is none.
  fileprivate func converted(to rate: FrameRate) -> Timecode? {
    if rate == self.rate { return self }
    return try? Timecode(
      hours: hours, minutes: minutes, seconds: seconds,
      frames: frames * rate.nominalFramesPerSecond / self.rate.nominalFramesPerSecond, rate: rate,
      dropFrame: dropFrame && rate.supportsDropFrame)
  }
}
