/// A line of a caption, made of pieces one after another.
public struct CaptionLine: Sendable, Hashable {
  /// The pieces in the order in which they are read.
  public var runs: [CaptionRun]

  /// Makes a line of pieces.
  public init(runs: [CaptionRun]) {
    self.runs = runs
  }

  /// Makes a line in the style around; of an empty text it is an empty line.
  public init(_ text: String) {
    runs = text.isEmpty ? [] : [CaptionRun(text)]
  }

  /// Its text without styles.
  public var plainText: String {
    runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
  }
}

/// A piece of a caption's line that has one style.
public struct CaptionRun: Sendable, Hashable {
  /// Its text: without line ends and control characters.
  public var text: String
  /// The moment from which on it is spoken; it is spoken until the next run that has a time, in this line or a later one.
  /// A run without a time belongs to the word before it.
  public var time: MediaTime?

  fileprivate var storedDetails: StoredDetails

  /// Makes a run.
  public init(
    _ text: String, style: TextStyle = TextStyle(), classes: [String] = [], voice: String? = nil,
    time: MediaTime? = nil, ruby: CaptionRuby? = nil
  ) {
    self.text = text
    self.time = time
    storedDetails = StoredDetails(RunDetails(style: style, classes: classes, voice: voice, ruby: ruby))
  }

  /// What it changes of the style around it.
  public var style: TextStyle {
    get { details.style }
    set { details.style = newValue }
  }
  /// The names of WebVTT classes that it is in, the outermost first, without those that stand for a color in `style`.
  public var classes: [String] {
    get { details.classes }
    set { details.classes = newValue }
  }
  /// Who speaks it, if the file says.
  public var voice: String? {
    get { details.voice }
    set { details.voice = newValue }
  }
  /// What stands above it in small letters.
  public var ruby: CaptionRuby? {
    get { details.ruby }
    set { details.ruby = newValue }
  }

  /// Whether it is its text and nothing else.
  var isPlain: Bool {
    if time == nil, case .none = storedDetails { true } else { false }
  }

  private var details: RunDetails {
    get { if case .some(let details) = storedDetails { details } else { RunDetails() } }
    set { storedDetails = StoredDetails(newValue) }
  }
}

/// The properties of a run besides text and time.
fileprivate struct RunDetails: Sendable, Hashable {
  var style = TextStyle()
  var classes: [String] = []
  var voice: String?
  var ruby: CaptionRuby?

  var isEmpty: Bool { classes.isEmpty && voice == nil && ruby == nil && style.isEmpty }
}

/// The details of a run. Most have none, and a track may have a million runs.
fileprivate indirect enum StoredDetails: Sendable, Hashable {
  case none
  case some(RunDetails)

  init(_ details: RunDetails) {
    self = details.isEmpty ? .none : .some(details)
  }
}

/// Keeps the details of runs once where they are the same: most styled runs of a file are in one of a few styles.
struct SharedDetails {
  private var recent: [StoredDetails] = []
  private static let capacity = 8

  /// Returns lines that are equal, with details that earlier ones have where these are the same.
  mutating func sharing(_ lines: [CaptionLine]) -> [CaptionLine] {
    var lines = lines
    for line in lines.indices {
      for run in lines[line].runs.indices {
        let details = lines[line].runs[run].storedDetails
        if case .none = details { continue }
        if let known = recent.first(where: { $0 == details }) {
          lines[line].runs[run].storedDetails = known
        } else {
          if recent.count == SharedDetails.capacity { recent.removeLast() }
          recent.insert(details, at: 0)
        }
      }
    }
    return lines
  }
}

/// A small text above a piece of a line: how a word is read.
public struct CaptionRuby: Sendable, Hashable {
  /// The small text.
  public var text: String
  /// Which annotation of its cue it is, from 0. Runs next to each other with the same one share it.
  public var number: Int

  /// Makes an annotation.
  public init(_ text: String, number: Int) {
    self.text = text
    self.number = number
  }
}
