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

  private(set) var storedDetails: StoredDetails

  /// Makes a run.
  public init(
    _ text: String, style: TextStyle = TextStyle(), classes: [String] = [], voice: String? = nil,
    time: MediaTime? = nil, ruby: CaptionRuby? = nil
  ) {
    self.text = text
    self.time = time
    storedDetails = StoredDetails(RunDetails(style: style, classes: classes, voice: voice, ruby: ruby))
  }

  /// Makes a run with details that are kept already.
  init(_ text: String, time: MediaTime?, details: StoredDetails) {
    self.text = text
    self.time = time
    storedDetails = details
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

extension String {
  /// How many characters people see in it.
  var characterCount: Int {
    // Mostly a byte is a character, and telling where characters end takes long.
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : count
  }

  /// How many columns it takes where each character takes one, and a wide one two.
  var columnCount: Int {
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether it takes the room of two Latin letters: East Asian Wide and Fullwidth (Unicode Standard Annex 11), and emoji.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.isEastAsianWide || first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
  }
}
