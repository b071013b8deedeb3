/// A caption file that was read: its track, and what was wrong with it.
public struct CaptionDocument: Sendable {
  /// How many bytes a file may have.
  public static let sizeLimit = 32 << 20
  /// How many bytes of UTF-8 the text of one cue may have.
  public static let longestText = 64 << 10
  /// How many cues a file may have.
  public static let cueLimit = 500_000
  /// How many runs, pieces of text with a style or a time of their own, its cues may have together.
  public static let runLimit = 1_000_000
  /// How many regions a file may have.
  public static let regionLimit = 1000

  /// What was read.
  public let track: CaptionTrack
  /// The format that the file is in.
  public let format: CaptionFormat
  /// By the place of a cue in the track: the line of the file, from 1, on which it begins.
  public let lineNumbers: [Int]
  /// The character encoding that the file is in.
  public let encoding: CaptionEncoding
  /// What could not be read as it stands.
  public let problems: CaptionProblems
  /// What follows the rules of the format but is probably not shown as its author meant it: text that is taken for a tag, for
  /// example.
  public let warnings: CaptionProblems
  /// Whether the file has style sheets (CSS), which are not applied.
  public let hasStyleSheets: Bool

  init(_ reading: CaptionReading, format: CaptionFormat, encoding: CaptionEncoding = .known("UTF-8")) {
    let (cues, lines) = (reading.cues.cues, reading.cues.lines)
    let order = CaptionTrack.order(of: cues)
    track = CaptionTrack(
      ordered: order.map { $0.map { cues[$0] } } ?? cues, regions: reading.regions, tags: reading.tags)
    lineNumbers = order.map { $0.map { lines[$0] } } ?? lines
    self.format = format
    self.encoding = encoding
    problems = reading.problems
    warnings = reading.warnings
    hasStyleSheets = reading.hasStyleSheets
  }
}
