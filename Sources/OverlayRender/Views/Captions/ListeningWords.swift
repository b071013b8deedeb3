/// A line whose words light up as they are spoken.
struct ListeningWords: View {
  /// Which words have been spoken.
  enum Clock: Sendable {
    /// Those that the track says at the moment of the frame.
    case running(CaptionPlayback)
    /// Those that had been at a time of the track.
    case fixed(MediaTime)
  }

  private let text: Text
  private let words: CaptionWords
  private let clock: Clock
  private let highlight: Color?

  /// Makes a line of which so much has been spoken as `clock` says.
  init(of line: ListeningLine, clock: Clock, highlight: Color?) {
    text = line.text
    words = CaptionWords(of: line.cue, text: line.text.string)
    self.clock = clock
    self.highlight = highlight
  }

  /// The text; while time runs, it changes with every word. Words change their colours only, so the text stays where it
  /// is, and what is drawn again is their glyphs.
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
  /// The text with what has been spoken in its own colours, or in `highlight`, and the rest in the same dimmed.
  ///
  /// - Parameters:
  ///   - end: How many bytes of UTF-8 have been spoken.
  ///   - color: The colour of the surroundings.
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

  /// The same text with other runs, which are disjoint, in order and at whole characters.
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
