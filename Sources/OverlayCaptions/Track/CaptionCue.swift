/// A caption: text that is shown for a time range at a position.
public struct CaptionCue: Sendable, Hashable {
  /// The identifier in the file; empty if there is none.
  public var identifier: String
  /// The first moment at which the cue is shown.
  public var start: MediaTime
  /// The first moment at which the cue is no longer shown. A cue that ends at or before its start is never shown. A cue
  /// whose end is +infinity stays.
  public var end: MediaTime
  /// The position of the cue.
  public var placement: CaptionPlacement {
    get { if case .custom(let placement) = storedPlacement { placement } else { CaptionPlacement() } }
    set { storedPlacement = StoredPlacement(newValue) }
  }
  /// The text of the cue.
  public var lines: [CaptionLine] {
    get { storedLines.lines }
    set { storedLines = StoredLines(newValue) }
  }

  private var storedPlacement: StoredPlacement
  private var storedLines: StoredLines

  /// Creates a cue.
  public init(
    identifier: String = "", start: MediaTime, end: MediaTime, placement: CaptionPlacement = CaptionPlacement(),
    lines: [CaptionLine]
  ) {
    self.identifier = identifier
    self.start = start
    self.end = end
    storedPlacement = StoredPlacement(placement)
    storedLines = StoredLines(lines)
  }

  /// Creates a cue from plain text, with a line for each line of the text.
  public init(start: MediaTime, end: MediaTime, text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.init(start: start, end: end, lines: lines.map { CaptionLine(String($0)) })
  }
}

extension CaptionCue {
  /// Whether the cue is shown at any moment.
  package var isEverShown: Bool { start < end }

  /// Returns whether the cue is shown at `time`: from its start up to, but not including, its end.
  public func isActive(at time: MediaTime) -> Bool {
    start <= time && time < end
  }

  /// The text without styles. Line feeds separate the lines.
  public var plainText: String { storedLines.text }

  /// Whether no run has a style, a time or other details.
  var isPlain: Bool {
    if case .styled = storedLines { false } else { true }
  }

  /// Whether the text contains no visible characters.
  var isBlank: Bool { storedLines.text.unicodeScalars.allSatisfy(\.isBlank) }

  /// Whether any run has a time.
  var hasWordTimes: Bool {
    if case .styled(let styled) = storedLines { styled.hasTimes } else { false }
  }

  /// Shares equal details of runs with other cues.
  mutating func share(_ details: inout SharedDetails) {
    guard case .styled(var styled) = storedLines else { return }
    storedLines = .none  // The pieces would be copied otherwise.
    styled.share(&details)
    storedLines = .styled(styled)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a space or a control character.
  fileprivate var isBlank: Bool {
    guard !(0x21...0x7E).contains(value) else { return false }
    return properties.isWhitespace || properties.generalCategory == .control
  }
}

extension CaptionCue {
  /// Returns the cue with its text shortened to about the given number of bytes in UTF-8. A run that is cut ends with
  /// an ellipsis.
  package func shortened(toBytes limit: Int) -> CaptionCue {
    guard plainText.utf8.count >= limit else { return self }
    var shortened = self
    var kept: [CaptionLine] = []
    var remainingCount = limit
    for line in lines {
      var runs: [CaptionRun] = []
      for var run in line.runs where remainingCount > 0 {
        let count = run.text.utf8.count
        run.text = run.text.shortened(toBytes: remainingCount)
        runs.append(run)
        remainingCount -= count
      }
      kept.append(CaptionLine(runs: runs))
      remainingCount -= 1
      if remainingCount <= 0 { break }
    }
    shortened.lines = kept
    return shortened
  }
}
