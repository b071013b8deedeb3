import Testing

@testable import OverlayCaptions

/// Tests of W3C WebVTT, section 6.1: the steps of the parser and of collecting a block.
@Suite("WebVTT files")
struct WebVTTFileTests {
  // MARK: Signature

  @Test(
    "A file starts with WEBVTT, followed by nothing, a space, a tab or the line end",
    arguments: [
      "WEBVTT", "WEBVTT ", "WEBVTT\t", "WEBVTT\n", "WEBVTT\r", "WEBVTT\r\n", "WEBVTT a title --> here",
      "\u{FEFF}WEBVTT", "\u{FEFF}WEBVTT\n\n",
    ])
  func signature(text: String) throws {
    let reading = try #require(WebVTTReader.read(Array(text.utf8)))
    #expect(reading.cues.isEmpty)
    #expect(reading.problems.count == 0)
  }

  @Test(
    "Anything else is not WebVTT",
    arguments: [
      "", "WEBVT", "WEBVTTX", "WEBVTT:", "webvtt", " WEBVTT", "\nWEBVTT", "WEBVTT\u{0}", "WEBVTT\u{C}", "WEBVTT\u{A0}",
      "\u{FEFF}\u{FEFF}WEBVTT", "1\n00:00:00,000 --> 00:00:01,000\nsrt", "WEB\u{FEFF}VTT",
    ])
  func noSignature(text: String) {
    #expect(WebVTTReader.read(Array(text.utf8)) == nil)
  }

  @Test("UTF-16 is not WebVTT")
  func utf16() {
    #expect(WebVTTReader.read([0xFF, 0xFE] + "WEBVTT\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == nil)
  }

  // MARK: Characters

  @Test(
    "Invalid UTF-8 becomes U+FFFD, one for each maximal subpart",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
      ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0x80, 0xC3, 0xA9], "\u{FFFD}é"),
      ([0x61, 0x00, 0x62], "a\u{FFFD}b"),
    ] as [([UInt8], String)])
  func decoding(bytes: [UInt8], text: String) throws {
    let reading = try #require(WebVTTReader.read(Array("WEBVTT\n\n00:00.000 --> 00:01.000\n".utf8) + bytes))
    #expect(reading.cues.first?.cue.plainText == text)
  }

  @Test("NUL becomes U+FFFD in identifiers, voices and classes too, and is invalid in times")
  func nul() throws {
    let reading = webVTT(
      "a\0b\n00:00.000 --> 00:01.000 align:start\n<v A\0><c.x\0y>text\n\n00:00.000\0 --> 00:01.000\nno")
    let cue = try #require(reading.cues.first?.cue)
    #expect(reading.cues.count == 1)
    #expect(cue.identifier == "a\u{FFFD}b")
    #expect(cue.placement.textAlignment == .start)
    #expect(cue.lines.first?.runs == [CaptionRun("text", classes: ["x\u{FFFD}y"], voice: "A\u{FFFD}")])
  }

  @Test(
    "Lines end with CR, LF or CRLF, which can be mixed", arguments: ["\n", "\r", "\r\n", "\n\n", "\r\r", "\n\r\n\r"])
  func lineEnds(end: String) throws {
    let single = end.count == 1 ? end : "\r\n"
    let text =
      "WEBVTT\(single)\(single)one\(single)00:00.000 --> 00:01.000\(single)a\(single)b\(end)\(single)"
      + "00:01.000 --> 00:02.000\(single)c"
    let reading = try #require(WebVTTReader.read(Array(text.utf8)))
    #expect(reading.cues.map(\.cue.plainText) == ["a\nb", "c"])
    #expect(reading.cues.first?.cue.identifier == "one")
  }

  @Test("Lines are counted from 1 with all line ends")
  func lineNumbers() throws {
    let text = "WEBVTT\r\nheader\r\r\n\n\r00:00.000 --> 00:01.000\n\rid\r\n00:01.000 --> 00:02.000\r\nx\n\nstray"
    let reading = try #require(WebVTTReader.read(Array(text.utf8)))
    #expect(reading.cues.map(\.line) == [6, 8])
    #expect(reading.problems.first == [CaptionProblem(line: 12, .strayText("stray"))])
  }

  // MARK: Header

  @Test(
    "The content of the header is ignored",
    arguments: [
      "WEBVTT\nKind: captions\nLanguage: en\n\n", "WEBVTT X\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n",
      "WEBVTT\nREGION\nid:r\n\n", "WEBVTT\nNOTE\n\n", "WEBVTT\nheader\nmore\n\n\n\n", "WEBVTT\n\n\n\n",
      // A line with an arrow ends the header immediately.
      "WEBVTT\n", "WEBVTT\nheader\n",
    ])
  func header(text: String) throws {
    let reading = try #require(WebVTTReader.read(Array("\(text)00:00.000 --> 00:01.000 region:r\ntext".utf8)))
    #expect(reading.cues.map(\.cue.plainText) == ["text"])
    #expect(reading.regions.isEmpty)
  }

  @Test("An identifier in the header is ignored: the timing line starts the first block")
  func headerIdentifier() throws {
    let reading = try #require(WebVTTReader.read(Array("WEBVTT\nid\n00:00.000 --> 00:01.000\ntext".utf8)))
    #expect(reading.cues.map(\.cue.identifier) == [""])
  }

  // MARK: Blocks

  @Test(
    "A block is a cue if its first or second line has times",
    arguments: [
      // Identifier and text.
      ("00:00.000 --> 00:01.000\ntext", ["|text"]), ("id\n00:00.000 --> 00:01.000\ntext", ["id|text"]),
      (" \n00:00.000 --> 00:01.000\ntext", [" |text"]), ("00:00.000 --> 00:01.000", ["|"]),
      ("00:00.000 --> 00:01.000\n\ntext", ["|"]), ("id\n00:00.000 --> 00:01.000\n", ["id|"]),
      ("00:00.000 --> 00:01.000\n a \n\n", ["| a "]), ("00:00.000 --> 00:01.000\na\n \nb", ["|a\n \nb"]),
      // The third line is too late: the lines before it are ignored, and the times start a block.
      ("one\ntwo\n00:00.000 --> 00:01.000\ntext", ["|text"]),
      // The words that start other blocks are identifiers if times follow.
      ("NOTE\n00:00.000 --> 00:01.000\ntext", ["NOTE|text"]), ("STYLE\n00:00.000 --> 00:01.000\ntext", ["STYLE|text"]),
      ("REGION\n00:00.000 --> 00:01.000\nid:r", ["REGION|id:r"]), ("WEBVTT\n00:00.000 --> 00:01.000\nx", ["WEBVTT|x"]),
      // An arrow in the text starts the next block.
      ("00:00.000 --> 00:01.000\na\n00:01.000 --> 00:02.000\nb", ["|a", "|b"]),
      ("00:00.000 --> 00:01.000\n00:01.000 --> 00:02.000\nb", ["|", "|b"]),
      ("00:00.000 --> 00:01.000\na\nb --> c\nd\n\n00:01.000 --> 00:02.000\ne", ["|a", "|e"]),
      ("00:00.000 --> 00:01.000\nid\n00:01.000 --> 00:02.000\nb", ["|id", "|b"]),
      ("00:00.000 --> 00:01.000\na -- > b\na ->- b\na -> b", ["|a -- > b\na ->- b\na -> b"]),
      // An identifier with invalid times is ignored, and so is the text after them.
      ("id\nbad --> times\ntext\n\n00:00.000 --> 00:01.000\nb", ["|b"]),
      ("bad --> times\n00:00.000 --> 00:01.000\nb", ["|b"]),
      ("id\nbad --> times\n00:00.000 --> 00:01.000\nb", ["|b"]),
      ("--->\n00:00.000 --> 00:01.000\nb", ["|b"]),
      // There can be any number of empty lines between blocks.
      ("\n\n00:00.000 --> 00:01.000\na\n\n\n\n00:01.000 --> 00:02.000\nb\n\n\n", ["|a", "|b"]),
    ])
  func blocks(body: String, cues: [String]) {
    #expect(webVTT(body).cues.map { "\($0.cue.identifier)|\($0.cue.plainText)" } == cues)
  }

  @Test("Comments are ignored without a report")
  func comments() {
    let reading = webVTT(
      "NOTE\n\nNOTE a\n\nNOTE\tb\nc\n\nNOTE\nd\n\n00:00.000 --> 00:01.000\ntext\n\nNOTE e\n\n00:01.000 --> 00:02.000\nf"
    )
    #expect(reading.cues.map(\.cue.plainText) == ["text", "f"])
    #expect(reading.problems.count == 0)
  }

  @Test("A style sheet is ignored up to the next empty line or arrow")
  func styleSheets() {
    let reading = webVTT(
      "STYLE\n::cue { color: red }\n::cue(b) { color: lime }\n\nSTYLE \t\n::cue { }\n00:00.000 --> 00:01.000\ntext")
    #expect(reading.cues.map(\.cue.plainText) == ["text"])
    #expect(reading.hasStyleSheets)
    #expect(reading.problems.count == 0)
    #expect(!webVTT("STYLE\n\n00:00.000 --> 00:01.000\ntext").hasStyleSheets)
    #expect(!webVTT("STYLES\n::cue { color: red }").hasStyleSheets)
  }

  @Test("Style sheets and regions after the first cue are ignored and reported")
  func lateDefinitions() {
    let reading = webVTT(
      "00:00.000 --> 00:01.000\na\n\nREGION\nid:r\n\nSTYLE\n::cue { }\n\n00:00.000 --> 00:01.000 region:r\nb")
    #expect(reading.regions.isEmpty)
    #expect(!reading.hasStyleSheets)
    #expect(
      reading.problems.first == [
        CaptionProblem(line: 6, .lateDefinition("REGION")), CaptionProblem(line: 9, .lateDefinition("STYLE")),
        CaptionProblem(line: 12, .missingRegion("r")),
      ])
    // Invalid times do not count as a cue.
    #expect(webVTT("bad --> times\n\nREGION\nid:r").regions.map(\.identifier) == ["r"])
  }

  @Test("Ignored blocks that are not comments are reported with their line")
  func problems() {
    let reading = webVTT(
      "stray\nmore\n\n00:61.000 --> 00:62.000\nlost\n\nid\n00:00:00.000 --> 00:61:00.000\nlost\n\n"
        + "00:00.000 --> 00:01.000 align:middle line\nkept\n\n --> 00:01.000\n\n00:00.000 x --> 00:01.000\n\n"
        + "NOTES\n\n00:01.000 --> 00:00.000\nkept too\n\n99999999999999999999:00:00.000 --> 00:01.000")
    #expect(reading.cues.map(\.cue.plainText) == ["kept", "kept too"])
    #expect(
      reading.problems.first == [
        CaptionProblem(line: 3, .strayText("stray")), CaptionProblem(line: 6, .notATime("00:61.000", .seconds)),
        CaptionProblem(line: 10, .notATime("00:61:00.000", .minutes)),
        CaptionProblem(line: 13, .badSetting("align:middle")), CaptionProblem(line: 13, .badSetting("line")),
        CaptionProblem(line: 16, .notATime("-->")),
        CaptionProblem(line: 18, .notATime("00:00.000 x --> 00:01.000")),
        CaptionProblem(line: 20, .strayText("NOTES")),
        CaptionProblem(line: 25, .notATime("99999999999999999999:00:00.000", .tooLong)),
      ])
  }

  @Test("Cues are kept in the order of the file")
  func order() {
    let reading = webVTT("00:05.000 --> 00:06.000\na\n\n00:01.000 --> 00:02.000\nb\n\n00:01.000 --> 00:02.000\nc")
    #expect(reading.cues.map(\.cue.plainText) == ["a", "b", "c"])
  }
}
