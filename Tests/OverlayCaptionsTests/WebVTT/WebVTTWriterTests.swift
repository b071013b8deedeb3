import OverlayRender
import Testing

@testable import OverlayCaptions

/// Tests of the written text, according to section 4 of W3C WebVTT, and of the reported losses.
@Suite("Writing WebVTT")
struct WebVTTWriterTests {
  /// Returns the text of a cue from 1 s to 9 s.
  private func text(_ lines: [CaptionLine]) -> String {
    let cue = CaptionCue(start: .seconds(1), end: .seconds(9), lines: lines)
    let text = WebVTTWriter.write(CaptionTrack([cue])).text
    return String(text.dropFirst("WEBVTT\n\n00:00:01.000 --> 00:00:09.000\n".count).dropLast())
  }

  private func text(_ runs: CaptionRun...) -> String {
    text([CaptionLine(runs: runs)])
  }

  private func losses(_ runs: CaptionRun...) -> [CaptionLoss.Kind] {
    losses(CaptionCue(start: .seconds(1), end: .seconds(9), lines: [CaptionLine(runs: runs)]))
  }

  private func losses(_ cues: CaptionCue...) -> [CaptionLoss.Kind] {
    WebVTTWriter.write(CaptionTrack(cues)).losses.map(\.kind)
  }

  private func placed(_ placement: CaptionPlacement) -> CaptionCue {
    CaptionCue(start: .zero, end: .seconds(1), placement: placement, lines: [])
  }

  // MARK: Files

  @Test("A complete file")
  func file() {
    let track = CaptionTrack(
      [
        CaptionCue(
          identifier: "one", start: .milliseconds(1500), end: .seconds(4000),
          placement: CaptionPlacement(
            direction: .verticalGrowingLeft, line: .number(-2), lineAlignment: .end, position: 12.5,
            positionAlignment: .lineLeft, size: 40, textAlignment: .start, region: "top"),
          lines: [CaptionLine("Hello"), CaptionLine("world")]),
        CaptionCue(start: .seconds(2), end: .seconds(3), lines: []),
      ],
      regions: [
        CaptionRegion(
          identifier: "top", width: 50, lines: 2, anchor: .init(x: 0, y: 0), viewportAnchor: .init(x: 25.5, y: 10),
          scrolls: true), CaptionRegion(identifier: "usual"),
      ])
    let written = WebVTTWriter.write(track)
    #expect(
      written.text == """
        WEBVTT

        REGION
        id:top
        width:50%
        lines:2
        regionanchor:0%,0%
        viewportanchor:25.5%,10%
        scroll:up

        REGION
        id:usual

        one
        00:00:01.500 --> 01:06:40.000 vertical:rl line:-2,end position:12.5%,line-left size:40% align:start region:top
        Hello
        world

        00:00:02.000 --> 00:00:03.000


        """)
    #expect(written.losses.isEmpty)
  }

  @Test("An empty track is a valid file")
  func nothing() {
    #expect(WebVTTWriter.write(CaptionTrack([])).text == "WEBVTT\n\n")
    #expect(WebVTTReader.read(Array("WEBVTT\n\n".utf8))?.cues.isEmpty == true)
  }

  @Test("Of several regions with one identifier the last is written; tags are lost")
  func regionsAndTags() {
    let track = CaptionTrack(
      [], regions: [CaptionRegion(identifier: "a", lines: 1), CaptionRegion(identifier: "a", lines: 2)],
      tags: [CaptionTag(name: "ti", value: "Title")])
    let written = WebVTTWriter.write(track)
    #expect(written.text == "WEBVTT\n\nREGION\nid:a\nlines:2\n")
    #expect(written.losses == [CaptionLoss(kind: .tags, cueCount: 0, format: .webVTT)])
  }

  @Test("Losses are counted by cue")
  func lossCounts() {
    let line = CaptionLine(runs: [
      CaptionRun("a", style: TextStyle(size: 20, color: .orange)), CaptionRun("b", style: TextStyle(color: .pink)),
    ])
    let cues = (0..<3).map { CaptionCue(start: .seconds($0), end: .seconds($0 + 1), lines: [line]) }
    #expect(
      WebVTTWriter.write(CaptionTrack(cues)).losses == [
        CaptionLoss(kind: .colors, cueCount: 3, format: .webVTT),
        CaptionLoss(kind: .fonts, cueCount: 3, format: .webVTT),
      ])
  }

  // MARK: Text

  @Test(
    "Text that would be read differently is written as character references",
    arguments: [
      ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("-->", "--&gt;"), ("&amp;", "&amp;amp;"), ("<b>", "&lt;b&gt;"),
      ("NOTE", "NOTE"), (" a ", " a "), ("\u{200E}é漢😀", "\u{200E}é漢😀"),
    ])
  func escapes(plain: String, written: String) {
    #expect(text(CaptionRun(plain)) == written)
  }

  @Test("An empty line is written as an empty class tag, so that it does not end the cue")
  func emptyLines() {
    let lines = ["", "a", "", "", "b", ""].map { CaptionLine($0) }
    #expect(text(lines) == "<c></c>\na\n<c></c>\n<c></c>\nb\n<c></c>")
    #expect(text([CaptionLine("")]) == "<c></c>")
  }

  @Test("Tags are only opened and closed if something changes, and closed at line ends")
  func tags() {
    let bold = TextStyle(weight: .bold)
    let both = TextStyle(weight: .bold, isItalic: true)
    #expect(
      text(CaptionRun("a", style: bold), CaptionRun("b", style: both), CaptionRun("c", style: bold))
        == "<b>a<i>b</i>c</b>")
    #expect(
      text(CaptionRun("a", style: TextStyle(underline: .single), voice: "A&B>"), CaptionRun("b", voice: "A&B>"))
        == "<v A&amp;B&gt;><u>a</u>b</v>")
    #expect(
      text([CaptionLine(runs: [CaptionRun("a", style: bold)]), CaptionLine(runs: [CaptionRun("b", style: bold)])])
        == "<b>a</b>\n<b>b</b>")
    #expect(
      text(
        CaptionRun(
          "a", style: TextStyle(color: .yellow, backgroundColor: .black, language: "en-GB"), classes: ["x", "y"],
          voice: "Mary Ann"))
        == "<v Mary Ann><lang en-GB><c.yellow.bg_black.x.y>a</c></lang></v>")
  }

  @Test("Ruby is inside of tags around all of it, and outside of tags within it")
  func ruby() {
    let ruby = CaptionRuby("よ<", number: 0)
    #expect(
      text(CaptionRun("a", voice: "A"), CaptionRun("読", voice: "A", ruby: ruby), CaptionRun("b", voice: "A"))
        == "<v A>a<ruby>読<rt>よ&lt;</rt></ruby>b</v>")
    #expect(
      text(CaptionRun("読", ruby: ruby), CaptionRun("む", style: TextStyle(weight: .bold), ruby: ruby))
        == "<ruby>読<b>む</b><rt>よ&lt;</rt></ruby>")
    #expect(
      text(CaptionRun("読", ruby: ruby), CaptionRun("読", ruby: CaptionRuby("よ<", number: 1)))
        == "<ruby>読<rt>よ&lt;</rt></ruby><ruby>読<rt>よ&lt;</rt></ruby>")
    #expect(
      text(CaptionRun("読", time: .seconds(2), ruby: ruby), CaptionRun("む", time: .seconds(3), ruby: ruby))
        == "<00:00:02.000><ruby>読<00:00:03.000>む<rt>よ&lt;</rt></ruby>")
  }

  @Test("Times increase within the cue, and the time of the first word can be its start")
  func wordTimes() {
    #expect(
      text(
        CaptionRun("a", time: .seconds(1)), CaptionRun("b", time: .seconds(2)),
        CaptionRun("c", style: TextStyle(weight: .bold), time: .seconds(3)), CaptionRun("", time: .seconds(4)))
        == "<00:00:01.000>a<00:00:02.000>b<00:00:03.000><b>c</b><00:00:04.000>")
    #expect(losses(CaptionRun("a", time: .seconds(1)), CaptionRun("b", time: .seconds(2))).isEmpty)
    #expect(losses(CaptionRun("a", time: .seconds(2)), CaptionRun("", time: .seconds(9))).isEmpty)
    for runs in [
      [CaptionRun("a", time: .zero)], [CaptionRun("a"), CaptionRun("b", time: .seconds(1))],
      [CaptionRun("a", time: .seconds(9))], [CaptionRun("a", time: .seconds(3)), CaptionRun("b", time: .seconds(3))],
      [CaptionRun("a", time: .seconds(3)), CaptionRun("b", time: .seconds(2))], [CaptionRun("a", time: .indefinite)],
      [CaptionRun("", time: .seconds(3)), CaptionRun("b", time: .seconds(4))],
      [CaptionRun("a"), CaptionRun("", time: .seconds(10))],
      [CaptionRun("a"), CaptionRun("", time: .seconds(3)), CaptionRun("", time: .seconds(4))],
    ] {
      let cue = CaptionCue(start: .seconds(1), end: .seconds(9), lines: [CaptionLine(runs: runs)])
      #expect(losses(cue) == [.wordTimes], "\(runs)")
    }
  }

  @Test("A line number is rounded, which is a loss")
  func roundedLine() {
    let cue = CaptionCue(
      start: .seconds(1), end: .seconds(9), placement: CaptionPlacement(line: .number(1.5)),
      lines: [CaptionLine(runs: [CaptionRun("a")])])
    #expect(losses(cue) == [.placement])
    #expect(WebVTTWriter.write(CaptionTrack([cue])).text.contains("line:2\n"))
  }

  // MARK: Losses

  @Test("Properties without a tag are lost and reported")
  func lostStyles() {
    #expect(losses(CaptionRun("a", style: TextStyle(color: Color(rgb: 0x00FF01)))) == [.colors])
    #expect(losses(CaptionRun("a", style: TextStyle(backgroundColor: .red.opacity(0.5)))) == [.colors])
    #expect(losses(CaptionRun("a", style: TextStyle(family: "serif"))) == [.fonts])
    #expect(losses(CaptionRun("a", style: TextStyle(scale: 2))) == [.fonts])
    #expect(losses(CaptionRun("a", style: TextStyle(features: "ss01"))) == [.fonts])
    #expect(losses(CaptionRun("a", style: TextStyle(isStruckThrough: true))) == [.styles])
    #expect(losses(CaptionRun("a", style: TextStyle(weight: .light))) == [.styles])
    #expect(losses(CaptionRun("a", style: TextStyle(underline: .double))) == [.styles])
    #expect(losses(CaptionRun("a", style: TextStyle(letterSpacing: 1))) == [.styles])
    #expect(losses(CaptionRun("a", style: TextStyle(position: .superscript))) == [.styles])
    #expect(losses(CaptionRun("a", voice: " A")) == [.voices])
    #expect(losses(CaptionRun("a", style: TextStyle(language: "\n"))) == [.languages])
    #expect(losses(CaptionRun("a\nb")) == [.text])
    #expect(losses(CaptionRun("a", ruby: CaptionRuby(" b", number: 0))) == [.ruby])
    #expect(losses(CaptionRun(String(repeating: "&", count: 20_000))) == [.text])
    // Explicit defaults are not lost.
    let plain = TextStyle(
      weight: .regular, isItalic: false, underline: TextStyle.Underline.none, isStruckThrough: false)
    #expect(losses(CaptionRun("a", style: plain)).isEmpty)
  }

  @Test(
    "Names that are invalid in tags, and names of colors, are lost",
    arguments: ["", "a b", "a.b", "a>", "a&", "a<", "a\n", "red", "bg_red"])
  func lostClasses(name: String) {
    #expect(losses(CaptionRun("a", classes: [name])) == [.classes])
    #expect(text(CaptionRun("a", classes: ["x", name, "y"])) == "<c.x.y>a</c>")
  }

  @Test(
    "Identifiers that are invalid or used before are lost",
    arguments: ["a-->b", "a\nb", "a\rb", "a\0"])
  func lostIdentifiers(identifier: String) {
    #expect(losses(CaptionCue(identifier: identifier, start: .zero, end: .seconds(1), lines: [])) == [.identifiers])
    let twice = ["a", "a"].map { CaptionCue(identifier: $0, start: .zero, end: .seconds(1), lines: []) }
    #expect(losses(twice[0], twice[1]) == [.identifiers])
  }

  @Test("Placements that settings cannot represent are lost, or limited to the picture")
  func lostPlacements() {
    #expect(losses(placed(CaptionPlacement(lineAlignment: .end))) == [.placement])
    #expect(losses(placed(CaptionPlacement(positionAlignment: .lineLeft))) == [.placement])
    #expect(losses(placed(CaptionPlacement(line: .number(.nan)))) == [.placement])
    #expect(losses(placed(CaptionPlacement(line: .percentage(101)))) == [.placement])
    #expect(losses(placed(CaptionPlacement(position: -1))) == [.placement])
    #expect(losses(placed(CaptionPlacement(size: .infinity))) == [.placement])
    #expect(losses(placed(CaptionPlacement(size: .nan))) == [.placement])
    #expect(losses(placed(CaptionPlacement(region: "none"))) == [.regions])
    #expect(
      WebVTTWriter.write(CaptionTrack([placed(CaptionPlacement(position: -1, size: 200))])).text.contains(
        " position:0%\n"))
    // Line numbers are rounded as in section 7.2.
    #expect(
      WebVTTWriter.write(CaptionTrack([placed(CaptionPlacement(line: .number(-1.5)))])).text.contains(" line:-1\n"))
  }

  @Test("Regions that no cue can name are lost", arguments: ["", "a b", "a\tb", "a-->"])
  func lostRegions(identifier: String) {
    let track = CaptionTrack(
      [placed(CaptionPlacement(region: identifier))], regions: [CaptionRegion(identifier: identifier)])
    #expect(WebVTTWriter.write(track).losses == [CaptionLoss(kind: .regions, cueCount: 1, format: .webVTT)])
    #expect(!WebVTTWriter.write(track).text.contains("region"))
  }

  // MARK: Times

  @Test(
    "Times are rounded to milliseconds from zero on, and visible cues stay visible",
    arguments: [
      (.seconds(1), .seconds(2), "00:00:01.000 --> 00:00:02.000", []),
      (MediaTime(value: 1, timescale: 3), MediaTime(value: 2, timescale: 3), "00:00:00.333 --> 00:00:00.667", [.times]),
      (.nanoseconds(1), .nanoseconds(2), "00:00:00.000 --> 00:00:00.001", [.times]),
      (.seconds(-1), .seconds(1), "00:00:00.000 --> 00:00:01.000", [.times]),
      (.negativeInfinity, .seconds(1), "00:00:00.000 --> 00:00:01.000", [.times]),
      (.seconds(1), .positiveInfinity, "00:00:01.000 --> 99:59:59.999", [.endTimes]),
      (.seconds(1), .indefinite, "00:00:01.000 --> 99:59:59.999", [.endTimes]),
      (.seconds(400_000), .positiveInfinity, "111:06:40.000 --> 111:06:41.000", [.endTimes]),
      (.seconds(2), .seconds(1), "00:00:02.000 --> 00:00:01.000", []),
      (.seconds(1), .seconds(Int64.max), "00:00:01.000 --> 2562047788015:12:55.807", [.times]),
    ] as [(MediaTime, MediaTime, String, [CaptionLoss.Kind])])
  func times(start: MediaTime, end: MediaTime, line: String, lost: [CaptionLoss.Kind]) {
    let cue = CaptionCue(start: start, end: end, lines: [CaptionLine("text")])
    #expect(WebVTTWriter.write(CaptionTrack([cue])).text == "WEBVTT\n\n\(line)\ntext\n")
    #expect(losses(cue) == lost)
  }

  @Test(
    "A cue that never starts, or ends at zero, is left out",
    arguments: [
      (.positiveInfinity, .positiveInfinity), (.invalid, .seconds(1)), (.seconds(-2), .seconds(-1)),
      (.negativeInfinity, .zero),
    ] as [(MediaTime, MediaTime)])
  func leftOut(start: MediaTime, end: MediaTime) {
    let cue = CaptionCue(start: start, end: end, lines: [CaptionLine("text")])
    #expect(WebVTTWriter.write(CaptionTrack([cue])).text == "WEBVTT\n\n")
    #expect(losses(cue) == [.times, .text])
  }

  // MARK: Numbers

  @Test(
    "Numbers have no exponents, and are read back exactly",
    arguments: [
      (0, "0"), (5, "5"), (33.5, "33.5"), (0.1, "0.1"), (1e-7, "0.0000001"), (1.25e-10, "0.000000000125"),
      (100.0 / 3, "33.333333333333336"), (1e16, "10000000000000000"), (1.5e20, "150000000000000000000"),
      (1e34, "10000000000000000000000000000000000"), (123_456_789, "123456789"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(WebVTTSetting.text(decimal: number) == text)
    #expect(WebVTTSetting.decimal(Array(text.utf8)[...]) == number)
  }
}
