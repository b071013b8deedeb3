/// Background vocals of LRC, `[bg:(oh, <00:12.50>yeah)]`, within a line or on a line of their own below the line that they
/// belong to.
///
/// Their runs have a class, by which the writer recognizes them, and are smaller than other text.
enum LyricsBackground {
  private static let className = "bg"
  private static let scale = 0.75
  private static let opening = Array("[bg:".utf8)

  /// Marks a run.
  static func mark(_ run: inout CaptionRun) {
    run.classes = [className]
    run.style.scale = scale
  }

  /// A run without the mark; `nil` for one that has none.
  static func unmarked(_ run: CaptionRun) -> CaptionRun? {
    guard run.classes.contains(className) else { return nil }
    var run = run
    run.classes.removeAll { $0 == className }
    if run.style.scale == scale { run.style.scale = nil }
    return run
  }

  /// The place behind the mark that opens background vocals at `place`; `nil` if there is none.
  static func opening(in line: ArraySlice<UInt8>, at place: Int, behindJoiners: Bool = false) -> Int? {
    guard line[place] == opening[0] else { return nil }
    var rest = line[(place + 1)...]
    if behindJoiners { rest = LyricsStamp.withoutJoiners(rest) }
    let word = rest.prefix(opening.count - 1)
    guard word.map({ $0.isLetter ? $0 | 0x20 : $0 }) == Array(opening.dropFirst()) else { return nil }
    return word.endIndex
  }
}
