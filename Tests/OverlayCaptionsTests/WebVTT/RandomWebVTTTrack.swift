import OverlayRender
import TestTools

@testable import OverlayCaptions

extension SeededGenerator {
  /// Returns a random track that WebVTT can represent.
  mutating func webVTTTrack() -> CaptionTrack {
    let regions = (0..<Int.random(in: 0...2, using: &self)).map { webVTTRegion("r\($0)\(pick(["", ":", "<é>", "%"]))") }
    var start: Int64 = 0
    let cues = (0..<Int.random(in: 0...6, using: &self)).map { number in
      start += Int64.random(in: 0...5000, using: &self)
      let end = start + Int64.random(in: 1...10_000, using: &self)
      return CaptionCue(
        identifier: chance(2) ? "" : "\(number)\(pick(["", " <b>", "&amp;", " NOTE", "é", "->"]))",
        start: .milliseconds(start), end: .milliseconds(end), placement: webVTTPlacement(regions: regions),
        lines: webVTTLines(from: start, to: end))
    }
    return CaptionTrack(cues, regions: regions)
  }

  private mutating func percentage() -> Double {
    pick([0, 100, 50, 12.5, 100.0 / 3, 1e-9, Double.random(in: 0...100, using: &self)])
  }

  private mutating func webVTTRegion(_ identifier: String) -> CaptionRegion {
    CaptionRegion(
      identifier: identifier, width: percentage(), lines: Int.random(in: 0...5, using: &self),
      anchor: .init(x: percentage(), y: percentage()), viewportAnchor: .init(x: percentage(), y: percentage()),
      scrolls: chance(2))
  }

  private mutating func webVTTPlacement(regions: [CaptionRegion]) -> CaptionPlacement {
    var placement = CaptionPlacement()
    if chance(4) { placement.direction = pick([.verticalGrowingLeft, .verticalGrowingRight]) }
    if chance(2) {
      placement.line = chance(2) ? .percentage(percentage()) : .number(Double(Int.random(in: -20...20, using: &self)))
      placement.lineAlignment = pick([.start, .center, .end])
    }
    if chance(2) {
      placement.position = percentage()
      placement.positionAlignment = pick([.automatic, .lineLeft, .center, .lineRight])
    }
    if chance(2) { placement.size = percentage() }
    placement.textAlignment = pick([.start, .center, .end, .left, .right])
    if chance(2) { placement.region = regions.randomElement(using: &self)?.identifier }
    return placement
  }

  /// Returns lines as the reader returns them: adjacent runs differ, and annotations are numbered from 0.
  private mutating func webVTTLines(from start: Int64, to end: Int64) -> [CaptionLine] {
    var time = start
    var ruby = 0
    var lines = (0..<Int.random(in: 0...4, using: &self)).map { _ in
      var line = CaptionLine(runs: [])
      for _ in 0..<Int.random(in: 0...4, using: &self) {
        var run = webVTTRun()
        if chance(3), time + 1 < end {
          time = Int64.random(in: (time + 1)..<end, using: &self)
          run.time = .milliseconds(time)
        }
        if chance(4) {
          run.ruby = CaptionRuby(pick(["よみ", "a b", "<&>"]), number: ruby)
          ruby += 1
          if chance(3) {
            line.append(run)
            run.style.isItalic = run.style.isItalic == nil ? true : nil
            run.time = nil
          }
        }
        line.append(run)
      }
      return line
    }
    if let last = lines.last, !last.runs.isEmpty, chance(4), time + 1 < end {
      lines[lines.count - 1].runs.append(CaptionRun("", time: .milliseconds(end - 1)))
    }
    return lines
  }

  private mutating func webVTTRun() -> CaptionRun {
    let words = [
      "a", " ", "b c", "<i>", "&lt;", "-->", "漢字", "שלום", "👩‍👩‍👧", "\u{A0}", "NOTE", "00:01.000", "&", ">", "é",
    ]
    var style = TextStyle()
    if chance(4) { style.weight = .bold }
    if chance(4) { style.isItalic = true }
    if chance(4) { style.underline = .single }
    if chance(4) { style.color = pick([.white, .lime, .cyan, .red, .yellow, .magenta, .blue, .black]) }
    if chance(4) { style.backgroundColor = pick([.white, .lime, .cyan, .red, .yellow, .magenta, .blue, .black]) }
    if chance(6) { style.language = pick(["en", "ja-Latn", "x <&> y"]) }
    return CaptionRun(
      pick(words) + (chance(2) ? pick(words) : ""), style: style,
      classes: chance(4) ? pick([["x"], ["x", "y"], ["Red", "bg_"], ["x", "x"]]) : [],
      voice: chance(4) ? pick(["Mary", "Ann Lee", "<&>", "-->"]) : nil)
  }
}

extension SeededGenerator {
  /// Returns the track with random additions that WebVTT cannot represent, or only differently.
  mutating func addingUnsupportedProperties(to track: CaptionTrack) -> CaptionTrack {
    var cues = track.cues
    for index in cues.indices where chance(2) { addUnsupportedProperties(to: &cues[index]) }
    var regions = track.regions
    if chance(3) {
      regions.append(CaptionRegion(identifier: pick(["", "a b", "r0", "-->", "n"]), width: .nan, lines: -1))
    }
    return CaptionTrack(cues, regions: regions, tags: chance(3) ? [CaptionTag(name: "ti", value: "x")] : [])
  }

  private mutating func addUnsupportedProperties(to cue: inout CaptionCue) {
    let times: [MediaTime] = [
      .seconds(-1), .zero, .nanoseconds(1), MediaTime(value: 1, timescale: 3), .positiveInfinity, .negativeInfinity,
      .indefinite, .invalid, .seconds(.max), cue.start, cue.end,
    ]
    switch Int.random(in: 0..<8, using: &self) {
    case 0: cue.identifier = pick(["a\nb", "-->", "1", "\r", "\0"])
    case 1: cue.start = pick(times)
    case 2: cue.end = pick(times)
    case 3:
      cue.placement = CaptionPlacement(line: .number(.nan), lineAlignment: .end, position: -5, size: 1e9, region: "n")
    case 4: cue.placement = CaptionPlacement(line: .percentage(.infinity), positionAlignment: .center)
    case 5:
      cue.lines.append(CaptionLine(runs: [CaptionRun("", time: pick(times)), CaptionRun("x", time: pick(times))]))
    default:
      let style = TextStyle(
        family: "serif", size: 3, weight: pick([.thin, .heavy]), color: .orange, underline: .double,
        isStruckThrough: true, language: pick([" ", "a\tb"]))
      cue.lines.append(
        CaptionLine(runs: [
          CaptionRun(
            pick(["a\nb", "\n", "\u{1}", "-->\n\n00:00.000 --> 00:01.000\nb"]), style: style,
            classes: ["", "red", "a b", "ok", "&", "a.b", "<>"], voice: pick(["", "\n", " a "]), time: pick(times),
            ruby: CaptionRuby(pick(["", " ", "a\nb"]), number: pick([-1, 7, .max])))
        ]))
    }
  }
}
