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

/// How a file is read.
public struct CaptionReadingOptions: Sendable, Hashable {
  /// The format; `nil` to tell it by the content.
  public var format: CaptionFormat?
  /// The character encoding by its IANA name; `nil` for the one that a byte order mark names, for UTF-8, or for what a
  /// ``CaptionEncodingDetector`` takes the bytes for.
  public var encoding: String?
  /// For how long each of plain lines is shown; `nil`, or what is not a number above zero, for
  /// ``CaptionTrack/defaultLineInterval``.
  public var lineInterval: MediaTime?
  /// Whether content of no known format is taken for plain lines.
  public var takesPlainLines: Bool
  /// When the sound ends that lyrics go with: so long the last line stays, if the file does not say.
  public var soundDuration: MediaTime?

  /// Makes options.
  public init(
    format: CaptionFormat? = nil, encoding: String? = nil, lineInterval: MediaTime? = nil,
    takesPlainLines: Bool = false, soundDuration: MediaTime? = nil
  ) {
    self.format = format
    self.encoding = encoding
    self.lineInterval = lineInterval
    self.takesPlainLines = takesPlainLines
    self.soundDuration = soundDuration
  }
}
