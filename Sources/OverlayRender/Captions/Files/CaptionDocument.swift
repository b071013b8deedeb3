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

/// What a reader makes of a file: cues in the order of the file, and what was wrong.
struct CaptionReading {
  /// The cues in the order of the file.
  var cues: ReadCues = []
  var regions: [CaptionRegion] = []
  var tags: [CaptionTag] = []
  var problems = CaptionProblems()
  /// What the format allows and what is nevertheless probably not shown as it was meant.
  var warnings = CaptionProblems()
  /// Whether the file has style sheets (CSS), which are not applied.
  var hasStyleSheets = false
}

/// Cues with the line of the file, from 1, on which each begins. They are kept apart, so that a track can take the cues as
/// they are: half a million of them are not copied.
struct ReadCues: RandomAccessCollection, ExpressibleByArrayLiteral {
  private(set) var cues: [CaptionCue] = []
  private(set) var lines: [Int] = []
  private var details = SharedDetails()

  init(arrayLiteral elements: (cue: CaptionCue, line: Int)...) {
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { cues.count }

  subscript(place: Int) -> (cue: CaptionCue, line: Int) { (cues[place], lines[place]) }

  mutating func append(_ element: (cue: CaptionCue, line: Int)) {
    var (cue, line) = element
    cue.share(&details)
    cues.append(cue)
    lines.append(line)
  }

  mutating func reserveCapacity(_ count: Int) {
    cues.reserveCapacity(count)
    lines.reserveCapacity(count)
  }
}
