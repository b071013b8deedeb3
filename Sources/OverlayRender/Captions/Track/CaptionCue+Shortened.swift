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
