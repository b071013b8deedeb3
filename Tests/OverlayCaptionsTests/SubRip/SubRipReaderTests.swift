import Testing

@testable import OverlayCaptions

@Suite("SRT: cues")
struct SubRipReaderTests {
  @Test(
    "Times are read as in players",
    arguments: [
      ("00:00:01,500", 1.5), ("00:00:01.500", 1.5), ("00:00:01:500", 1.5), ("1:2:3,4", 3723.004),
      ("00:00:01,5", 1.005), ("00:00:01,50", 1.05), ("00:00:01,1234", 2.234), ("00:00:01", 1), ("01:30,250", 90.25),
      ("100:00:00,000", 360_000), ("1234:00:00,000", 4_442_400), ("00: 00: 01, 500", 1.5), ("0:01", 1),
    ])
  func times(text: String, seconds: Double) {
    let cue = SubRipReader.read(Array("\(text) --> 999999:00:00,000\nx".utf8))?.cues.first?.cue
    #expect(cue?.start == MediaTime(seconds: seconds, preferredTimescale: 1000))
    let other = SubRipReader.read(Array("0:00:00,0 --> \(text)\nx".utf8))?.cues.first?.cue
    #expect(other?.end == MediaTime(seconds: seconds, preferredTimescale: 1000))
  }

  @Test(
    "An arrow separates the times, with or without spaces",
    arguments: [" --> ", "-->", " -->", "--> ", "\t-->\t", " -> ", " ---> "])
  func arrows(arrow: String) {
    #expect(SubRipNotation.cues("1\n00:00:01,000\(arrow)00:00:02,000\nx") == ["1-2 x"])
  }

  @Test(
    "The index can be missing, wrong, not a number, or on the timing line",
    arguments: [
      "1\nT\na\n\n2\nU\nb", "T\na\n\nU\nb", "7\nT\na\n\n7\nU\nb", "1\nT\na\n2\nU\nb", "1 T\na\n\n2 U\nb",
      "1.\nT\na\n\n2.\nU\nb", "1\n\nT\n\na\n\n\n2\n\nU\n\nb\n\n\n", "\u{FEFF}1\nT\na\n\n\u{FEFF}2\nU\nb",
      "\n\n 1 \n T \na\n\n\t2\nU\nb", "1\r\nT\r\na\r\n\r\n2\r\nU\r\nb\r\n", "1\rT\ra\r\r2\rU\rb\r",
      "1\r\r\nT\r\r\na\r\r\n\r\r\n2\r\r\nU\r\r\nb",
    ])
  func index(file: String) {
    let file = file.replacing("T", with: "00:00:01,000 --> 00:00:02,000")
      .replacing("U", with: "00:00:03,000 --> 00:00:04,000")
    #expect(SubRipNotation.cues(file) == ["1-2 a", "3-4 b"])
    #expect(SubRipNotation.problems(file) == [])
  }

  @Test("A number that is not an index is text")
  func numbers() {
    let (first, second) = ("00:00:01,000 --> 00:00:02,000\n", "00:00:03,000 --> 00:00:04,000\n")
    // Cues without an index do not get one in the middle.
    #expect(SubRipNotation.cues(first + "1999\n" + second + "x") == ["1-2 1999", "3-4 x"])
    #expect(SubRipNotation.cues("1\n" + first + "in\n1999\n\n2\n" + second + "x") == ["1-2 in|1999", "3-4 x"])
    #expect(SubRipNotation.cues("1\n" + first + "in\n\n1999\n") == ["1-2 in||1999"])
    #expect(SubRipNotation.cues("1\n" + first + "1999") == ["1-2 1999"])
    #expect(
      SubRipNotation.cues(first + "a\n\n2001: A Space Odyssey\n" + second) == ["1-2 a||2001: A Space Odyssey", "3-4 "])
  }

  @Test("Blank lines belong to a cue if no cue follows, except at its ends")
  func blankLines() {
    #expect(
      SubRipNotation.cues("1\n0:01 --> 0:02\n\na\n\n \nb\n\n\n2\n0:03 --> 0:04\nc\n\n") == ["1-2 a|||b", "3-4 c"])
  }

  @Test("Cues can overlap, be in any order, and have no text")
  func order() {
    #expect(
      SubRipNotation.cues("2\n0:05 --> 0:09\nb\n\n1\n0:01 --> 0:06\na\n\n3\n0:06 --> 0:07\n")
        == ["5-9 b", "1-6 a", "6-7 "])
  }

  @Test("A cue has the line on which it starts")
  func lineNumbers() throws {
    let document = try CaptionDocument(Array("2\n0:05 --> 0:09\nb\n\n1\n0:01 --> 0:06\na\n".utf8))
    #expect(document.track.cues.map(\.plainText) == ["a", "b"] && document.lineNumbers == [6, 2])
    #expect(document.format == .subRip && document.problems.count == 0)
  }

  @Test(
    "An invalid cue is reported and left out, and the rest is kept",
    arguments: [
      ("00:00:01,000 –> 00:00:02,000", "'–>' is not an arrow: write --> between the times"),
      ("00:00:01,000 -–> 00:00:02,000", "'-–>' is not an arrow: write --> between the times"),
      ("00:00:01,000 –-> 00:00:02,000", "'–->' is not an arrow: write --> between the times"),
      ("00:00:01.000 → 00:00:02.000 X1:1", "'→' is not an arrow: write --> between the times"),
      ("00:00:01,000 --> soon", "'soon' is not a time"), ("00:00:01,000 -->", "'00:00:01,000 -->' is not a time"),
      ("--> 00:00:01,000", "'--> 00:00:01,000' is not a time"),
      ("O0:00:01,000 --> 00:00:02,000", "'O0:00:01,000' is not a time"),
      ("1234567890:00:01,000 --> 0:02", "'1234567890:00:01,000' is not a time (a number in it is too large)"),
      ("0:1:2:3:4 --> 0:02", "'0:1:2:3:4' is not a time"),
      ("00:00:03,000 --> 00:00:02,000", "the cue ends before it starts: its times may be swapped"),
      ("00:00:02,000 --> 00:00:02,000", "the cue ends when it starts: give it a later end"),
      ("-00:00:03,000 --> -00:00:01,000", "the cue ends before time zero: shift the captions to later times"),
    ])
  func brokenCues(times: String, problem: String) {
    let file = "1\n0:01 --> 0:02\na\n\n2\n\(times)\nnever\nshown\n\n3\n0:03 --> 0:04\nc\n"
    #expect(SubRipNotation.cues(file) == ["1-2 a", "3-4 c"])
    #expect(SubRipNotation.problems(file) == ["6: \(problem)"])
  }

  @Test("A dash between times without milliseconds can be text")
  func dashesInText() {
    #expect(
      SubRipNotation.cues("0:01 --> 0:02\n10:30 → 11:00\n10:30 –> 11:00\n") == ["1-2 10:30 → 11:00|10:30 –> 11:00"])
    #expect(SubRipNotation.problems("0:01 --> 0:02\n10:30 → 11:00\n") == [])
  }

  @Test("Minutes and seconds above 59 are read as in players")
  func carries() {
    #expect(SubRipNotation.cues("1\n00:75:61,000 --> 01:16:99,500\na") == ["4561-4659.5 a"])
    #expect(SubRipNotation.problems("1\n00:75:61,000 --> 01:16:99,500\na") == [])
  }

  @Test("Unknown tags are not shown, and are reported with their lines")
  func droppedTags() throws {
    let file = "1\n0:01 --> 0:02\n<i>x</i> <foo>y</foo>\na <b and c> d\n{\\an8}2 < 3\n"
    let document = try CaptionDocument(Array(file.utf8))
    #expect(document.problems.count == 0)
    #expect(document.warnings.first.map { "\($0.line) \($0.kind)" } == ["3 droppedTag(\"<foo>\")"])
    #expect(
      document.warnings.first.first?.description
        == "'<foo>' is read as a tag and not shown: write &lt; where < is text")
  }

  @Test("Overrides without an effect are reported with their lines")
  func ignoredOverrides() throws {
    let file = "1\n0:01 --> 0:02\n{\\an8}{\\i1\\c&HFF&}a\n{\\1a&H80&}b\n{\\fad(200,200)\\b1}b {y:i}c {words}\n"
    let document = try CaptionDocument(Array(file.utf8))
    #expect(document.warnings.first.map(\.line) == [4, 5])
    #expect(
      document.warnings.first.last?.description
        == "'{\\fad(200,200)\\b1}' has an override that is not drawn: remove it if it does not matter")
  }

  @Test("A cue that starts before time zero starts at zero")
  func negativeStart() {
    #expect(SubRipNotation.cues("-00:00:01,000 --> 00:00:01,500\nx") == ["0-1.5 x"])
  }

  @Test(
    "Text with an arrow stays text",
    arguments: ["a --> b", "10:30 -> 11:00", "1 --> 2", "0:01 -> now", "<-- 0:01", "a -> 0:02", "-->"])
  func arrowsInText(text: String) {
    #expect(SubRipNotation.cues("1\n0:01 --> 0:02\n\(text)\n") == ["1-2 \(text)"])
  }

  @Test("Text above the first cue is reported once")
  func strayText() {
    let file = "made by\nsomeone\n\n1\n0:01 --> 0:02\na\n"
    #expect(SubRipNotation.cues(file) == ["1-2 a"])
    #expect(SubRipNotation.problems(file) == ["1: 'made by' is not in a cue: a line with times is missing above it"])
  }

  @Test(
    "Coordinates are positions in the picture of a DVD",
    arguments: [
      (" X1:180 X2:540 Y1:240 Y2:480", 75.0, 50.0), ("  x1:0 y1:0 x2:720 y2:240", 25, 50),
      (" X1:9999 X2:9999 Y1:9999 Y2:99999", 100, 100),
    ])
  func rectangle(coordinates: String, line: Double, position: Double) {
    let cue = SubRipReader.read(Array("0:01 --> 0:02\(coordinates)\n{\\an7}x".utf8))?.cues.first?.cue
    #expect(
      cue?.placement
        == CaptionPlacement(
          line: .percentage(line), lineAlignment: .center, position: position, positionAlignment: .center))
  }

  @Test("A point is the position of the lower left corner")
  func corner() {
    let cue = SubRipReader.read(Array("0:01 --> 0:02 X1:72 X2:72 Y1:48 Y2:48\nx".utf8))?.cues.first?.cue
    #expect(
      cue?.placement
        == CaptionPlacement(
          line: .percentage(10), lineAlignment: .end, position: 10, positionAlignment: .lineLeft, textAlignment: .left))
  }

  @Test("Anything else after the times is reported, and the cue is kept")
  func settings() {
    let file = "0:01 --> 0:02 X1:1 Y1:1 align:start position:0%\nx"
    #expect(SubRipNotation.cues(file).count == 1)
    #expect(SubRipNotation.problems(file) == ["1: 'align:start position:0%' is not a valid setting"])
  }

  @Test(
    "A file that is still being written can end in an incomplete cue",
    arguments: ["2", "2\n", "2\n00:", "2\n00:00:03,000 --", "2\r\n00:00:03"])
  func cutOff(end: String) {
    let file = "1\n0:01 --> 0:02\na\n\n\(end)"
    #expect(SubRipNotation.cues(file) == ["1-2 a"])
    #expect(
      SubRipNotation.problems(file) == [
        "5: the file ends in the middle of a cue, which is left out: it may still be incomplete"
      ])
  }

  @Test("A last line with a line end is complete")
  func completeEnd() {
    #expect(SubRipNotation.cues("1\n0:01 --> 0:02\na\n\n2\n10:30\n") == ["1-2 a||2|10:30"])
    #expect(SubRipNotation.cues("1\n0:01 --> 0:02\na\n\n3\n10:30") == ["1-2 a||3|10:30"])
  }

  @Test("Without a timing line the file is not SRT")
  func noCues() {
    for text in ["", "\n", "1\na\n", "a --> b"] { #expect(SubRipReader.read(Array(text.utf8)) == nil) }
    #expect(SubRipReader.read(Array("0:01 --> 0:00".utf8))?.cues.isEmpty == true)
  }
}
