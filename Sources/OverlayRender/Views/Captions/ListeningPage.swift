/// The lines at a time: the current one and its translation in the middle, the previous one above, and the next one
/// below.
struct ListeningPage: View {
  let previous: ListeningLine?
  let current: ListeningLine?
  let second: ListeningLine?
  let next: ListeningLine?
  let clock: ListeningWords.Clock
  let style: ListeningStyle

  /// The lines, filling the space offered.
  var body: some View {
    EnvironmentReader { environment in
      let size = environment.font.size
      let spacing = (size / 4).rounded()
      let outline = (size / 8).rounded()
      VStack(spacing: spacing) {
        neighbor(previous, at: .bottom)
        // The middle chooses its height first. The others share the rest.
        VStack(spacing: spacing) { middle }
          .layoutPriority(1)
        neighbor(next, at: .top)
      }
      .padding(EdgeInsets(leading: outline, trailing: outline))
      .filling()
    }
  }

  /// The current line. A hidden line takes its place in a pause, so that the others keep their distance.
  @ViewBuilder private var middle: some View {
    if let current {
      let words = ListeningWords(of: current, clock: clock, highlight: style.highlight)
      LegibleView(content: words, underlay: current.text, look: style.look)
      if let second {
        LegibleView(content: second.text, look: style.look).environment(ListeningStyle.makeSmall)
      }
    } else {
      HiddenText(text: Text("x"), look: style.look)
    }
  }

  /// Returns a line in half of the remaining height, if there is enough for one.
  ///
  /// Both halves have the same height. Hidden copies of both lines give it their ideal size; the visible line is on top
  /// and depends on the available height.
  @ViewBuilder private func neighbor(_ line: ListeningLine?, at edge: VerticalAlignment) -> some View {
    if style.showsNeighbors {
      Group {
        for line in [previous, next].compactMap(\.self) { HiddenText(text: line.text, look: style.look) }
      }
      .filling()
      .overlay {
        GeometryReader { size in
          EnvironmentReader { environment in
            if let line, size.height >= style.minimumHeight(in: environment) {
              LegibleView(content: line.text.dimmed, look: style.look)
                .filling(Alignment(horizontal: .center, vertical: edge))
            }
          }
        }
      }
      .environment(ListeningStyle.makeNeighbor)
    }
  }
}

extension View {
  /// Returns the view in a frame that fills the proposed size. Without a proposal it has the size of the view.
  fileprivate func filling(_ alignment: Alignment = .center) -> WrappedView<Self> {
    frame(minWidth: 0, maxWidth: .infinity, minHeight: 0, maxHeight: .infinity, alignment: alignment)
  }
}

/// A line with its text.
struct ListeningLine {
  let cue: CaptionCue
  let text: Text

  /// Creates a line from a cue in the language of its track. A small line has all its lengths scaled. Text far beyond
  /// the size of a picture is left out, because the line is shaped again for each word.
  init(_ cue: CaptionCue, language: String?, isSmall: Bool) {
    self.cue = cue.shortened(toBytes: ListeningStyle.maximumByteCount)
    let text = Text(self.cue.lines, language: language)
    self.text = isSmall ? text.small : text
  }
}

extension Text {
  /// The text with its own lengths scaled to the size of a small line.
  fileprivate var small: Text { mapStyles { $0.scaled(by: ListeningStyle.smallScale) } }

  /// The text with its own colors dimmed.
  var dimmed: Text {
    mapStyles { style in
      var style = style
      style.color = style.color?.dimmed
      return style
    }
  }

  private func mapStyles(_ change: (TextStyle) -> TextStyle) -> Text {
    withRuns(runs.map { TextRun(range: $0.range, style: change($0.style)) })
  }
}
