// Measures the cost of the library in one process. `bench.py` calls this and prints the tables:
//
//     RenderCost change CONTENT [PIXELS]   the cost of a changed second, as JSON; PIXELS is bgra or yuv420p
//     RenderCost unchanged                 the cost of an unchanged tick, as JSON
//     RenderCost entrance                  the cost of a frame of a lower third that slides in, as JSON
//     RenderCost stream CONTENT [FORMAT [SIZE [FRAMES]]]
//                                          frames to standard output, by default a minute of Y4M (ten seconds of what
//                                          moves); FORMAT is y4m, raw (BGRA) or null
//     RenderCost limit FORMAT SIZE FRAMES  the same picture again and again to standard output
//     RenderCost memory [SECONDS]          the memory of an hour of ever-changing text, as JSON
//     RenderCost open FILE                 the time to open a caption file, as JSON
//     RenderCost composite                 the cost of captions drawn on decoded pictures, as JSON
//     RenderCost streams COUNT SECONDS     the cost of live clocks in one process, as JSON
//     RenderCost loop COUNT SECONDS        the same pictures drawn in a loop once a second, as JSON
//     RenderCost tasks COUNT SECONDS MICROSECONDS
//                                          the lateness of tasks that only take time, as JSON
//     RenderCost news                      the text of the ticker
//
// Without a command, it prints the contents.

import Glibc
import OverlayRender

/// Renders a stream of ever-changing text at ten frames per second, without writing.
func measureMemory(seconds: Int64) throws {
  let configuration = RenderConfiguration(size: PixelSize(1920, 1080), frameRate: .fps(10))
  let renderer = try Renderer(EverNewTicker(), configuration: configuration)
  var firstMinute = 0
  for frame in 0..<(10 * seconds) {
    _ = try renderer.render(at: configuration.frameRate.time(ofFrame: frame))
    if frame == 600 { firstMinute = peakResidentBytes() }
  }
  print(#"{"firstMinute": \#(firstMinute), "end": \#(peakResidentBytes())}"#)
}

/// Opens a caption file as the command does.
func measureOpening(of path: String) throws {
  let start = processorSeconds()
  let document = try CaptionDocument(contentsOfFile: path)
  let milliseconds = (processorSeconds() - start) * 1000
  print(#"{"milliseconds": \#(milliseconds), "cues": \#(document.track.cues.count)}"#)
}

/// Writes frames as the command does.
func stream(_ content: BenchmarkContent, as format: OutputFormat, size: PixelSize, frameCount: Int64) async throws {
  let configuration = content.configuration(size: size)
  try await FrameStream(content.view(), configuration: configuration)
    .write(
      to: .standardOutput, as: format, duration: configuration.frameRate.time(ofFrame: frameCount))
}

/// Says what the command line can be, and ends.
func fail() -> Never {
  print("RenderCost change|stream CONTENT, limit FORMAT SIZE FRAMES, unchanged, entrance, memory [SECONDS], open FILE,")
  print("composite, streams COUNT SECONDS, loop COUNT SECONDS, tasks COUNT SECONDS MICROSECONDS, news;")
  print("CONTENT is one of")
  print(BenchmarkContent.names.joined(separator: ", "))
  exit(64)
}

let arguments = Array(CommandLine.arguments.dropFirst())

func argument(_ index: Int) -> String? { arguments.indices.contains(index) ? arguments[index] : nil }

func content() -> BenchmarkContent {
  guard let content = argument(1).flatMap({ BenchmarkContent($0) }) else { fail() }
  return content
}

func size(_ text: String?) -> PixelSize {
  guard let text else { return PixelSize(1920, 1080) }
  let sides = text.split(separator: "x").compactMap { Int($0) }
  guard sides.count == 2 else { fail() }
  return PixelSize(sides[0], sides[1])
}

func manyStreams() -> ManyStreams {
  ManyStreams(count: argument(1).flatMap { Int($0) } ?? 100, seconds: argument(2).flatMap { Int64($0) } ?? 13)
}

func format(_ name: String?) -> OutputFormat {
  switch name {
  case nil, "y4m": return .y4m
  case "raw": return .raw
  case "null": return .null
  default: fail()
  }
}

switch argument(0) {
case "change": try measureChange(of: content(), as: argument(2) == "yuv420p" ? .yuv420p : .bgraPremultiplied)
case "unchanged": try measureUnchanged()
case "entrance": try measureEntrance()
case "stream":
  let content = content()
  try await stream(
    content, as: format(argument(2)), size: size(argument(3)),
    frameCount: argument(4).flatMap { Int64($0) } ?? content.frameCount)
case "limit":
  try await stream(
    .still, as: format(argument(1)), size: size(argument(2)), frameCount: argument(3).flatMap { Int64($0) } ?? 1800)
case "memory": try measureMemory(seconds: argument(1).flatMap { Int64($0) } ?? 3600)
case "open": try measureOpening(of: argument(1) ?? "")
case "composite": try CompositingCost().measure()
case "streams": try await manyStreams().measure()
case "loop": try manyStreams().measureDrawing()
case "tasks":
  let streams = manyStreams()
  let microseconds = argument(3).flatMap { Double($0) } ?? 20
  await IndependentTasks(count: streams.count, seconds: streams.seconds, busySeconds: microseconds / 1e6).measure()
case "news": print(news)
default: fail()
}
