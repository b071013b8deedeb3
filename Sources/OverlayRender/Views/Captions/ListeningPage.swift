/// The lines of a moment: the current one, with that of the second track, in the middle; above and below what is before and
/// after.
struct ListeningPage: View {
  let previous: ListeningLine?
  let current: ListeningLine?
  let second: ListeningLine?
  let next: ListeningLine?
  let clock: ListeningWords.Clock
  let style: ListeningStyle

  /// Fills the space that is offered.
  var body: some View {
    EnvironmentReader { environment in
      let size = environment.font.size
      let spacing = (size / 4).rounded()
      let outline = (size / 8).rounded()
      VStack(spacing: spacing) {
        neighbor(previous, at: .bottom)
        // It chooses its height before the others, which share what is left.
        VStack(spacing: spacing) { middle }
          .layoutPriority(1)
        neighbor(next, at: .top)
      }
      .padding(EdgeInsets(leading: outline, trailing: outline))
      .filling()
    }
  }

  /// Where nothing is spoken there is a line without anything to be seen, so that those above and below keep their distance.
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

  /// A line in the half of the room that the middle leaves, if there is enough for one.
  ///
  /// There is as much above as below: so the ideal size has room for either line at either place, with nothing to be seen,
  /// and before that is the line for the space that there is.
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
  /// The view in a frame as large as what is offered; where nothing is offered, as the view.
  fileprivate func filling(_ alignment: Alignment = .center) -> ContainedView<Self> {
    frame(minWidth: 0, maxWidth: .infinity, minHeight: 0, maxHeight: .infinity, alignment: alignment)
  }
}

/// A line as it is set.
struct ListeningLine {
  let cue: CaptionCue
  let text: Text

  /// Makes a line of a cue; a small one has its own lengths in that size too. What is far longer than any picture holds is
  /// left out: each word shapes the line anew.
  init(_ cue: CaptionCue, isSmall: Bool) {
    self.cue = cue.shortened(toBytes: ListeningStyle.maximumByteCount)
    let text = Text(self.cue.lines)
    self.text = isSmall ? text.small : text
  }
}

extension Text {
  /// The text with every length of its own in the size of all but the current line.
  fileprivate var small: Text { mapStyles { $0.scaled(by: ListeningStyle.smallScale) } }

  /// The text with every colour of its own dimmed.
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
