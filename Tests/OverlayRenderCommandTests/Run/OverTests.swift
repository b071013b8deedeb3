import Foundation
import TestTools
import Testing

@Suite("Overlays on movies from the command", .ownThreads, .requires(.ffmpeg))
struct OverTests {
  private let folder: ScratchFolder

  /// Makes `a.mp4`: 2 s at 25 frames per second, with sound.
  init() throws {
    folder = try ScratchFolder()
    try make("a.mp4", "-f", "lavfi", "-i", "sine=440:duration=2", "-metadata", "creation_time=2026-03-04T05:06:07Z")
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func make(_ name: String, _ arguments: String...) throws {
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=2"] + arguments
        + ["-pix_fmt", "yuv420p", path(name)])
  }

  private func probe(_ name: String, _ entries: String, stream: String = "v:0") throws -> String {
    let output = try TestTool.ffprobe.output([
      "-v", "error", "-count_frames", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path(name),
    ])
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func run(_ arguments: String...) throws -> Outcome {
    try overlayRender(arguments, in: folder)
  }

  @Test("A clock shows the time of the movie, and the frames and the sound of the movie stay")
  func clock() throws {
    let clock = try run("clock", "--over", "a.mp4", "-o", "b.mp4", "--stats", "-")
    #expect(clock.status == 0 && clock.error.isEmpty)
    let statistics = String(decoding: clock.output, as: UTF8.self)
    #expect(statistics.hasPrefix(#"{"frames":50,"drawn":2,"repeated":0,"#))
    #expect(try probe("b.mp4", "stream=nb_read_frames,duration") == "2.000000,50")
    #expect(try probe("b.mp4", "stream=codec_name", stream: "a:0") == "aac")
    // Both count from the beginning of the movie.
    for (name, command) in [("x.y4m", "clock"), ("y.y4m", "stopwatch")] {
      #expect(try run(command, "--over", "a.mp4", "--from-time", "900ms", "--to-time", "1.1s", "-o", name).status == 0)
    }
    #expect(try folder.data("x.y4m") == folder.data("y.y4m"))
    #expect(try run("clock", "--over", "a.mp4", "--from-time", "400ms", "--duration", "1s", "-o", "p.mkv").status == 0)
    #expect(try probe("p.mkv", "stream=nb_read_frames") == "25")
    let recorded = try run(
      "clock", "--over", "a.mp4", "--start", "movie", "--time-zone", "UTC", "--at", "1s", "--as", "raw", "-o", "x.raw")
    #expect(recorded.status == 0)
    #expect(
      try run(
        "clock", "--over", "a.mp4", "--start", "2026-03-04T05:06:07Z", "--time-zone", "UTC", "--at", "1s", "-o", "y.raw"
      ).status == 0)
    #expect(try folder.data("x.raw") == folder.data("y.raw"))
  }

  @Test("Captions end with the movie, and a movie continues after captions")
  func captions() throws {
    try folder.write("1\n00:00:00,500 --> 00:00:01,000\nshort\n", to: "short.srt")
    try folder.write("1\n00:00:01,500 --> 00:01:00,000\nlong\n", to: "long.srt")
    for captions in ["short", "long"] {
      let outcome = try run("subtitles", "\(captions).srt", "--over", "a.mp4", "-o", "\(captions).mkv")
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(try probe("\(captions).mkv", "stream=nb_read_frames") == "50")
    }
  }

  @Test("A still is the picture of its time, and the output of a pipe is Y4M")
  func outputs() throws {
    #expect(try run("text", "x", "--over", "a.mp4", "--at", "1.99s", "-o", "x.png").status == 0)
    #expect(try probe("x.png", "stream=width,height") == "128,96")
    let pipe = try run("timecode", "--over", "a.mp4", "--duration", "1s")
    #expect(pipe.status == 0 && pipe.output.starts(with: Data("YUV4MPEG2 W128 H96 F25:1 ".utf8)))
    #expect(pipe.output.count > 25 * 128 * 96 * 3 / 2)
  }

  @Test(
    "Options that the movie decides are refused",
    arguments: [
      (["--size", "64x64"], "--size cannot be used with --over, because the movie decides it: leave it out"),
      (["--size", "fit"], "--size cannot be used with --over, because the movie decides it: leave it out"),
      (["--range", "full"], "--range cannot be used with --over, because the movie decides it: leave it out"),
      (["--live"], "--live cannot be used with --over: leave one of them out"),
      (["--tick"], "--tick cannot be used with --over: leave one of them out"),
      (
        ["--background", "black"],
        "--background cannot be used with --over, because it covers the movie: leave it out"
      ),
      (
        ["--time-zone", "UTC"],
        "--time-zone: the time of a movie has no time zone: add --start TIME, or leave it out"
      ),
      (["--from-time", "9s"], "a.mp4: the movie ends at 2 s and has no picture at 9 s: give an earlier time"),
      (["--at", "1s", "--from-time", "1s"], "--at cannot be used with --from-time or --to-time: leave them out"),
    ])
  func refusals(options: [String], message: String) throws {
    let outcome = try overlayRender(["clock", "--over", "a.mp4", "-o", "b.mp4"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.messages.count == 1 && outcome.messages[0].hasPrefix("overlay-render: \(message)"))
    #expect(try folder.names == ["a.mp4"])
  }

  @Test("Files that are no movies are refused")
  func inputs() throws {
    try folder.write("", to: "empty.mp4")
    try folder.write("text", to: "text.mp4")
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: true)
    #expect(mkfifo(path("fifo"), 0o600) == 0)
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", path("sound.m4a")])
    for (name, status, problem) in [
      ("missing.mp4", 66, "missing.mp4: there is no such file: check its name"),
      ("", 64, "--over: the file name is empty: give the name of a file"),
      (
        "-", 64,
        "--over: movies and sound are read from files, and not from standard input: "
          + "save it with ffmpeg -i - -c copy movie.mkv, and give that file"
      ),
      ("empty.mp4", 65, "empty.mp4: it is empty: check that it was saved completely"),
      ("text.mp4", 65, "text.mp4: cannot be read as a movie"),
      ("folder", 66, "folder: it is a folder: name a file in it"),
      ("fifo", 66, "fifo: movies and sound are read from files, and not from a pipe or a device"),
      (
        "sound.m4a", 65,
        "sound.m4a: contains no moving pictures, only sound: give a movie, or add the sound to an overlay with --audio"
      ),
    ] as [(String, Int32, String)] {
      let outcome = try run("clock", "--over", name, "-o", "b.mp4")
      #expect(outcome.status == status && outcome.messages.count == 1, "\(name)")
      #expect(outcome.error.hasPrefix("overlay-render: \(problem)"))
    }
    let data = try folder.data("a.mp4")
    #expect(link(path("a.mp4"), path("hard.mp4")) == 0 && symlink("a.mp4", path("symbolic.mp4")) == 0)
    for name in ["./a.mp4", "hard.mp4", "symbolic.mp4"] {
      let same = try run("clock", "--over", "a.mp4", "-o", name, "--overwrite")
      #expect(same.status == 64)
      #expect(same.messages == ["overlay-render: -o: \(name) is also the movie: give another file"])
    }
    #expect(try folder.data("a.mp4") == data)
    let target = try run("countdown", "--to", "12:00", "--over", "a.mp4", "-o", "b.mp4")
    #expect(target.status == 64)
    #expect(
      target.messages == [
        "overlay-render: --to with --over needs the time at which the movie begins: add --start, or give --for"
      ])
    let undated = try run("clock", "--start", "movie", "--duration", "1s", "-o", "b.mp4")
    #expect(undated.messages == ["overlay-render: --start movie requires --over: give --over MOVIE, or a time"])
    let uncounted = try run("timecode", "--from", "movie", "--over", "a.mp4", "-o", "b.mp4")
    #expect(
      uncounted.messages == [
        "overlay-render: --from movie: a.mp4 has no timecode: give one, such as 10:00:00:00"
      ])
    #expect(try !folder.names.contains("b.mp4"))
  }

  @Test("Several outputs have the same pictures, each with its own tracks")
  func severalOutputs() throws {
    let several = try run(
      "clock", "--over", "a.mp4", "--quiet", "-o", "m.mp4", "-o", "m.mkv", "-o", "m.y4m", "-o", "m.m3u8")
    #expect(several.status == 0, "\(several.error)")
    for name in ["m.mp4", "m.mkv", "m.y4m", "m.m3u8"] {
      let count = try probe(name, "stream=nb_read_frames").split(whereSeparator: \.isNewline).first
      #expect(count == "50", "\(name)")
    }
    for name in ["m.mp4", "m.mkv", "m.m3u8"] {
      #expect(try probe(name, "stream=codec_name", stream: "a:0").hasPrefix("aac"), "\(name)")
    }
    #expect(try run("clock", "--over", "a.mp4", "--quiet", "--cfr", "-o", "alone.y4m").status == 0)
    #expect(try folder.data("m.y4m") == folder.data("alone.y4m"))
    let different = try run("clock", "--over", "a.mp4", "-o", "n.y4m", "-o", "n%03d.png")
    #expect(different.status == 64)
    #expect(
      different.messages == [
        "overlay-render: n.y4m gets pictures in 128x96 yuv420p bt601 limited, and n%03d.png in 128x96 "
          + "bgraPremultiplied: choose formats with the same pictures, or write one output"
      ])
    #expect(try !folder.names.contains { $0.hasPrefix("n") })
  }

  @Test("A timecode counts on from the timecode of the movie")
  func timecodeOfMovie() throws {
    try make("t.mov", "-timecode", "09:59:58:00")
    for (name, from) in [("x.raw", "movie"), ("y.raw", "09:59:58:00")] {
      #expect(try run("timecode", "--from", from, "--over", "t.mov", "--at", "1s", "-o", name).status == 0)
    }
    #expect(try folder.data("x.raw") == folder.data("y.raw"))
    let alone = try run("timecode", "--from", "movie", "--at", "1s", "-o", "z.raw")
    #expect(alone.messages == ["overlay-render: --from movie requires --over: give --over MOVIE, or a timecode"])
  }

  @Test("Notes say what the output does not keep")
  func notes() throws {
    let data = try folder.data("a.mp4")
    try make("b.mkv", "-c:v", "libx264")
    try folder.data("b.mkv").prefix(data.count / 3).write(to: URL(fileURLWithPath: path("cut.mkv")))
    let cut = try run("clock", "--over", "cut.mkv", "-o", "c.mkv")
    #expect(cut.status == 0)
    #expect(
      cut.messages == [
        "overlay-render: note: cut.mkv: the movie is damaged or cut off: what cannot be decoded is left out"
      ])
    let after = try run("clock", "--over", "cut.mkv", "--from-time", "1.9s", "-o", "x.mkv")
    #expect(after.status == 65 && after.messages.count == 1)
    #expect(after.error.hasPrefix("overlay-render: cut.mkv: the movie is damaged or cut off, ends at "))
    let longer = try run("clock", "--over", "a.mp4", "--duration", "1m", "-o", "e.mp4")
    #expect(longer.messages == ["overlay-render: note: a.mp4: the movie ends at 2 s, before the requested end"])
    #expect(try run("clock", "--over", "a.mp4", "--at", "0s", "--pixel-format", "bgra", "-o", "one.png").status == 0)
    let one = try run("clock", "--over", "one.png", "-o", "f.mkv", "--codec", "ffv1", "--pixel-format", "bgra")
    #expect(
      one.messages == [
        "overlay-render: note: one.png: it is one picture, which lasts 0.04 s: "
          + "to show it longer, make a movie of it with ffmpeg -loop 1 -t 10 -i PICTURE movie.mkv"
      ])
    let blank = try run("text", "x", "--over", "a.mp4", "--color", "transparent", "--outline", "none", "-o", "d.mp4")
    #expect(
      blank.messages == ["overlay-render: note: nothing is drawn over a.mp4: the overlay is fully transparent"])
  }
}
