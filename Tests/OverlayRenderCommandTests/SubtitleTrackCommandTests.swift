import Foundation
import TestTools
import Testing

@Suite("Subtitles of a movie", .requires(.ffmpeg))
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

  @Test("Without another file, the subtitles are those of the movie of --over")
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

  static let refusals: [Refusal] = [
    Refusal(
      "film.mkv", "--subtitles-track", "3",
      says: "film.mkv: has no subtitle track 3: choose 1 (deu, subrip) or 2 (subrip)"),
    Refusal(
      "film.mkv", "--subtitles-track", "0", says: "--subtitles-track: '0' is not a number of a track from 1 to 1000"),
    Refusal(
      "-", "--subtitles-track", "1",
      says: "--subtitles-track: standard input cannot be read as a movie: give the name of a movie"),
    Refusal("", "--subtitles-track", "1", says: "--subtitles-track: the file name is empty: give the name of a movie"),
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
