/// A line of a caption, which consists of runs.
public struct CaptionLine: Sendable, Hashable {
  /// The runs in reading order.
  public var runs: [CaptionRun]

  /// Creates a line of runs.
  public init(runs: [CaptionRun]) {
    self.runs = runs
  }

  /// Creates a line without styles. An empty text creates an empty line.
  public init(_ text: String) {
    runs = text.isEmpty ? [] : [CaptionRun(text)]
  }

  /// The text without styles.
  public var plainText: String {
    runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
  }
}

/// A piece of a line of a caption with one style.
public struct CaptionRun: Sendable, Hashable {
  /// The text, without line ends and control characters.
  public var text: String
  /// The moment from which the run is spoken, until the next run with a time in this line or a later one. A run without
  /// a time belongs to the word before it.
  public var time: MediaTime?

  private(set) var storedDetails: StoredDetails

  /// Creates a run.
  public init(
    _ text: String, style: TextStyle = TextStyle(), classes: [String] = [], voice: String? = nil,
    time: MediaTime? = nil, ruby: CaptionRuby? = nil
  ) {
    self.text = text
    self.time = time
    storedDetails = StoredDetails(RunDetails(style: style, classes: classes, voice: voice, ruby: ruby))
  }

  /// Creates a run with stored details.
  init(_ text: String, time: MediaTime?, details: StoredDetails) {
    self.text = text
    self.time = time
    storedDetails = details
  }

  /// The changes to the surrounding style.
  public var style: TextStyle {
    get { details.style }
    set { details.style = newValue }
  }
  /// The names of the WebVTT classes of the run, the outermost first, without those that stand for a color in `style`.
  public var classes: [String] {
    get { details.classes }
    set { details.classes = newValue }
  }
  /// The speaker, if the file names one.
  public var voice: String? {
    get { details.voice }
    set { details.voice = newValue }
  }
  /// The annotation above the run.
  public var ruby: CaptionRuby? {
    get { details.ruby }
    set { details.ruby = newValue }
  }

  /// Whether the run has no style, time or other details.
  var isPlain: Bool {
    if time == nil, case .none = storedDetails { true } else { false }
  }

  private var details: RunDetails {
    get { if case .some(let details) = storedDetails { details } else { RunDetails() } }
    set { storedDetails = StoredDetails(newValue) }
  }
}

/// A ruby annotation: small text above a piece of a line, such as the pronunciation of a word.
public struct CaptionRuby: Sendable, Hashable {
  /// The text of the annotation.
  public var text: String
  /// The number of the annotation in its cue, from 0. Adjacent runs with the same number share one annotation.
  public var number: Int

  /// Creates an annotation.
  public init(_ text: String, number: Int) {
    self.text = text
    self.number = number
  }
}

extension String {
  /// The number of characters that people see.
  var characterCount: Int {
    // Most text is ASCII, where each byte is a character. Finding character boundaries is slow.
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : count
  }

  /// The number of columns, where wide characters take two columns and all others take one.
  var columnCount: Int {
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether the character is as wide as two Latin letters: East Asian Wide and Fullwidth (Unicode Standard Annex 11),
  /// and emoji.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.isEastAsianWide || first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
  }
}
