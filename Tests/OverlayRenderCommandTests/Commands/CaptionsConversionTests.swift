import Foundation
import Testing

@Suite("Converting captions", .ownThreads)
struct CaptionsConversionTests {
  private static let talk =
    "1\n00:00:01,000 --> 00:00:02,000\none <b>two</b>\n\n2\n00:00:02,000 --> 00:00:04,000\nthree\n"

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.talk, to: "talk.srt")
    return folder
  }

  private func convert(_ arguments: String..., in folder: ScratchFolder) throws -> Outcome {
    try overlayRender(["captions", "convert"] + arguments, in: folder)
  }

  @Test("Conversions between formats with the same features are lossless, without notes")
  func formats() throws {
    let folder = try folder()
    #expect(try convert("talk.srt", "talk.vtt", in: folder).messages.isEmpty)
    #expect(try convert("talk.vtt", "talk.json", in: folder).messages.isEmpty)
    let back = try convert("talk.json", "-", "--to", "SRT", in: folder)
    #expect(back.status == 0 && back.messages.isEmpty)
    #expect(String(decoding: back.output, as: UTF8.self) == Self.talk)
    #expect(try folder.names == ["talk.json", "talk.srt", "talk.vtt"])
  }

  @Test("Every loss is noted once, with the name of the output")
  func losses() throws {
    let folder = try folder()
    let lines = try convert("talk.srt", "-", "--to", "txt", in: folder)
    #expect(String(decoding: lines.output, as: UTF8.self) == "one two\nthree\n")
    #expect(
      lines.messages == [
        "overlay-render: note: standard output: plain lines have no times of their own: "
          + "the times of 2 cues are left out",
        "overlay-render: note: standard output: plain lines have no text styles: they are left out in 1 cue",
      ])
    #expect(try convert("talk.srt", "x.lrc", "--quiet", in: folder).messages.isEmpty)
    let lyrics = try convert("talk.srt", "y.lrc", in: folder)
    #expect(lyrics.messages == ["overlay-render: note: y.lrc: LRC has no text styles: they are left out in 1 cue"])
    #expect(try folder.data("x.lrc") == folder.data("y.lrc"))
  }

  @Test("Times are shifted and scaled, and cues that end before zero are noted")
  func times() throws {
    let folder = try folder()
    let shifted = try convert("talk.srt", "-", "--to", "srt", "--shift", "-2.5s", in: folder)
    #expect(String(decoding: shifted.output, as: UTF8.self) == "1\n00:00:00,000 --> 00:00:01,500\nthree\n")
    #expect(shifted.messages == ["overlay-render: note: --shift: 1 cue ends before time zero and left out"])
    let scaled = try convert("talk.srt", "-", "--to", "srt", "--scale", "25:23.976", in: folder)
    // 25 frames take 25 * 1001 / 24000 s.
    #expect(String(decoding: scaled.output, as: UTF8.self).contains("00:00:01,043 --> 00:00:02,085"))
    #expect(String(decoding: scaled.output, as: UTF8.self).contains("00:00:02,085 --> 00:00:04,171"))
  }

  @Test("An existing file stays without --overwrite, and can replace itself with it")
  func existing() throws {
    let folder = try folder()
    let refused = try convert("talk.srt", "talk.srt", in: folder)
    #expect(refused.status == 73)
    #expect(
      refused.messages == [
        "overlay-render: talk.srt: already exists: give another name, or add --overwrite to replace it"
      ])
    #expect(try folder.data("talk.srt") == Data(Self.talk.utf8))
    #expect(try convert("talk.srt", "talk.srt", "--overwrite", "--shift", "-2s", in: folder).status == 0)
    #expect(try folder.data("talk.srt") == Data("1\n00:00:00,000 --> 00:00:02,000\nthree\n".utf8))
    #expect(try folder.names == ["talk.srt"])
  }

  @Test("A signal during a conversion leaves only the existing file")
  func cutShort() throws {
    let folder = try ScratchFolder()
    let cue = "00:00:01,000 --> 00:00:02,000\nthe same again\n\n"
    try folder.write(String(repeating: cue, count: 100_000), to: "long.srt")
    try folder.write("old", to: "long.vtt")
    let run = try RunningCommand(["captions", "convert", "long.srt", "long.vtt", "--overwrite"], in: folder)
    // The command has begun to write.
    while try folder.names.count < 3, run.process.isRunning { usleep(1000) }
    run.send(SIGTERM)
    let outcome = try run.finish()
    #expect(outcome.status == 143)
    #expect(outcome.messages == ["overlay-render: long.vtt: interrupted by SIGTERM: nothing was written"])
    #expect(try folder.names == ["long.srt", "long.vtt"])
    #expect(try folder.data("long.vtt") == Data("old".utf8))
  }

  @Test(
    "Invalid input is an error in one line, and no file is created",
    arguments: [
      Refusal("talk.srt", "", says: "the name of OUT is empty: give a file, or - for standard output"),
      Refusal(
        "talk.srt", "x.doc",
        says: "x.doc: unknown caption format: end the name with .srt, .vtt, .lrc, .json or .txt, or give --to"),
      Refusal(
        "talk.srt", "-", says: "standard output has no file extension: give --to srt, vtt, lrc, json or txt"),
      Refusal(
        "talk.srt", "x.srt", "--to", "ass", says: "--to: 'ass' is not a caption format: give srt, vtt, lrc, json or txt"
      ),
      Refusal(
        "talk.srt", "x.srt", "--scale", "25",
        says: "--scale: '25' is not two frame rates: give them as in 25:23.976"),
      Refusal(
        "talk.srt", "x.srt", "--shift", "-4s", says: "--shift: talk.srt ends before time zero: shift it less"),
      Refusal(
        "back.srt", "x.vtt", status: 65,
        says: "back.srt:2: the cue ends before it starts: its times may be swapped; there is no other cue"),
    ])
  func refused(refusal: Refusal) throws {
    let folder = try folder()
    try folder.write("1\n00:00:02,000 --> 00:00:01,000\none\n", to: "back.srt")
    let outcome = try overlayRender(["captions", "convert"] + refusal.arguments, in: folder)
    #expect(outcome.status == refusal.status)
    #expect(outcome.messages == [refusal.message])
    #expect(try folder.names == ["back.srt", "talk.srt"])
  }
}
