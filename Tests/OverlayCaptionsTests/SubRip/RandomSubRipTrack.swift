import OverlayRender
import TestTools

@testable import OverlayCaptions

/// Random tracks that SRT can represent, with texts that look like markup.
struct RandomSubRipTrack {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let fragments = [
    "one", "two words", "日本語", "مرحبا", "e\u{301}", "👩‍👩‍👧", " ", "  ", "<", ">", "b>", "<i>", "</b>", "<font color=red>",
    "<foo>",
    "{", "}", "{\\an8}", "{\\b1}", "\\", "\\N", "\\h", "N", "&", "amp;", "&lt;", "&#39;", "\u{2060}", "\u{FEFF}", "-->",
    "->",
    "00:00:01,000 --> 00:00:02,000", "0:01", "7", "1999", "\"", "'", "♪", "\u{A0}", "p1",
  ]

  mutating func track() -> CaptionTrack {
    let count = Int.random(in: 0...5, using: &generator)
    return CaptionTrack((0..<count).map { _ in cue() })
  }

  private mutating func cue() -> CaptionCue {
    let start = Int64.random(in: 0...20_000, using: &generator)
    let end = start + Int64.random(in: 1...5000, using: &generator)
    let alignment = SubRipAlignment(generator.chance(3) ? Int.random(in: 1...9, using: &generator) : 2)
    let lines = (0..<Int.random(in: 0...3, using: &generator)).map { _ in line() }
    return CaptionCue(
      start: .milliseconds(start), end: .milliseconds(end), placement: alignment?.placement ?? CaptionPlacement(),
      lines: lines)
  }

  private mutating func line() -> CaptionLine {
    var runs: [CaptionRun] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let run = CaptionRun(text(), style: style())
      // The reader joins neighbors with the same style.
      if run.style != runs.last?.style { runs.append(run) }
    }
    return CaptionLine(runs: runs)
  }

  mutating func text() -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.pick(Self.fragments) }.joined()
  }

  private mutating func style() -> TextStyle {
    guard generator.chance(2) else { return TextStyle() }
    return TextStyle(
      family: generator.pick([nil, nil, "Noto Sans", "a\"b", "it's", "a=b /c"]),
      scale: generator.pick([nil, nil, 0.63, 1, 1.13, 3, 0.5625, 6.25]), weight: generator.chance(3) ? .bold : nil,
      isItalic: generator.chance(3) ? true : nil,
      color: generator.pick([nil, nil, .red, .white, Color(rgb: 0x123456)]),
      underline: generator.chance(4) ? .single : nil, isStruckThrough: generator.chance(4) ? true : nil)
  }
}
