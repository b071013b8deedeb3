import OverlayRender

extension CaptionTrack {
  /// A caption for each second; every ten captions repeat their texts.
  init(secondsOfCaptions count: Int) {
    self.init(lines: (0..<count).map { "This is what is said in second \($0 % 10) of ten" }, every: .seconds(1))
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
