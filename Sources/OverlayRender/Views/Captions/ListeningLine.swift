/// A line as it is set.
struct ListeningLine {
  let cue: CaptionCue
  let text: Text

  /// Makes a line of a cue; a small one has its own lengths in that size too. What is far longer than any picture holds is
  /// left out: each word shapes the line anew.
  init(_ cue: CaptionCue, isSmall: Bool) {
    self.cue = cue.shortened(toBytes: ListeningStyle.longest)
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
