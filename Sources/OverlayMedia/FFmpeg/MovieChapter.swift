import CFFmpeg
import OverlayRender

/// A chapter of a movie. Its times are in ticks of `timeBase`, from the beginning of the movie.
struct MovieChapter {
  let timeBase: AVRational
  var start: Int64
  var end: Int64
  let metadata: [(name: String, value: String)]

  /// The maximum number of chapters of a movie.
  static let maximumCount = 1000

  /// Reads a chapter, whose time `origin`, in units of `AV_TIME_BASE`, is zero in the new movie. Returns `nil` if the
  /// chapter ends before, or if its times are not valid.
  init?(_ chapter: UnsafeMutablePointer<AVChapter>, origin: Int64) {
    let chapter = chapter.pointee
    guard chapter.time_base.num > 0, chapter.time_base.den > 0, chapter.start != overlay_no_timestamp else {
      return nil
    }
    timeBase = chapter.time_base
    let offset = origin.ticks(of: Int32(AV_TIME_BASE).clock, on: timeBase)
    let (start, startOverflow) = chapter.start.subtractingReportingOverflow(offset)
    let (end, endOverflow) = max(chapter.end, chapter.start).subtractingReportingOverflow(offset)
    guard !startOverflow, !endOverflow, end > 0 else { return nil }
    self.start = max(start, 0)
    self.end = end
    metadata = FFmpegDictionary.entries(of: chapter.metadata)
  }

  /// Returns the chapter with its end at or before a time in ticks of `clock`; `nil` if it begins later.
  func cut(at time: Int64, of clock: AVRational) -> MovieChapter? {
    var chapter = self
    chapter.end = min(end, time.ticks(of: clock, on: timeBase))
    return chapter.start < chapter.end ? chapter : nil
  }
}
