import Foundation
import TestTools
import Testing

@Suite("Subtitles of a movie", .ownThreads, .requires(.ffmpeg))
struct SubtitleTrackCommandTests {
  private static let captions = """
    1
    00:00:00,200 --> 00:00:00,600
    one <i>two</i>

    2
    00:00:00,600 --> 00:00:01,000
    three

    """

  /// A folder with captions, and with a movie that has them as its second subtitle track.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.captions, to: "a.srt")
    try folder.write(Self.captions.replacing("three", with: "other"), to: "other.srt")
    func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "color=s=64x48:d=2", "-i", path("other.srt"), "-i", path("a.srt"),
      "-map", "0", "-map", "1", "-map", "2", "-metadata:s:s:0", "language=deu", "-c:v", "libx264", "-c:s", "copy",
      path("film.mkv"),
    ])
    return folder
  }

  @Test("A subtitle track of a movie looks as its file")
  func equalsFile() throws {
    let folder = try folder()
    func frames(_ arguments: String...) throws -> [GrayFrame] {
      try GrayFrame.run(["subtitles"] + arguments + ["--fps", "10"], 160, 90, in: folder)
    }
    let shown = try frames("film.mkv", "--subtitles-track", "2", "--shift", "-0.1s")
    #expect(try shown == frames("a.srt", "--shift", "-0.1s"))
    #expect(shown.count == 9)
    #expect(try shown != frames("film.mkv", "--subtitles-track", "1", "--shift", "-0.1s"))
    #expect(try frames("film.mkv", "--subtitles-track", "2", "--second", "other.srt").count == 10)
  }

  @Test("Without another file, the subtitles come from the movie of --over")
  func overTheMovie() throws {
    let folder = try folder()
    for (output, file) in [("x.raw", ["film.mkv"]), ("y.raw", [])] {
      let arguments = ["subtitles"] + file + ["--subtitles-track", "2", "--over", "film.mkv", "--at", "400ms"]
      #expect(try overlayRender(arguments + ["-o", output], in: folder).status == 0)
    }
    let still = try folder.data("x.raw")
    #expect(!still.isEmpty && Set(still).count > 3)
    #expect(try still == folder.data("y.raw"))
  }

  @Test("A subtitle track of a movie is converted as its file")
  func converted() throws {
    let folder = try folder()
    func convert(_ arguments: String...) throws -> Outcome {
      try overlayRender(["captions", "convert"] + arguments, in: folder)
    }
    let text = try convert("film.mkv", "--subtitles-track", "2", "-o", "-", "--to", "srt")
    #expect(text.status == 0 && text.messages.isEmpty)
    #expect(try text.output == convert("a.srt", "-", "--to", "srt").output)
    let shifted = try convert("film.mkv", "b.vtt", "--subtitles-track", "1", "--shift", "-0.5s")
    #expect(shifted.status == 0 && shifted.messages.isEmpty)
    #expect(
      try String(decoding: folder.data("b.vtt"), as: UTF8.self).hasSuffix("00:00:00.100 --> 00:00:00.500\nother\n"))
    let movie = try folder.data("film.mkv")
    #expect(symlink("film.mkv", folder.url.appendingPathComponent("link.srt").path) == 0)
    let clash = try convert("film.mkv", "--subtitles-track", "1", "-o", "link.srt", "--overwrite")
    #expect(clash.status == 64)
    #expect(clash.messages == ["overlay-render: link.srt is also the movie: give another file"])
    #expect(try folder.data("film.mkv") == movie)
  }

  @Test("The problems of a subtitle track of a movie are at cues and times")
  func checked() throws {
    let folder = try folder()
    let arguments = ["captions", "check", "film.mkv", "--subtitles-track", "2"]
    #expect(try overlayRender(arguments, in: folder).status == 0)
    let outcome = try overlayRender(arguments + ["--line-length", "6"], in: folder)
    #expect(outcome.status == 65)
    #expect(
      String(decoding: outcome.output, as: UTF8.self)
        == "film.mkv: cue 1 at 0.2 s: line 1 of the cue has 7 characters, more than 6: break it\n")
    #expect(outcome.messages == ["overlay-render: film.mkv: 1 problem found"])
  }

  static let refusals: [Refusal] = [
    Refusal(
      "film.mkv", "--subtitles-track", "3",
      says: "film.mkv: has no subtitle track 3: choose 1 (deu, subrip) or 2 (subrip)"),
    Refusal(
      "film.mkv", "--subtitles-track", "0", says: "--subtitles-track: '0' is not a number of a track from 1 to 1000"),
    Refusal(
      "-", "--subtitles-track", "1",
      says: "--subtitles-track: movies and sound are read from files, and not from standard input: "
        + "save it with ffmpeg -i - -c copy movie.mkv, and give that file"),
    Refusal("", "--subtitles-track", "1", says: "--subtitles-track: the file name is empty: give the name of a file"),
    Refusal(
      "none.mkv", "--subtitles-track", "1", status: 66, says: "none.mkv: there is no such file: check its name"),
    Refusal(
      "film.mkv", status: 65,
      says: "film.mkv: it is a movie or sound: to read subtitles of a movie, give --subtitles-track 1"),
    Refusal(
      "a.srt", "--second", "film.mkv", status: 65,
      says: "film.mkv: it is a movie or sound: to read subtitles of a movie, "
        + "write them with captions convert film.mkv FILE.srt --subtitles-track 1, and give that file"),
    Refusal(
      "film.mkv", "--subtitles-track", "1", "--encoding", "utf-8",
      says: "--encoding is for caption files: leave it out, or leave out --subtitles-track"),
    Refusal(
      "film.mkv", "--subtitles-track", "1", "--shift", "-1m",
      says: "--shift: film.mkv ends before the run begins: shift it less"),
    Refusal(
      "--subtitles-track", "1", says: "Missing expected argument '<file|->' (see overlay-render subtitles --help)"),
  ]

  @Test("Invalid input is an error in one line")
  func refused() throws {
    let folder = try folder()
    for refusal in Self.refusals {
      let outcome = try overlayRender(["subtitles"] + refusal.arguments + ["-o", "x.y4m"], in: folder)
      #expect(outcome.status == refusal.status)
      #expect(outcome.messages == [refusal.message])
    }
  }
}
