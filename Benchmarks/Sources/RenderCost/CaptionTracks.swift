import OverlayRender

extension CaptionTrack {
  /// A caption for each second; every ten captions repeat their texts.
  init(secondsOfCaptions count: Int) {
    self.init(lines: (0..<count).map { "This is what is said in second \($0 % 10) of ten" }, every: .seconds(1))
  }

  /// Captions of two lines, each for two seconds.
  init(pairsOfLines count: Int) {
    let cues = (0..<count).map { number in
      let lines = ["This is what is said in caption \(number),", "and this is the other half of it."]
      return CaptionCue(
        start: .seconds(2 * Int64(number)), end: .seconds(2 * Int64(number) + 2),
        lines: lines.map { CaptionLine(runs: [CaptionRun($0)]) })
    }
    self.init(cues)
  }

  /// Lines of ten words, each of which is spoken for a second.
  init(lineOfWords count: Int) {
    let lines = stride(from: 0, to: count, by: 10).map { first in
      let runs = (first..<(first + 10)).map { second in
        CaptionRun(second == first ? "word" : " word", time: .seconds(Int64(second)))
      }
      return CaptionCue(
        start: .seconds(Int64(first)), end: .seconds(Int64(first) + 10), lines: [CaptionLine(runs: runs)])
    }
    self.init(lines)
  }
}
