/// The content of a caption file: a track, and the problems found while reading it.
public struct CaptionDocument: Sendable {
  /// The maximum number of bytes in a file.
  package static let sizeLimit = 32 << 20
  /// The maximum number of bytes, in UTF-8, in the text of a cue.
  package static let cueTextLimit = 64 << 10
  /// The maximum number of cues in a file.
  package static let cueLimit = 500_000
  /// The maximum number of runs (pieces of text with their own style or time) in all cues of a file.
  package static let runLimit = 1_000_000
  /// The maximum number of regions in a file.
  package static let regionLimit = 1000

  /// The captions.
  public let track: CaptionTrack
  /// The format of the file.
  public let format: CaptionFormat
  /// The line of the file, from 1, on which each cue of the track starts.
  public let lineNumbers: [Int]
  /// The character encoding of the file.
  public let encoding: CaptionEncoding
  /// What could not be read exactly.
  public let problems: CaptionProblems
  /// Text that follows the rules of the format but is probably not shown as its author intended, such as text that is
  /// read as a tag.
  public let warnings: CaptionProblems
  /// Whether the file has style sheets (CSS). They are not applied.
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

/// The result of a reader: cues in the order of the file, and problems.
struct CaptionReading {
  /// The cues in the order of the file.
  var cues: ReadCues = []
  var regions: [CaptionRegion] = []
  var tags: [CaptionTag] = []
  var problems = CaptionProblems()
  /// Parts that the format allows but that are probably not shown as intended.
  var warnings = CaptionProblems()
  /// Whether the file has style sheets (CSS). They are not applied.
  var hasStyleSheets = false
}

/// Cues with the lines of the file, from 1, on which they start. Cues and lines are in separate arrays so that a track
/// can use the array of cues without a copy.
struct ReadCues: RandomAccessCollection, ExpressibleByArrayLiteral {
  private(set) var cues: [CaptionCue] = []
  private(set) var lines: [Int] = []
  private var details = SharedDetails()

  init(arrayLiteral elements: (cue: CaptionCue, line: Int)...) {
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { cues.count }

  subscript(position: Int) -> (cue: CaptionCue, line: Int) { (cues[position], lines[position]) }

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
