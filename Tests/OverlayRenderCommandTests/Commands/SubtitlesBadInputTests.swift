import Foundation
import TestTools
import Testing

@Suite("Bad input of subtitles", .ownThreads)
struct SubtitlesBadInputTests {
  private static let good = "1\n00:00:00,000 --> 00:00:01,000\none\n"

  /// The files in the folder of each test.
  private static let files: [String: [UInt8]] = [
    "good.srt": Array(good.utf8),
    "empty.srt": [],
    "plain": Array("one\n".utf8),
    "none.vtt": Array("WEBVTT\n".utf8),
    "times.srt": Array("1\0\n99:9x:99,999 --> 99:59:59,999\none\n".utf8),
    "back.vtt": Array("WEBVTT\n\n00:02.000 --> 00:01.000\none\n".utf8),
    "cut.json": Array("{\"cues\":[\n{\"start\":0,".utf8),
  ]

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for (name, bytes) in Self.files { try Data(bytes).write(to: folder.url.appendingPathComponent(name)) }
    let large = folder.url.appendingPathComponent("large.srt")
    try Data().write(to: large)
    // A sparse file, which occupies no blocks on the disk.
    try FileHandle(forWritingTo: large).truncate(atOffset: 2 << 30)
    return folder
  }

  static let refusals: [Refusal] = [
    Refusal("subtitles", "", says: "the file name is empty: give a caption file, or - for standard input"),
    Refusal("subtitles", "large.srt", status: 65, says: "large.srt: it holds more than 32 MiB: split it"),
    Refusal("subtitles", "empty.srt", status: 65, says: "empty.srt: it is empty: there are no captions in it"),
    Refusal(
      "subtitles", "-", status: 65, says: "standard input: there is no cue to show: give a file that contains text"),
    Refusal(
      "subtitles", "times.srt", status: 65,
      says: "times.srt:2: '99:9x:99,999' is not a time; there is no other cue"),
    Refusal(
      "subtitles", "back.vtt", status: 65,
      says: "back.vtt:3: the cue ends 1 s before it starts and is never shown: its times may be swapped; "
        + "there is no other cue"),
    Refusal(
      "subtitles", "cut.json", status: 65,
      says: "cut.json:2: cues[0].start is not JSON: a member's name in \" is missing"),
    Refusal(
      "subtitles", "good.srt", "--encoding", "nonsense",
      says: "--encoding: 'nonsense': unknown encoding; give a name such as windows-1252, Shift_JIS or GB18030"),
    Refusal(
      "subtitles", "good.srt", "--encoding", "utf-16le", status: 65,
      says:
        "good.srt: it is not SRT, WebVTT, LRC or JSON when read as utf-16le: "
        + "give the encoding of the file with --encoding"
    ),
    Refusal(
      "subtitles", "-", "--second", "-",
      says: "--second: standard input cannot be read twice: give a file name for one of them"),
    Refusal(
      "subtitles", "good.srt", "--second", "empty.srt", status: 65,
      says: "empty.srt: it is empty: there are no captions in it"),
    Refusal(
      "subtitles", "plain", "--every", "0s", says: "--every: the time span is zero: give one such as 2s"),
    Refusal(
      "subtitles", "good.srt", "--every", "1s",
      says: "--every is for plain lines, but good.srt is SRT, which has times: leave it out"),
    Refusal(
      "subtitles", "good.srt", "--shift", "-1s",
      says: "--shift: good.srt ends before the run begins: shift it less"),
    Refusal(
      "subtitles", "good.srt", "--loop",
      says: "x.y4m: a loop of subtitles is endless: give --duration, such as --duration 10s, or --live"),
    Refusal(
      "captions", "check", says: "Missing expected argument '<file|->' (see overlay-render captions check --help)"),
  ]

  @Test("Invalid input is an error in one line, and no file is created", arguments: refusals)
  func refused(refusal: Refusal) throws {
    let folder = try folder()
    let output = refusal.arguments.first == "subtitles" ? ["-o", "x.y4m"] : []
    let outcome = try overlayRender(refusal.arguments + output, in: folder)
    #expect(outcome.status == refusal.status)
    #expect(outcome.messages == [refusal.message])
    #expect(try Set(folder.names) == Set(Self.files.keys).union(["large.srt"]))
  }

  @Test(
    "Readable parts are shown, and notes list the problems",
    arguments: [
      ("9\n99:9x:99,999 --> 99:59:59,999\nno\n\n" + good, ["2: '99:9x:99,999' is not a time"]),
      (
        good + "\n2\n00:00:02,000 --> 00:00:01,000\nno\n",
        ["6: the cue ends before it starts: its times may be swapped"]
      ),
      (
        good + "\n2\n00:00:01,000 -",
        [
          "5: the file ends in the middle of a cue, which is left out: it may still be incomplete"
        ]
      ),
      (good.replacing("one", with: "o\0ne"), ["3: a zero byte is left out"]),
      (
        good.replacing("one", with: "one<foo>") + "<bar>\n<a>\n",
        [
          "3: '<foo>' is read as a tag and not shown: write &lt; where < is text "
            + "(and 2 more: run overlay-render captions check to list them)"
        ]
      ),
      (good.replacing("one", with: String(repeating: "<b>", count: 2000) + "one"), []),
      (
        "WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:00.000 --> 00:01.000\none\n",
        [
          " its style sheets (CSS) are not applied"
        ]
      ),
    ])
  func kept(text: String, notes: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "t")
    let outcome = try overlayRender(
      ["subtitles", "t", "--at", "500ms", "--size", "320x180", "-o", "x.png"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.messages == notes.map { "overlay-render: note: t:\($0)" })
    try folder.write(Self.good, to: "t")
    let whole = try overlayRender(
      ["subtitles", "t", "--at", "500ms", "--size", "320x180", "--as", "png"], in: folder)
    // Bold text looks different.
    #expect(try (folder.data("x.png") == whole.output) == !text.contains("<b>"))
  }

  @Test("A line of ten megabytes is cut, in memory proportional to its size", .unsanitized)
  func longLine() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good + String(repeating: "x", count: 10_000_000), to: "t.srt")
    let outcome = try overlayRender(
      ["subtitles", "t.srt", "--as", "null", "--fps", "1", "--shift", "2s", "--to-time", "1s", "--stats", "-"],
      in: folder)
    #expect(outcome.messages.first?.contains("the cue has more than 64 KiB of text: the rest is left out") == true)
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(try #require(object?["peakResidentBytes"] as? Int) < 150_000_000)
  }
}
