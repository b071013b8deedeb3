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
  public var placement: CaptionPlacement {
    get { if case .own(let placement) = storedPlacement { placement } else { CaptionPlacement() } }
    set { storedPlacement = StoredPlacement(newValue) }
  }
  /// Its text.
  public var lines: [CaptionLine] {
    get { storedLines.lines }
    set { storedLines = StoredLines(newValue) }
  }

  private var storedPlacement: StoredPlacement
  private var storedLines: StoredLines

  /// Makes a cue.
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
  public var plainText: String { storedLines.text }

  /// Whether its text is all that its lines hold: no run has a style, a time or anything else of its own.
  var isPlain: Bool {
    if case .styled = storedLines { false } else { true }
  }

  /// Whether there is nothing to be seen of its text.
  var isBlank: Bool { storedLines.text.unicodeScalars.allSatisfy(\.isBlank) }

  /// Whether any piece of it says when it is spoken.
  public var hasWordTimes: Bool {
    if case .styled(let styled) = storedLines { styled.hasTimes } else { false }
  }

  /// Keeps details of runs that other cues have only once.
  mutating func share(_ details: inout SharedDetails) {
    guard case .styled(var styled) = storedLines else { return }
    storedLines = .none  // The pieces would be copied otherwise.
    styled.share(&details)
    storedLines = .styled(styled)
  }
}

extension Unicode.Scalar {
  /// Whether it is a space or a control character.
  fileprivate var isBlank: Bool {
    guard !(0x21...0x7E).contains(value) else { return false }
    return properties.isWhitespace || properties.generalCategory == .control
  }
}

extension CaptionCue {
  /// The cue itself, or the same with the beginning of its text: about so many bytes of UTF-8 at most. A run that is cut
  /// ends with an ellipsis.
  func shortened(toBytes limit: Int) -> CaptionCue {
    guard lines.reduce(0, { $0 + $1.byteCount }) > limit else { return self }
    var shortened = self
    var kept: [CaptionLine] = []
    var room = limit
    for line in lines {
      var runs: [CaptionRun] = []
      for var run in line.runs where room > 0 {
        let count = run.text.utf8.count
        run.text = run.text.shortened(toBytes: room)
        runs.append(run)
        room -= count
      }
      kept.append(CaptionLine(runs: runs))
      room -= 1
      if room <= 0 { break }
    }
    shortened.lines = kept
    return shortened
  }
}

extension CaptionLine {
  /// How many bytes of UTF-8 it has with its end.
  fileprivate var byteCount: Int { runs.reduce(1) { $0 + $1.text.utf8.count } }
}
