import OverlayRender
import TestTools

@testable import OverlayCaptions

/// Random caption tracks.
struct RandomTrack {
  var generator: SeededGenerator

  init(seed: Int) {
    generator = SeededGenerator(seed: UInt64(seed))
  }

  static let texts = [
    "one", "two words", "日本語", "مرحبا", "e\u{301}", "👩‍👩‍👧", "a [12:30] b", "<0:1>", "[\u{2060}3:4]", "I <3", "[ti:x]",
    "\\ \" /", "[", "12:",
    "-->", "&amp;",
  ]

  /// Returns a track with everything that a track can contain.
  mutating func track() -> CaptionTrack {
    let cues = (0..<Int.random(in: 0...8, using: &generator)).map { _ in cue() }
    let regions = (0..<Int.random(in: 0...2, using: &generator)).map { number in
      CaptionRegion(
        identifier: "r\(number)", width: percentage(), lines: Int.random(in: 0...5, using: &generator),
        anchor: .init(x: percentage(), y: percentage()), viewportAnchor: .init(x: percentage(), y: percentage()),
        scrolls: generator.chance(2))
    }
    let tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      CaptionTag(name: generator.pick(["ti", "ar", "#", "la"]), value: generator.pick(RandomTrack.texts))
    }
    return CaptionTrack(cues, regions: regions, tags: tags)
  }

  private mutating func cue() -> CaptionCue {
    let start = time(within: 0...20_000)
    let end = generator.chance(12) ? MediaTime.positiveInfinity : start + time(within: -500...3000)
    var cue = CaptionCue(start: start, end: end, lines: [])
    if generator.chance(3) { cue.identifier = generator.pick(RandomTrack.texts) }
    if generator.chance(3) { cue.placement = placement() }
    cue.lines = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      CaptionLine(runs: (0..<Int.random(in: 0...3, using: &generator)).map { _ in run(in: start) })
    }
    return cue
  }

  private mutating func run(in start: MediaTime) -> CaptionRun {
    var run = CaptionRun(generator.pick(RandomTrack.texts))
    if generator.chance(2) { run.time = start + time(within: 0...2000) }
    if generator.chance(2) { run.style = style() }
    if generator.chance(5) { run.classes = ["x", generator.pick(RandomTrack.texts)] }
    if generator.chance(5) { run.voice = generator.pick(RandomTrack.texts) }
    if generator.chance(5) { run.ruby = CaptionRuby("よ", number: Int.random(in: 0...3, using: &generator)) }
    return run
  }

  private mutating func style() -> TextStyle {
    let color = Color(rgb: UInt32.random(in: 0...0xFF_FFFF, using: &generator))
    switch Int.random(in: 0...12, using: &generator) {
    case 0: return TextStyle(weight: .bold)
    case 1: return TextStyle(weight: .regular, isItalic: generator.chance(2))
    case 2: return TextStyle(weight: Font.Weight(rawValue: 650))
    case 3: return TextStyle(underline: generator.pick([TextStyle.Underline.none, .single, .double]))
    case 4: return TextStyle(isStruckThrough: generator.chance(2))
    case 5: return TextStyle(color: color, backgroundColor: .clear)
    case 6: return TextStyle(family: "Noto \"Sans\"", size: 31.25)
    case 7: return TextStyle(scale: 1.13)
    case 8: return TextStyle(letterSpacing: -1.5, rise: 0.1 + 0.2)
    case 9: return TextStyle(position: generator.pick([.normal, .superscript, .subscript]))
    case 10: return TextStyle(features: "ss01, tnum=1")
    case 11: return TextStyle(language: "ja")
    default: return TextStyle()
    }
  }

  private mutating func placement() -> CaptionPlacement {
    CaptionPlacement(
      direction: generator.pick([.horizontal, .verticalGrowingLeft, .verticalGrowingRight]),
      line: generator.pick([.automatic, .number(-1), .number(2.5), .percentage(percentage())]),
      lineAlignment: generator.pick([.start, .center, .end]), position: generator.chance(2) ? percentage() : nil,
      positionAlignment: generator.pick([.automatic, .lineLeft, .center, .lineRight]), size: percentage(),
      textAlignment: generator.pick([.start, .center, .end, .left, .right]),
      region: generator.pick([nil, "r0", "r1"]))
  }

  private mutating func percentage() -> Double {
    generator.pick([0, 100, 50, 33.3, Double.random(in: 0...100, using: &generator), 1e-7])
  }

  /// Returns a time within a range of milliseconds, sometimes between two milliseconds.
  mutating func time(within milliseconds: ClosedRange<Int64>) -> MediaTime {
    let time = MediaTime.milliseconds(Int64.random(in: milliseconds, using: &generator))
    return generator.chance(3) ? time + .nanoseconds(Int64.random(in: 0...999_999, using: &generator)) : time
  }
}
