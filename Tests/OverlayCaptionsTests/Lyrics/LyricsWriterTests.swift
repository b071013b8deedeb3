import OverlayRender
import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Writing LRC")
struct LyricsWriterTests {
  private func cue(_ start: Int64, _ end: Int64, _ text: String) -> CaptionCue {
    CaptionCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
  }

  private func write(_ cues: [CaptionCue], tags: [CaptionTag] = []) -> WrittenCaptions {
    LyricsWriter.write(CaptionTrack(cues, tags: tags))
  }

  /// Returns the losses as `kind count`.
  private func losses(_ cues: [CaptionCue]) -> [String] {
    write(cues).losses.map { "\($0.kind) \($0.cueCount)" }
  }

  private func read(_ text: String) -> CaptionTrack {
    guard let reading = LyricsReader.read(Array(text.utf8), soundDuration: nil) else { return CaptionTrack([]) }
    return CaptionDocument(reading, format: .lyrics).track
  }

  @Test("A stamp clears the text if a cue ends and no other one starts")
  func clearing() {
    let written = write([cue(1000, 2000, "a"), cue(2000, 3500, "b"), cue(4000, 5005, "c")])
    #expect(
      written.text == """
        [00:01.00]a
        [00:02.00]b
        [00:03.50]
        [00:04.00]c
        [00:05.005]

        """)
    #expect(written.losses == [])
    #expect(write([]).text == "")
  }

  @Test("Minutes can have any number of digits")
  func minutes() {
    #expect(write([cue(7_380_000, 7_381_000, "x")]).text == "[123:00.00]x\n[123:01.00]\n")
  }

  @Test("Word times are before their words, and after the last word if it ends")
  func wordTimes() {
    var timed = cue(1000, 2000, "")
    timed.lines = [
      CaptionLine(runs: [
        CaptionRun("oh "), CaptionRun("one ", time: .milliseconds(1200)), CaptionRun("two"),
        CaptionRun("", time: .milliseconds(1900)),
      ])
    ]
    #expect(write([timed]).text == "[00:01.00]oh <00:01.20>one two<00:01.90><00:02.00>\n[00:02.00]\n")
    #expect(losses([timed]) == [])
  }

  @Test("Background vocals are written without losses")
  func background() {
    let text = "[00:10.00]Hello [bg:<00:10.50>(oh <00:11.00>yeah)] world\n[00:12.00]\n"
    let track = read(text)
    #expect(LyricsWriter.write(track).text == text)
    #expect(LyricsWriter.write(track).losses == [])
    let below = read("[00:10.00]a\n[bg:(b ]\u{2060} [x)]\n[00:12.00]\n")
    let written = LyricsWriter.write(below)
    #expect(written.text == "[00:10.00]a\n[00:10.00][bg:(b ]\u{2060} [x)]\n[00:12.00]\n")
    #expect(read(written.text) == below)
  }

  @Test("Text that resembles a stamp stays text")
  func escapes() {
    #expect(read(write([cue(0, 1000, "[bg:x] y]")]).text).cues.map(\.plainText) == ["[bg:x] y]"])
    let written = write([cue(0, 1000, "[12:30] <1:2>\n[ti:x] I <3 [12]")])
    #expect(written.text == "[00:00.00][\u{2060}12:30] <\u{2060}1:2>\n[00:00.00][ti:x] I <3 [12]\n[00:01.00]\n")
    #expect(read(written.text).cues.map(\.plainText) == ["[12:30] <1:2>\n[ti:x] I <3 [12]"])
    var apart = cue(0, 1000, "")
    apart.lines = [CaptionLine(runs: [CaptionRun("["), CaptionRun("1"), CaptionRun("2:30]")])]
    #expect(read(write([apart]).text).cues.map(\.plainText) == ["[12:30]"])
  }

  @Test("Tags that would be read differently and offsets are lost")
  func tags() {
    let kept = [CaptionTag(name: "ti", value: "T [x]"), CaptionTag(name: "length", value: "3:00")]
    let lost = [
      CaptionTag(name: "offset", value: "500"), CaptionTag(name: "two words", value: "x"),
      CaptionTag(name: "ar", value: " x"), CaptionTag(name: "al", value: "x\ny"), CaptionTag(name: "", value: "x"),
      CaptionTag(name: "by", value: "x] [la:y"), CaptionTag(name: "7", value: "x"),
    ]
    for tag in lost {
      let written = write([], tags: kept + [tag])
      #expect(written.text == "[ti:T [x]]\n[length:3:00]\n")
      #expect(written.losses.map(\.kind) == [.tags] && written.losses.first?.cueCount == 0)
    }
    #expect(write([], tags: kept).losses == [])
  }

  @Test("Properties that LRC cannot represent are reported once for each kind")
  func features() {
    var full = cue(0, 1000, "x\n\ny")
    full.identifier = "1"
    full.placement = CaptionPlacement(size: 50, region: "r")
    full.lines[0].runs = [
      CaptionRun(
        "x", style: TextStyle(family: "serif", isItalic: true, color: .red, language: "de"), classes: ["c"], voice: "v",
        ruby: CaptionRuby("r", number: 0)),
      CaptionRun("x", style: TextStyle(weight: .bold)),
    ]
    #expect(
      losses([full, full]) == [
        "identifiers 2", "styles 2", "colors 2", "fonts 2", "classes 2", "voices 2", "languages 2", "ruby 2",
        "placement 2", "regions 2", "lineBreaks 2",
      ])
    var inRegion = cue(0, 1000, "x")
    inRegion.placement.region = "r"
    #expect(losses([inRegion]) == ["regions 1"])
    let track = CaptionTrack([], regions: [CaptionRegion(identifier: "r")])
    #expect(LyricsWriter.write(track).losses.map(\.kind) == [.regions])
  }

  @Test("An end that depends on another line is lost")
  func ends() {
    #expect(losses([cue(0, 3000, "a"), cue(1000, 2000, "b")]) == ["endTimes 1"])
    #expect(write([cue(0, 3000, "a"), cue(1000, 2000, "b")]).text == "[00:00.00]a\n[00:01.00]b\n[00:02.00]\n")
    // Both cues stay until the later end.
    #expect(losses([cue(0, 3000, "a"), cue(0, 2000, "b")]) == ["endTimes 1"])
    #expect(losses([cue(0, 2000, "a"), cue(0, 2000, "b")]) == [])
    let endless = CaptionCue(start: .zero, end: .positiveInfinity, text: "x")
    #expect(write([endless]).text == "[00:00.00]x\n")
    #expect(losses([endless]) == ["endTimes 1"])
    #expect(losses([endless, cue(1000, 2000, "b")]) == ["endTimes 1"])
  }

  @Test("Times finer than a millisecond are rounded, and no cue becomes invisible")
  func fineTimes() {
    let short = CaptionCue(start: .nanoseconds(1_000_400_000), end: .nanoseconds(1_000_450_000), text: "x")
    #expect(write([short]).text == "[00:01.00]x\n[00:01.001]\n")
    #expect(losses([short]) == ["times 1"])
    #expect(write([CaptionCue(start: .seconds(-1), end: .seconds(1), text: "x")]).text == "[00:00.00]x\n[00:01.00]\n")
    #expect(losses([CaptionCue(start: .seconds(-1), end: .seconds(1), text: "x")]) == ["times 1"])
  }

  @Test("A cue that cannot be written loses its text; without text it loses nothing")
  func unshown() {
    #expect(losses([cue(2000, 1000, "x"), cue(1000, 1000, "y")]) == ["text 2"])
    #expect(losses([CaptionCue(start: .seconds(-3), end: .seconds(-1), text: "x")]) == ["text 1"])
    #expect(losses([CaptionCue(start: .seconds(1 << 40), end: .seconds(1 << 41), text: "x")]) == ["text 1"])
    #expect(losses([cue(1000, 2000, " "), cue(3000, 2000, "")]) == [])
    #expect(write([cue(1000, 2000, " ")]).text == "")
  }

  @Test("Control characters in a text cannot create lines")
  func controlCharacters() {
    var odd = cue(0, 1000, "")
    odd.lines = [CaptionLine(runs: [CaptionRun("a\n[00:02]b\u{0}")])]
    #expect(write([odd]).text == "[00:00.00]a [\u{2060}00:02]b\n[00:01.00]\n")
    #expect(losses([odd]) == ["text 1"])
  }

  /// Returns a track that LRC can represent: consecutive cues, whole milliseconds, no spaces beside word times.
  private func lyrics(_ random: inout RandomTrack) -> CaptionTrack {
    var time: Int64 = 0
    let texts = RandomTrack.texts
    let cues = (0..<Int.random(in: 1...6, using: &random.generator)).map { _ in
      time += Int64.random(in: 0...2000, using: &random.generator)
      let start = time
      time += Int64.random(in: 1...3000, using: &random.generator)
      var cue = cue(start, time, "")
      cue.lines = (0..<Int.random(in: 1...3, using: &random.generator)).map { _ in
        var runs = [CaptionRun(random.generator.pick(texts))]
        if random.generator.chance(2) { runs[0].time = .milliseconds(start) }
        for _ in 0..<Int.random(in: 0...3, using: &random.generator) {
          let text = random.generator.pick(texts + [""])
          runs.append(CaptionRun(text, time: .milliseconds(Int64.random(in: start...time, using: &random.generator))))
        }
        return CaptionLine(runs: runs)
      }
      return cue
    }
    return CaptionTrack(cues, tags: [CaptionTag(name: "ti", value: random.generator.pick(texts))])
  }

  @Test("A track that LRC can represent is read as it was written")
  func roundTrip() {
    for seed in 0..<500 {
      var random = RandomTrack(seed: seed)
      let track = lyrics(&random)
      let written = LyricsWriter.write(track)
      #expect(read(written.text) == track, "seed \(seed)")
      #expect(written.losses == [], "seed \(seed)")
    }
  }

  @Test("Reading and writing any track again gives the same file without new losses")
  func stability() {
    for seed in 0..<500 {
      var random = RandomTrack(seed: seed)
      let written = LyricsWriter.write(random.track())
      let again = LyricsWriter.write(read(written.text))
      // A cue that stays has no end in the file, and the reader adds one.
      let lines = again.text.split(separator: "\n")
      let expected = written.text.split(separator: "\n")
      #expect(lines.prefix(expected.count) == expected[...], "seed \(seed)")
      #expect(lines.count <= expected.count + 1, "seed \(seed)")
      #expect(again.losses == [], "seed \(seed)")
      #expect(LyricsReader.read(Array(written.text.utf8), soundDuration: nil)?.problems.count ?? 0 == 0, "seed \(seed)")
    }
  }
}
