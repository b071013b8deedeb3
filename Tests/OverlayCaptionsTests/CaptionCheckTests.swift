import Testing

@testable import OverlayCaptions

@Suite("Checking captions")
struct CaptionCheckTests {
  private func cue(_ start: Int64, _ end: Int64, _ text: String) -> CaptionCue {
    CaptionCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
  }

  /// Returns the findings as `cue: description`.
  private func descriptions(_ cues: [CaptionCue], _ limits: CaptionLimits = CaptionLimits()) -> [String] {
    CaptionTrack(cues).check(limits: limits).map { "\($0.cue): \($0)" }
  }

  @Test("Captions within all limits have no findings")
  func clean() {
    let limits = CaptionLimits(frameRate: .fps(25), gapFrames: 2)
    #expect(
      descriptions([cue(0, 2000, "One line\nand another."), cue(2000, 4000, "x"), cue(4080, 5000, "y")], limits) == [])
  }

  @Test("Cues that are never shown or have no text are found")
  func unshown() {
    #expect(
      descriptions([cue(2000, 500, "x"), cue(1000, 1000, "y"), cue(3000, 4000, " \n")]) == [
        "0: the cue ends when it starts and is never shown",
        "1: the cue ends 1.5 s before it starts and is never shown: its times may be swapped",
        "2: the cue has no text",
      ])
  }

  @Test("The reading speed counts spaces but not line ends, at the limit and above it")
  func speed() {
    #expect(descriptions([cue(0, 1000, "ten chars\nand eleven!")]) == [])
    #expect(
      descriptions([cue(0, 1000, "ten chars \nand eleven!!")]) == [
        "0: the cue has 22 characters per second, more than 21: show it longer or shorten its text"
      ])
    // An emoji with modifiers and a letter with marks are one character each.
    #expect(descriptions([cue(0, 1000, String(repeating: "e\u{301}", count: 21))]) == [])
    #expect(descriptions([cue(0, 1000, String(repeating: "👩‍👩‍👧", count: 21))]) == [])
    #expect(descriptions([cue(0, 100, "fast")], CaptionLimits(charactersPerSecond: nil)) == [])
    #expect(descriptions([CaptionCue(start: .zero, end: .positiveInfinity, text: "stays")]) == [])
  }

  @Test("Long lines and too many lines are found; wide characters take two columns")
  func lengths() {
    let slow = CaptionLimits(charactersPerSecond: nil)
    let line = String(repeating: "x", count: 42)
    #expect(descriptions([cue(0, 1000, line)], slow) == [])
    #expect(
      descriptions([cue(0, 1000, "a\n\(line)x\nb")], slow) == [
        "0: the cue has 3 lines, more than 2: split it into two cues",
        "0: line 2 of the cue has 43 characters, more than 42: break it",
      ])
    for wide in ["日", "あ", "한", "，", "Ａ", "👩‍👩‍👧", "❤️", "😀", "𠮷"] {
      #expect(descriptions([cue(0, 1000, String(repeating: wide, count: 21))], slow) == [], "\(wide)")
      #expect(descriptions([cue(0, 1000, String(repeating: wide, count: 22))], slow).count == 1, "\(wide)")
    }
    for narrow in ["é", "ｱ", "न", "ع", "…"] {
      #expect(descriptions([cue(0, 1000, String(repeating: narrow, count: 42))], slow) == [], "\(narrow)")
    }
  }

  @Test("Cues with the same placement can overlap")
  func overlaps() {
    var above = cue(500, 1500, "top")
    above.placement.line = .number(0)
    var rolled = cue(500, 1500, "region")
    rolled.placement.region = "r"
    #expect(descriptions([cue(0, 1000, "a"), above, rolled, rolled]) == [])
    // The second cue is within the first, with which the third overlaps too.
    #expect(
      descriptions([cue(0, 3000, "a"), cue(1000, 1250, "b"), cue(2500, 4000, "c"), cue(4000, 5000, "d")]) == [
        "1: the cue begins 0.25 s before the cue 1 at the same position ends",
        "2: the cue begins 0.5 s before the cue 1 at the same position ends",
      ])
  }

  @Test("More lines than fit into the picture are found")
  func crowds() {
    let limits = CaptionLimits(charactersPerSecond: nil, lineCount: nil, linesAtOnce: 3)
    var top = cue(500, 1500, "c\nd")
    top.placement.line = .number(0)
    #expect(descriptions([cue(0, 1000, "a"), top], limits) == [])
    #expect(descriptions([cue(0, 1000, "a\nb\nc\nd")], limits) == [])
    #expect(
      descriptions([cue(0, 1000, "a\nb"), top], limits) == [
        "1: with the cue 4 lines are shown at once, more than 3: they are shown smaller"
      ])
    #expect(
      descriptions([cue(0, 1000, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk"), top], limits) == [
        "1: with the cue 13 lines are shown at once, more than 3: they cover each other even at a quarter of their size"
      ])
    // The first cue has ended when the last one starts.
    let lines = "a\nb\nc\nd\ne\nf"
    let (before, held) = (cue(0, 2000, lines), cue(1000, 5000, lines))
    top = cue(3000, 5000, "g")
    top.placement.line = .number(0)
    #expect(
      descriptions([before, held, top], limits).filter { $0.hasPrefix("2:") } == [
        "2: with the cue 7 lines are shown at once, more than 3: they are shown smaller"
      ])
    #expect(descriptions([cue(0, 1000, "a\nb"), top], CaptionLimits(charactersPerSecond: nil)) == [])
  }

  @Test("Text that is cut is found, by the limit of lines and by the height of a picture")
  func cut() {
    func found(_ text: String, lines: Int?) -> [String] {
      descriptions([cue(0, 1000, text)], CaptionLimits(charactersPerSecond: nil, lineLength: nil, lineCount: lines))
    }
    let long = String(repeating: "x", count: 169)
    #expect(found(String(repeating: "x", count: 168), lines: 2) == [])
    #expect(
      found(long, lines: 2) == [
        "0: the cue takes about 3 lines even at half of its size, and if at most 2 are shown, its end is cut: "
          + "split it into several cues"
      ])
    #expect(found(long, lines: nil) == [])
    #expect(found(Array(repeating: "x", count: 21).joined(separator: "\n"), lines: nil) == [])
    #expect(
      found(Array(repeating: "x", count: 22).joined(separator: "\n"), lines: nil) == [
        "0: the cue takes about 22 lines even at half of its size, and if at most 21 are shown, its end is cut: "
          + "split it into several cues"
      ])
  }

  @Test("A cue between two frames and a gap that flickers are found")
  func frames() {
    let limits = CaptionLimits(frameRate: .fps(25), gapFrames: 2)
    #expect(descriptions([cue(0, 1, "a")], limits).filter { !$0.contains("characters") } == [])
    #expect(descriptions([cue(41, 80, "a")], CaptionLimits(charactersPerSecond: nil)) == [])
    #expect(
      descriptions([cue(0, 1000, "a"), cue(1079, 2000, "b"), cue(2041, 2080, ".")], limits) == [
        "1: the cue begins 0.079 s after the previous one: remove the gap, or extend it to 2 frames",
        "2: the cue has 25.6 characters per second, more than 21: show it longer or shorten its text",
        "2: the cue is between two frames at 25 frames per second: show it longer",
        "2: the cue begins 0.041 s after the previous one: remove the gap, or extend it to 2 frames",
      ])
  }

  @Test("Words outside of their cue and out of order are found")
  func words() {
    func timed(_ times: [Int64]) -> CaptionCue {
      var timed = cue(1000, 2000, "")
      timed.lines = times.enumerated().map {
        CaptionLine(runs: [CaptionRun("w\($0)", time: .milliseconds($1))])
      }
      return timed
    }
    let limits = CaptionLimits(lineCount: nil)
    #expect(descriptions([timed([1000, 1500, 1500, 2000])], limits) == [])
    #expect(
      descriptions([timed([900, 1500, 2001, 1200, 1100])], limits) == [
        "0: 'w0' is spoken at 0.9 s, when the cue is not shown",
        "0: 'w3' is spoken at 1.2 s, before the previous word",
      ])
  }

  @Test("Background vocals can overlap other words, and a word can end after the next one starts")
  func backgroundWords() throws {
    let text = "[00:01]<00:01>a <00:02>b<00:04>\n[bg:<00:01.5>c <00:03>d]\n[00:05]<00:05>e<00:07>\n[00:05]<00:06>f"
    let reading = try #require(LyricsReader.read(Array(text.utf8), soundDuration: nil))
    #expect(CaptionDocument(reading, format: .lyrics).check() == [])
  }

  @Test("A finding has the line of the file")
  func lineNumbers() throws {
    let reading = try #require(
      LyricsReader.read(Array("[ti:x]\n\n[00:09]b\n[00:01]a\n[00:01]c\n[00:01]d".utf8), soundDuration: nil))
    let document = CaptionDocument(reading, format: .lyrics)
    #expect(document.check().map(\.line) == [4])
    #expect(document.track.check(lineNumbers: []).map(\.line) == [nil])
  }
}
