import Testing

@testable import OverlayCaptions

@Suite("Reading LRC")
struct LyricsReaderTests {
  /// Returns the cues as `start-end text`, with times in milliseconds and `/` between lines.
  private func cues(_ text: String, soundDuration: MediaTime? = nil) -> [String] {
    let reading = LyricsReader.read(Array(text.utf8), soundDuration: soundDuration)
    return (reading?.cues ?? []).map { cue, _ in
      "\(milliseconds(cue.start))-\(milliseconds(cue.end)) " + cue.lines.map(\.plainText).joined(separator: "/")
    }
  }

  /// Returns the runs of a cue as `time|text`.
  private func words(_ text: String, ofCue index: Int = 0) -> [String] {
    let cues = LyricsReader.read(Array(text.utf8), soundDuration: nil)?.cues ?? []
    guard cues.indices.contains(index) else { return [] }
    return cues[index].cue.lines.flatMap(\.runs).map { run in
      "\(run.time.map { String(milliseconds($0)) } ?? "")|\(run.text)"
    }
  }

  private func problems(_ text: String) -> [String] {
    let problems = LyricsReader.read(Array(text.utf8), soundDuration: nil)?.problems
    return (problems?.first ?? []).map { problem in
      if case .notATime(let text, _) = problem.kind { return "\(problem.line) notATime(\"\(text)\")" }
      return "\(problem.line) \(problem.kind)"
    }
  }

  private func milliseconds(_ time: MediaTime) -> Int64 {
    time.converted(toTimescale: 1000).value
  }

  @Test(
    "All forms of stamps are read exactly",
    arguments: [
      ("[00:12.34]", 12_340), ("[00:12.345]", 12_345), ("[00:12.3]", 12_300), ("[0:12]", 12_000), ("[00:12]", 12_000),
      ("[00:12:34]", 12_340), ("[00:12:5]", 12_500), ("[00:12,34]", 12_340), ("[00:5]", 5000),
      ("[123:00.00]", 7_380_000), ("[1:02:03.50]", 3_723_500), ("[01:02:03,5]", 3_723_500), ("[01:02:03]", 62_030),
      ("[100:00:00.5]", 360_000_500),
      ("[000000000000000000000001:00]", 60_000), ("[ 00:12.34 ]", 12_340), ("[00:59.99]", 59_990),
      ("[ 00 : 12 . 34 ]", 12_340), ("[00: 12]", 12_000), ("[1 :02 :03. 5]", 3_723_500),
    ])
  func stamps(stamp: String, milliseconds: Int64) {
    #expect(cues(stamp + "x") == ["\(milliseconds)-\(milliseconds + 5000) x"])
    #expect(problems(stamp + "x") == [])
  }

  @Test("Decimals are exact to the nanosecond")
  func decimals() {
    let reading = LyricsReader.read(Array("[00:00.1234567891]x".utf8), soundDuration: nil)
    #expect(reading?.cues.first?.cue.start == .nanoseconds(123_456_789))
  }

  @Test(
    "Invalid stamps are reported and are not text",
    arguments: [
      "[00:60.00]", "[00:75]", "[00:123.4]", "[00:12.]", "[00:.5]", "[00:12.3.4]", "[1:2:3:4]", "[0:12>",
      "[99999999999999999999:00]", "[52596001:00]", "[0:1 2]", "[0:12.3 4]", "[1:60:00.5]", "[1:00:60.5]", "[1:00:1.]",
      "[1:00:.5]",
    ])
  func brokenStamps(stamp: String) {
    #expect(cues("[00:01]a\n\(stamp)x") == ["1000-6000 a"])
    #expect(problems("[00:01]a\n\(stamp)x") == ["2 notATime(\"\(stamp)\")"])
    #expect(cues("[00:01]a\(stamp)b") == ["1000-6000 ab"])
    #expect(problems("[00:01]a\(stamp)b") == ["1 notATime(\"\(stamp)\")"])
  }

  @Test("The reason why a stamp is invalid is reported")
  func faults() {
    let reading = LyricsReader.read(Array("[00:61.00]x\n[00:01]a".utf8), soundDuration: nil)
    #expect(reading?.problems.first.first?.description == "'[00:61.00]' is not a time (seconds go up to 59)")
    #expect(
      LyricsStamp.timeError(of: "[1:60:00.5]") == .minutes && LyricsStamp.timeError(of: "[1:00:60.5]") == .seconds)
  }

  @Test("A stamp that the end of the file truncates is not text")
  func cutStamp() {
    #expect(cues("[00:01.00]one\n[00:02.0") == ["1000-6000 one"])
    #expect(cues("[00:01.00]one <00:02.0") == ["1000-6000 one"])
    #expect(problems("[00:01.00]one <00:02.0") == ["1 notATime(\"<00:02.0\")"])
  }

  @Test(
    "A line lasts until the next one; a stamp without text clears it",
    arguments: [
      ("[00:01]a\n[00:03]b\n[00:04]", ["1000-3000 a", "3000-4000 b"]),
      ("[00:01]a\r\n[00:02]\r\n[00:03]b", ["1000-2000 a", "3000-8000 b"]),
      ("[00:01]a\r[00:02]b", ["1000-2000 a", "2000-7000 b"]),
      ("[00:03]c\n[00:01]a\n[00:02]b", ["1000-2000 a", "2000-3000 b", "3000-8000 c"]),
      ("[00:01]a\n\n \t\n[00:02]b\n", ["1000-2000 a", "2000-7000 b"]),
      ("[00:01] \t a \t", ["1000-6000 a"]),
      ("[00:01]  \n[00:02]<00:02.5>", []),
    ])
  func ends(text: String, expected: [String]) {
    #expect(cues(text) == expected)
  }

  @Test("The last line lasts until the length in the file, otherwise until the sound ends, otherwise five seconds")
  func lastEnd() {
    let sound = MediaTime.seconds(20)
    #expect(cues("[length:00:10]\n[00:01]a", soundDuration: sound) == ["1000-10000 a"])
    #expect(cues("[length: 0:10.5]\n[00:01]a") == ["1000-10500 a"])
    #expect(cues("[00:01]a", soundDuration: sound) == ["1000-20000 a"])
    #expect(cues("[00:01]a") == ["1000-6000 a"])
    // A length before the last line cannot be right.
    #expect(cues("[length:00:10]\n[00:11]a", soundDuration: sound) == ["11000-20000 a"])
    #expect(cues("[00:30]a", soundDuration: sound) == ["30000-35000 a"])
    #expect(cues("[00:30]a", soundDuration: .indefinite) == ["30000-35000 a"])
    #expect(problems("[length:How long the song is]\n[00:01]a") == ["1 notATime(\"length:How long the song is\")"])
    #expect(problems("[length:]\n[offset:]\n[00:01]a") == [])
  }

  @Test("A line with several stamps is shown at each of them")
  func repeatedLines() {
    #expect(cues("[00:01][00:05]x\n[00:03]y") == ["1000-3000 x", "3000-5000 y", "5000-10000 x"])
    #expect(cues("[00:05] [00:01] x\n[00:03]y") == ["1000-3000 x", "3000-5000 y", "5000-10000 x"])
    #expect(cues("[00:01][00:01]x") == ["1000-6000 x"])
    #expect(cues("[00:05][00:06]\n[00:01]x") == ["1000-5000 x"])
  }

  @Test("Lines with the same time are lines of one cue, in the order of the file")
  func translations() {
    #expect(cues("[00:01]Hello\n[00:01]你好\n[00:02]b") == ["1000-2000 Hello/你好", "2000-7000 b"])
    #expect(cues("[00:01]Hello\n[00:02]b\n[00:01.000]你好\n[00:01]") == ["1000-2000 Hello/你好", "2000-7000 b"])
    let reading = LyricsReader.read(Array("\n[00:02]b\n[00:01]a\n[00:01]c".utf8), soundDuration: nil)
    #expect(reading?.cues.map(\.line) == [3, 2])
  }

  @Test("A positive offset shows everything earlier, a negative one later, and nothing before zero")
  func offset() {
    #expect(cues("[offset:+500]\n[00:01]a\n[00:02]") == ["500-1500 a"])
    #expect(cues("[offset:500]\n[00:01]a\n[00:02]") == ["500-1500 a"])
    #expect(cues("[00:01]a\n[00:02]\n[offset: -250 ]") == ["1250-2250 a"])
    #expect(cues("[offset:1500]\n[00:00]a\n[00:01]b\n[00:02]c\n[00:03]") == ["0-0 a", "0-500 b", "500-1500 c"])
    #expect(words("[offset:1500]\n[00:01]<00:01>a <00:02>b") == ["0|a ", "500|b"])
    #expect(problems("[offset:+/- Overall]\n[00:01]a") == ["1 notATime(\"offset:+/- Overall\")"])
    #expect(cues("[offset:-3155760000000000]\n[offset:9223372036854775807]\n[52595999:59]a").count == 1)
  }

  @Test("Tags are kept, except for the offset, which is applied")
  func tags() {
    let text = "[ti:Title [Live]]\n[ar: An artist ]\n[al:x][by:y]\n[offset:10]\n[re:]\n[#:note]\n[la:ja][00:01]a"
    let reading = LyricsReader.read(Array(text.utf8), soundDuration: nil)
    #expect(
      reading?.tags.map { "\($0.name)=\($0.value)" } == [
        "ti=Title [Live]", "ar=An artist", "al=x", "by=y", "re=", "#=note", "la=ja",
      ])
    #expect(reading?.problems.count == 0)
    #expect(reading?.cues.count == 1)
  }

  @Test(
    "Text without a stamp is reported",
    arguments: [
      "words", "[Verse 1]", "[ti:open", "<00:01.00>word", "[ti:x] y", "[a name that is longer than all:x]", "]",
    ])
  func strayText(line: String) {
    #expect(problems("[00:01]a\n\(line)") == ["2 strayText(\"\(line)\")"])
    #expect(cues("[00:01]a\n\(line)") == ["1000-6000 a"])
  }

  @Test("A file without stamps and tags is not LRC")
  func otherText() {
    #expect(LyricsReader.read(Array("one\ntwo <3\n[three]".utf8), soundDuration: nil) == nil)
    #expect(LyricsReader.read([], soundDuration: nil) == nil)
    #expect(LyricsReader.read(Array("[ti:x]".utf8), soundDuration: nil)?.cues.count == 0)
  }

  @Test(
    "Word times can be in either kind of brackets",
    arguments: [
      ("[00:01.00] <00:01.04> When <00:01.16> the <00:01.82> truth", ["1040|When ", "1160|the ", "1820|truth"]),
      ("[00:01]When [00:01.5]the [00:02]truth", ["|When ", "1500|the ", "2000|truth"]),
      ("[00:01]<00:01>one<00:02>", ["1000|one"]),
      ("[00:01]<00:01>one <00:02> <00:03> two ", ["1000|one ", "2000|", "3000|two"]),
      ("[00:01]<00:01>日<00:01.5>本", ["1000|日", "1500|本"]),
      ("[00:01]one <00:99>two", ["|one two"]),
    ])
  func wordTimes(line: String, expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test(
    "A stamp at the end of a line ends the line",
    arguments: [
      ("[00:10.00]text[00:12.00]", ["10000-12000 text"]),
      ("[00:10]a[00:12] \n[00:20]b", ["10000-12000 a", "20000-25000 b"]),
      ("[00:10][00:20]x[00:12]", ["10000-12000 x", "20000-22000 x"]),
      // A line lasts until the next one at most, and an end before the start is ignored.
      ("[00:10]a[00:30]\n[00:20]b", ["10000-20000 a", "20000-25000 b"]), ("[00:10]a[00:05]", ["10000-15000 a"]),
      // A text and its translation are shown together until the last of them ends.
      ("[00:10]a[00:12]\n[00:10]b[00:13]", ["10000-13000 a/b"]), ("[00:10]a[00:12]\n[00:10]b", ["10000-12000 a/b"]),
      ("[offset:1000]\n[00:10]a[00:12]", ["9000-11000 a"]),
      ("[00:10]<00:10>a<00:12>\n[00:13]b", ["10000-12000 a", "13000-18000 b"]),
      ("[00:10]a <00:10.5>b<00:11><00:12>\n[00:13]c", ["10000-12000 a b", "13000-18000 c"]),
      // The end of background vocals does not end the line.
      ("[00:10]a[bg:<00:11>b<00:12>]\n[00:13]c", ["10000-13000 ab", "13000-18000 c"]),
    ])
  func closedLines(text: String, expected: [String]) {
    #expect(cues(text) == expected)
  }

  @Test("A closing stamp is not a word")
  func closingStamps() {
    #expect(words("[00:10]one [00:11]two[00:12]") == ["|one ", "11000|two"])
    #expect(words("[00:10]<00:10>one<00:11>[00:12]") == ["10000|one", "11000|"])
  }

  /// Returns the lines of the first cue, with background vocals in braces.
  private func background(_ text: String) -> [String] {
    (LyricsReader.read(Array(text.utf8), soundDuration: nil)?.cues.first?.cue.lines ?? []).map { line in
      line.runs.map { $0.classes == ["bg"] && $0.style.scale == 0.75 ? "{\($0.text)}" : $0.text }.joined()
    }
  }

  @Test(
    "Background vocals are within a line, or on their own line below it",
    arguments: [
      ("[00:01]Hello [bg:(oh)] world", ["Hello {(oh)} world"]), ("[00:01][bg:(oh)]", ["{(oh)}"]),
      ("[00:01]Hello\n[bg:(oh)]\n[00:02]b", ["Hello", "{(oh)}"]), ("[00:01]a [BG: oh", ["a {oh}"]),
      ("[00:01]a [bg:]b", ["a b"]), ("[00:01]a\n[bg:]", ["a"]),
      ("[00:01]a [bg:x]\u{2060}] y", ["a {x]} y"]), ("[00:01][\u{2060}bg:x]", ["[bg:x]"]),
    ])
  func backgroundVocals(text: String, expected: [String]) {
    #expect(background(text) == expected)
    #expect(problems(text) == [])
  }

  @Test("The times of background vocals are kept")
  func backgroundTimes() {
    let text = "[00:10]<00:10>main<00:12>\n[bg:<00:11>(oh <00:11.5>yeah)<00:12>]\n[00:20]b"
    #expect(words(text) == ["10000|main", "11000|(oh ", "11500|yeah)", "12000|"])
    #expect(cues(text) == ["10000-12000 main/(oh yeah)", "20000-25000 b"])
    // If the line has its own end, background vocals are shown until their own end.
    #expect(cues("[00:10]main[00:11]\n[bg:<00:10.5>(oh)<00:13>]\n[00:20]") == ["10000-13000 main/(oh)"])
    #expect(cues("[00:10][00:30]a\n[bg:(x)]\n[00:20]b") == ["10000-20000 a/(x)", "20000-30000 b", "30000-35000 a/(x)"])
  }

  @Test("Background vocals without a line are reported")
  func strayBackground() {
    #expect(problems("[bg:(oh)]\n[00:01]a") == ["1 strayText(\"(oh)\")"])
    #expect(problems("[00:01]a\n[00:02]\n[bg:(oh)]") == ["3 strayText(\"(oh)\")"])
  }

  @Test("The words of a repeated line have the same distance from each stamp")
  func repeatedWords() {
    let text = "[00:10][00:30][00:05]<00:10>a <00:11.5>b"
    #expect(words(text, ofCue: 0) == ["5000|a ", "6500|b"])
    #expect(words(text, ofCue: 1) == ["10000|a ", "11500|b"])
    #expect(words(text, ofCue: 2) == ["30000|a ", "31500|b"])
  }

  @Test(
    "Text that resembles a stamp stays text",
    arguments: ["I <3 you", "a < b", "[x]", "at [5:30pm]", "<12>", "D: x", "[:1]"])
  func resemblance(text: String) {
    #expect(cues("[00:01]\(text)") == ["1000-6000 \(text)"])
  }

  @Test("A bracket followed by a joiner is text, without the joiner")
  func escapes() {
    #expect(cues("[00:01]at [\u{2060}12:30] <\u{2060}1:2>") == ["1000-6000 at [12:30] <1:2>"])
    #expect(cues("[00:01][\u{2060}\u{2060}12:30]") == ["1000-6000 [\u{2060}12:30]"])
    #expect(cues("[00:01][\u{2060}x]") == ["1000-6000 [\u{2060}x]"])
  }

  @Test("Control characters are removed from text")
  func controlCharacters() {
    let text = "[00:01]a\u{0}b\tc\u{7F}d\u{85}e\u{2028}f\u{1B}[1m\n[00\u{1}:02]g"
    #expect(cues(text) == ["1000-2000 ab cde f[1m", "2000-7000 g"])
  }
}
