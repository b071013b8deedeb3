import OverlayRender
import Testing

@testable import OverlayCaptions

@Suite("SRT: writing")
struct SubRipWriterTests {
  private func written(_ cues: CaptionCue...) -> String { SubRipWriter.write(CaptionTrack(cues)).text }

  private func losses(_ cue: CaptionCue) -> [CaptionLoss.Kind] {
    SubRipWriter.write(CaptionTrack([cue])).losses.map(\.kind)
  }

  private func losses(_ style: TextStyle) -> [CaptionLoss.Kind] {
    losses(CaptionCue(start: .zero, end: .seconds(1), lines: [CaptionLine(runs: [CaptionRun("x", style: style)])]))
  }

  @Test("Each cue in a file has an index, times and text, and blank lines separate cues")
  func layout() {
    let text = written(
      CaptionCue(start: .milliseconds(1500), end: .seconds(3725), text: "one\ntwo"),
      CaptionCue(start: .seconds(400_000), end: .seconds(400_001), text: "three"))
    #expect(
      text == """
        1
        00:00:01,500 --> 01:02:05,000
        one
        two

        2
        111:06:40,000 --> 111:06:41,000
        three

        """)
    #expect(written() == "")
  }

  @Test("Styles and positions are tags")
  func styles() {
    let cue = CaptionCue(
      start: .zero, end: .seconds(1), placement: SubRipAlignment(8)?.placement ?? CaptionPlacement(),
      lines: [
        CaptionLine(runs: [
          CaptionRun("a", style: TextStyle(weight: .bold, isItalic: true)), CaptionRun("b"),
          CaptionRun("c", style: TextStyle(family: "Noto Sans", scale: 1.5, color: Color(rgb: 0x01FF80))),
          CaptionRun("d", style: TextStyle(color: .red.opacity(0), underline: .single, isStruckThrough: true)),
        ])
      ])
    #expect(
      written(cue).split(separator: "\n")[2]
        == "{\\an8}<b><i>a</i></b>b<font face=\"Noto Sans\" size=\"5\" color=\"#01ff80\">c</font>"
        + "<font color=\"#ff0000\"><u><s>d</s></u></font>")
    // The opacity is left out.
    #expect(losses(cue) == [.colors])
  }

  @Test(
    "Text that would be read differently is escaped with a character without width",
    arguments: [
      ("<b>x", "<\u{2060}b>x"), ("a < b", "a < b"), ("{\\an8}", "{\u{2060}\\an8}"), ("{x}", "{x}"),
      ("&lt;", "&\u{2060}lt;"),
      ("R&D;", "R&D;"), ("\\N", "\\\u{2060}N"), ("0:01 --> 0:02", "\u{2060}0:01 --> 0:02"), (" x", "\u{2060} x"),
      ("x ", "x \u{2060}"), ("", "\u{2060}"), ("<\u{2060}", "<\u{2060}\u{2060}\u{2060}"), ("7", "7"),
      ("a --> b", "a --> b"),
    ])
  func guards(text: String, line: String) {
    let cue = CaptionCue(start: .zero, end: .seconds(1), text: text + "\nnext")
    let lines = written(cue).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2] == line && lines[3] == "next")
  }

  @Test("A track that SRT can represent is read as it was written, without losses", arguments: 0..<400 as Range<UInt64>)
  func readAgain(seed: UInt64) throws {
    var random = RandomSubRipTrack(seed: seed)
    let track = random.track()
    let written = SubRipWriter.write(track)
    #expect(written.losses == [])
    let reading = SubRipReader.read(Array(written.text.utf8))
    #expect(reading?.problems.first ?? [] == [])
    #expect(CaptionTrack(reading?.cues.map(\.cue) ?? []) == track, "\(written.text)")
  }

  @Test("A file that was read can be written and read again without changes", arguments: 0..<200 as Range<UInt64>)
  func writeAgain(seed: UInt64) throws {
    var random = RandomSubRipTrack(seed: seed)
    let cues = (0..<3).map { "\($0)\n0:0\($0) --> 0:09\n\(random.text())\n\(random.text())\n" }
    guard let reading = SubRipReader.read(Array(cues.joined(separator: "\n").utf8)) else { return }
    let track = CaptionTrack(reading.cues.map(\.cue))
    let written = SubRipWriter.write(track)
    let again = SubRipReader.read(Array(written.text.utf8))
    #expect(CaptionTrack(again?.cues.map(\.cue) ?? []) == track, "\(written.text)")
  }

  @Test("Times are rounded to milliseconds, and no cue becomes invisible")
  func times() {
    let third = MediaTime(value: 1, timescale: 3)
    let cue = CaptionCue(start: third, end: third + .nanoseconds(1), text: "x")
    #expect(written(cue).contains("00:00:00,333 --> 00:00:00,334") && losses(cue) == [.times])
    let endless = CaptionCue(start: .seconds(1), end: .positiveInfinity, text: "x")
    #expect(written(endless).contains("00:00:01,000 --> 99:59:59,999") && losses(endless) == [.endTimes])
    let early = CaptionCue(start: -.seconds(1), end: .seconds(1), text: "x")
    #expect(written(early).contains("00:00:00,000 --> 00:00:01,000") && losses(early) == [.times])
    let far = CaptionCue(start: .seconds(.max / 2), end: .seconds(.max), text: "x")
    #expect(SubRipReader.read(Array(written(far).utf8))?.cues.count == 1 && losses(far) == [.times])
  }

  @Test("A cue that is never shown is left out, and is a loss if it has text")
  func neverShown() {
    let cue = CaptionCue(start: .seconds(2), end: .seconds(2), text: "x")
    #expect(written(cue) == "" && losses(cue) == [.text])
    #expect(losses(CaptionCue(start: -.seconds(2), end: .zero, lines: [])) == [])
  }

  @Test("Properties that SRT cannot represent are counted by kind")
  func otherLosses() {
    #expect(losses(TextStyle(weight: .light, letterSpacing: 1)) == [.styles])
    #expect(losses(TextStyle(underline: .double, position: .superscript)) == [.styles])
    #expect(losses(TextStyle(weight: .regular, isItalic: false, underline: TextStyle.Underline.none)) == [])
    #expect(losses(TextStyle(backgroundColor: .black)) == [.colors])
    #expect(losses(TextStyle(color: Color(red: 0.3333, green: 0, blue: 0))) == [.colors])
    #expect(losses(TextStyle(family: "a\"'", size: 20)) == [.fonts] && losses(TextStyle(scale: 0.9)) == [.fonts])
    #expect(losses(TextStyle(features: "smcp", language: "de")) == [.fonts, .languages])
    var cue = CaptionCue(start: .zero, end: .seconds(1), text: "x")
    cue.identifier = "id"
    cue.placement = CaptionPlacement(line: .percentage(90), position: 10, region: "r")
    #expect(losses(cue) == [.identifiers, .placement, .regions])
    cue.lines[0].runs[0].text = "a\u{7}b\nc"
    #expect(losses(cue).contains(.text) && written(cue).hasSuffix("{\\an1}ab c\n"))
    let track = CaptionTrack(
      [], regions: [CaptionRegion(identifier: "r")], tags: [CaptionTag(name: "ti", value: "x")])
    #expect(SubRipWriter.write(track).losses.map(\.kind) == [.regions, .tags])
  }
}
