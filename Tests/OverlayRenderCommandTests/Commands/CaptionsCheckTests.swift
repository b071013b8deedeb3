import Foundation
import Testing

@Suite("Checking captions", .ownThreads)
struct CaptionsCheckTests {
  /// One example of each problem, at known lines.
  private static let faults = """
    1
    00:00:00,001 --> 00:00:00,020
    x

    2
    00:00:01,000 --> 00:00:02,000
    This line has more than forty-two characters in it.

    3
    00:00:01,500 --> 00:00:03,000
    a
    b
    c

    4
    00:00:05,000 --> 00:00:04,000
    back

    5
    00:00:06,000 --> 00:00:08,000
    <b></b>

    6
    00:00:09,000 --> 00:00:19,000
    no glyph \u{10FFFD}

    7
    00:00:1x,000 --> 00:00:20,000
    bad

    """

  private func check(_ text: String, _ arguments: String...) throws -> (status: Int32, lines: [String], error: String) {
    let folder = try ScratchFolder()
    try folder.write(text, to: "t")
    let outcome = try overlayRender(["captions", "check", "t"] + arguments, in: folder)
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    return (outcome.status, lines, outcome.error)
  }

  @Test("Every problem is listed once, in the order of the lines")
  func findings() throws {
    let (status, lines, error) = try check(Self.faults)
    #expect(status == 65)
    #expect(
      lines == [
        "t:2: the cue has 52.6 characters per second, more than 21: show it longer or shorten its text",
        "t:2: the cue is between two frames at 30 frames per second: show it longer",
        "t:6: the cue has 51 characters per second, more than 21: show it longer or shorten its text",
        "t:6: line 1 of the cue has 51 characters, more than 42: break it",
        "t:10: the cue has 3 lines, more than 2: split it into two cues",
        "t:10: the cue begins 0.5 s before the cue of line 6 at the same position ends",
        "t:16: the cue ends before it starts: its times may be swapped",
        "t:20: the cue has no text",
        "t:24: no available font has '\u{10FFFD}' (U+10FFFD)",
        "t:28: '00:00:1x,000' is not a time",
      ])
    #expect(error == "overlay-render: t: 10 problems found\n")
  }

  @Test("Text that is read as a tag is listed with its line, and --strict accepts it")
  func droppedText() throws {
    let text = "WEBVTT\n\n00:00.000 --> 00:02.000\nA <foo>B\n&am; < C\n"
    let (status, lines, _) = try check(text, "--strict")
    #expect(status == 65)
    #expect(
      lines == [
        "t:4: '<foo>' is read as a tag and not shown: write &lt; where < is text",
        "t:5: '&am;' is not a known character reference: write &amp; where & is text",
        "t:5: '< C' is read as a tag, and nothing is shown up to the end of the cue: write &lt; where < is text",
      ])
    let folder = try ScratchFolder()
    try folder.write(text, to: "t.vtt")
    let outcome = try overlayRender(["captions", "convert", "t.vtt", "t.srt", "--strict"], in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.messages == [
        "overlay-render: note: t.vtt:4: '<foo>' is read as a tag and not shown: write &lt; where < is text "
          + "(and 2 more: run overlay-render captions check to list them)"
      ])
  }

  @Test("Cues that do not fit into one picture are listed")
  func crowds() throws {
    let lines = (1...7).map { "\($0)\n" }.joined()
    let text = "1\n00:00:01,000 --> 00:00:09,000\n\(lines)\n2\n00:00:02,000 --> 00:00:09,000\n{\\an8}\(lines)"
    let found = try check(text, "--lines", "0").lines
    #expect(found == ["t:12: with the cue 14 lines are shown at once, more than 12: they are shown smaller"])
    #expect(try check(text, "--lines", "0", "--lines-at-once", "14").lines == [])
  }

  @Test("A limit of zero disables the check, and --fps sets the frame rate")
  func limits() throws {
    let lines = try check(
      Self.faults, "--speed", "0", "--line-length", "0", "--lines", "0", "--fps", "100"
    ).lines
    #expect(lines.map { $0.prefix { $0 != " " } } == ["t:10:", "t:16:", "t:20:", "t:24:", "t:28:"])
  }

  @Test("A file without problems has no output; a file without cues, and an invalid limit, are errors")
  func outcomes() throws {
    let good = try check("1\n00:00:01,000 --> 00:00:02,000\none\n")
    #expect(good.status == 0 && good.lines.isEmpty && good.error.isEmpty)
    let none = try check("WEBVTT\n")
    #expect(none.status == 65 && none.lines == ["t:1: the file has no cues"])
    let wrong = try check("WEBVTT\n", "--speed", "-1")
    #expect(wrong.status == 64 && wrong.lines.isEmpty)
    #expect(wrong.error == "overlay-render: --speed: '-1' is not a number of characters from 0 to 10000\n")
  }

  @Test("Missing glyphs are found in ruby text, too")
  func ruby() throws {
    let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>a<rt>\u{10FFFD}</rt></ruby>\n"
    #expect(try check(text).lines == ["t:3: no available font has '\u{10FFFD}' (U+10FFFD)"])
  }
}
