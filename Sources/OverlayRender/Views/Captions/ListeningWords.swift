/// A line whose words are highlighted as they are spoken.
struct ListeningWords: View {
  /// The source of the time that decides which words have been spoken.
  enum Clock: Sendable {
    /// The frame's time in the track.
    case running(CaptionPlayback)
    /// A fixed time in the track.
    case fixed(MediaTime)
  }

  private let text: Text
  private let words: CaptionWords
  private let clock: Clock
  private let highlight: Color?

  /// Creates a line.
  init(of line: ListeningLine, clock: Clock, highlight: Color?) {
    text = line.text
    words = CaptionWords(of: line.cue, text: line.text.string)
    self.clock = clock
    self.highlight = highlight
  }

  /// The text. With a running clock it changes with every word. Only colors change, so the text stays in place and only
  /// glyphs are drawn again.
  var body: some View {
    switch clock {
    case .fixed(let time):
      EnvironmentReader { text(spokenAt: time, in: $0) }
    case .running(let playback):
      ChangingView("Words") { builder in
        let moment = playback.moment(at: builder.time)
        builder.changes(at: moment.presentation(of: words.nextChange(after: moment.time)))
        return text(spokenAt: moment.time, in: builder.environment)
      }
    }
  }

  private func text(spokenAt time: MediaTime, in environment: EnvironmentValues) -> Text {
    text.spoken(to: words.spokenEnd(at: time), color: environment.foregroundColor, highlight: highlight)
  }
}

extension Text {
  /// Returns the text with spoken words in their own color or `highlight`, and the other words dimmed.
  ///
  /// - Parameters:
  ///   - end: The number of spoken bytes of UTF-8.
  ///   - color: The inherited color.
  func spoken(to end: Int, color: Color, highlight: Color?) -> Text {
    let base = TextStyle(color: style.color ?? color)
    let whole = TextRun.filled(runs, count: string.utf8.count, with: base)
    var pieces: [TextRun] = []
    pieces.reserveCapacity(2 * whole.count)
    for run in whole {
      let own = run.style.color ?? color
      let boundary = min(max(end, run.range.lowerBound), run.range.upperBound)
      pieces.append(run.part(run.range.lowerBound..<boundary, color: highlight ?? own))
      pieces.append(run.part(boundary..<run.range.upperBound, color: own.dimmed))
    }
    return withRuns(TextRun.disjoint(pieces, in: string))
  }

  /// Returns the same text with other runs, which must be disjoint, in order, and of whole characters.
  func withRuns(_ runs: [TextRun]) -> Text {
    Text(printable: string, style: style, runs: runs, annotations: annotations)
  }
}

extension TextRun {
  fileprivate func part(_ range: Range<Int>, color: Color) -> TextRun {
    var part = TextRun(range: range, style: style)
    part.style.color = color
    return part
  }
}
