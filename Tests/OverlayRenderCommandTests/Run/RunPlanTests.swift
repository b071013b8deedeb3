import OverlayRender
import TestTools
import Testing

@testable import overlay_render

/// What the options of a run lead to, before anything is opened.
@Suite("Plans of runs")
struct RunPlanTests {
  /// A command line with a part of its plan.
  struct Row: Sendable, CustomTestStringConvertible {
    let arguments: String
    let expected: String

    init(_ arguments: String, _ expected: String) { (self.arguments, self.expected) = (arguments, expected) }

    var testDescription: String { arguments }
  }

  /// 2026-03-04T05:06:07.5Z.
  private static let now = WallTime(nanosecondsSince1970: 1_772_600_767_500_000_000)

  /// Plans a run that begins at ``now``, in UTC.
  private func plan(_ arguments: String) throws -> RunPlan {
    let options = try SharedOptions.parse(arguments.split(separator: " ").map(String.init))
    // The time of a movie has no time zone.
    let timeZone = try options.movie.over == nil ? TimeZoneName.timeZone(named: "UTC") : nil
    let request = try RunRequest(options, timeZone: timeZone)
    return try RunPlan(request, over: request.openMovie(), at: Self.now, notes: RunNotes())
  }

  @Test(
    "A run has outputs, a rate, a beginning, and may be live",
    arguments: [
      Row("-o x.mp4", "mp4 yuv420p at 30 from 7"),
      Row("-o x.mov --fps 25", "mov yuva444p10le at 25 from 7"),
      Row("-o x.y4m --pixel-format gray --start 2026-03-04T05:06:10Z", "y4m gray at 30 from 10"),
      Row("-o /dev/null --as raw --premultiplied", "raw bgraPremultiplied at 30 from 7"),
      Row("-o a.mp4 -o b.y4m", "mp4 yuv420p, y4m yuv420p at 30 from 7"),
      Row("-o a.x -o b.x --as y4m --as raw --fps 12.5", "y4m yuv420p, raw bgra at 25/2 from 7"),
      Row("-o %d.png --at 2s", "png rgba at 30 from 7"),
      Row("-o x.y4m --live --start now", "y4m yuv420p at 30 from 7.5, live"),
      Row("-o rtmp://localhost/live/key", "rtmp yuv420p at 30 from 7"),
      Row("--pip", "null any at 30 from 7.5, live"),
    ])
  func outputs(row: Row) throws {
    let plan = try plan(row.arguments)
    let outputs = plan.outputs.map { "\($0.format.name) \($0.pixelFormat.map { "\($0)" } ?? "any")" }
    let second = Double(plan.wallStart.nanosecondsSince1970 % 60_000_000_000) / 1e9
    let start = second == second.rounded() ? "\(Int(second))" : "\(second)"
    #expect(
      "\(outputs.joined(separator: ", ")) at \(plan.rate) from \(start)\(plan.request.isLive ? ", live" : "")"
        == row.expected)
  }

  @Test(
    "A file ends with its content; a pipe, a device and a server do not",
    arguments: [
      Row("-o x.y4m", "frames 0 to 330"),
      Row("-o x.y4m --duration 2s", "frames 0 to 60"),
      Row("-o x.y4m --from-time 1s --to-time 2s", "frames 30 to 60"),
      Row("-o x.png --at 2s", "frames 60 to 61"),
      Row("-o unix:socket --as y4m", "frames 0 to the end"),
      Row("-o x.y4m --live", "live for 11.0 s, every frame"),
      Row("-o unix:socket --as nut --live", "live without end, every frame"),
      Row("--as null --live", "live without end"),
      Row("-o unix:socket --as nut --live --cfr --duration 2s", "live for 2.0 s, every frame"),
    ])
  func frames(row: Row) throws {
    let content = RunContent.countdown(endingAt: .elapsed(.seconds(11)), .hold)
    let description: String
    switch try plan(row.arguments).source(of: content) {
    case .offline(let frames):
      description =
        "frames \(frames.range.lowerBound) to \(frames.isEndless ? "the end" : "\(frames.range.upperBound)")"
    case .live(let duration, _, let repeats):
      description = "live \(duration.map { "for \($0.seconds) s" } ?? "without end")\(repeats ? ", every frame" : "")"
    case .over, .overFeed: description = "over a movie"
    }
    #expect(description == row.expected)
  }

  @Test(
    "Options that contradict each other are refused before anything is opened",
    arguments: [
      Row(
        "--over missing.mp4 --size 64x36",
        "--size cannot be used with --over, because the movie decides it: leave it out"),
      Row("--over missing.mp4 --tick", "--tick cannot be used with --over: leave one of them out"),
      Row("--live --tick", "--tick cannot be used with --live: leave one of them out"),
      Row("--live --at 1s", "--at cannot be used with --live: leave one of them out"),
      Row(
        "--over srt://localhost:9 --vfr -o x.mp4",
        "--vfr is for movies in files, and --over is a live feed: leave it out"),
      Row("--pip -o x.mp4", "-o cannot be used with --pip: leave one of them out, or run the command once for each"),
      Row("--position center", "--position requires --pip: add --pip, or leave it out"),
    ])
  func refusals(row: Row) throws {
    let options = try SharedOptions.parse(row.arguments.split(separator: " ").map(String.init))
    let failure = #expect(throws: Failure.self) { try RunRequest(options) }
    #expect(failure?.message == row.expected)
  }

  @Test(
    "An endless run, and one of several pictures into one file, cannot be planned",
    arguments: [
      Row("-o x.y4m", "x.y4m: a clock is endless: give --duration, such as --duration 10s, or --live"),
      Row(
        "-o x.png --duration 1s",
        "x.png holds only one frame: give --at 0s for a still, or a numbered name such as frames/%05d.png"),
    ])
  func impossible(row: Row) throws {
    let plan = try plan(row.arguments)
    let failure = #expect(throws: Failure.self) { try plan.source(of: .clock) }
    #expect(failure?.message == row.expected)
  }

  @Test("Over a movie, the run has its rate and begins at midnight", .requires(.ffmpeg))
  func over() throws {
    let folder = try ScratchFolder()
    let movie = folder.url.appendingPathComponent("a.mp4").path
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=25:duration=1", movie,
    ])
    let plan = try plan("--over \(movie) -o x.mp4 --duration 500ms")
    #expect(plan.rate == .fps(25) && plan.followsMovie && !plan.request.isLive)
    #expect(plan.wallStart == WallTime(nanosecondsSince1970: 0) && plan.duration == MediaTime(value: 1, timescale: 2))
    #expect(try plan.pictureSize(of: .clock) == PixelSize(64, 36))
  }
}
