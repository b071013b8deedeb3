/// One caption: text that is shown for a stretch of time, at a place.
public struct CaptionCue: Sendable, Hashable {
  /// The name that its file gives it; empty for none.
  public var identifier: String
  /// The first moment at which it is shown.
  public var start: MediaTime
  /// The first moment at which it is shown no more. A cue that ends when it starts, or before, is never shown; one whose
  /// end is +infinity stays.
  public var end: MediaTime
  /// Where it stands.
  public var placement: CaptionPlacement
  /// Its text.
  public var lines: [CaptionLine]

  /// Makes a cue.
  public init(
    identifier: String = "", start: MediaTime, end: MediaTime, placement: CaptionPlacement = CaptionPlacement(),
    lines: [CaptionLine]
  ) {
    self.identifier = identifier
    self.start = start
    self.end = end
    self.placement = placement
    self.lines = lines
  }

  /// Makes a cue of plain text; line ends in it begin new lines.
  public init(start: MediaTime, end: MediaTime, text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.init(start: start, end: end, lines: lines.map { CaptionLine(String($0)) })
  }
}

extension CaptionCue {
  /// Whether there is a moment at which it is shown.
  public var isEverShown: Bool { start < end }

  /// Whether it is shown at `time`: from its start on, and no more at its end.
  public func isActive(at time: MediaTime) -> Bool {
    start <= time && time < end
  }

  /// Its text without styles, lines separated by line feeds.
  public var plainText: String {
    lines.map(\.plainText).joined(separator: "\n")
  }

  /// Whether there is nothing to be seen of its text.
  var isBlank: Bool {
    lines.allSatisfy { $0.runs.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isBlank) } }
  }

  /// Whether any piece of it says when it is spoken.
  public var hasWordTimes: Bool {
    lines.contains { $0.runs.contains { $0.time != nil } }
  }
}

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
  /// What it changes of the style around it.
  public var style: TextStyle {
    get { if case .own(let style) = storedStyle { style } else { TextStyle() } }
    set { storedStyle = StoredStyle(newValue) }
  }
  /// The names of WebVTT classes that it is in, the outermost first, without those that stand for a colour in `style`.
  public var classes: [String]
  /// Who speaks it, if that is told.
  public var voice: String?
  /// The moment from which on it is spoken; it is spoken until the next run that has a time, in this line or a later one.
  /// A run without a time belongs to the word before it.
  public var time: MediaTime?
  /// What stands above it in small letters.
  public var ruby: CaptionRuby?

  private var storedStyle: StoredStyle

  /// Makes a run.
  public init(
    _ text: String, style: TextStyle = TextStyle(), classes: [String] = [], voice: String? = nil,
    time: MediaTime? = nil, ruby: CaptionRuby? = nil
  ) {
    self.text = text
    storedStyle = StoredStyle(style)
    self.classes = classes
    self.voice = voice
    self.time = time
    self.ruby = ruby
  }
}

/// The style of a run. Most have none, and a track may have a hundred thousand of them.
private indirect enum StoredStyle: Sendable, Hashable {
  case inherited
  case own(TextStyle)

  init(_ style: TextStyle) {
    self = style.isEmpty ? .inherited : .own(style)
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

extension Unicode.Scalar {
  /// Whether it is a space or a control character.
  fileprivate var isBlank: Bool {
    guard !(0x21...0x7E).contains(value) else { return false }
    return properties.isWhitespace || properties.generalCategory == .control
  }
}
