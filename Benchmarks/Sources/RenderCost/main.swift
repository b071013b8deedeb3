// Measures the cost of the library in one process. `bench.py` calls this and prints the table:
//
//     RenderCost change CONTENT        the cost of a changed second, as JSON
//     RenderCost unchanged             the cost of an unchanged tick, as JSON
//     RenderCost entrance              the cost of a frame of a lower third that slides in, as JSON
//     RenderCost stream CONTENT        a minute of Y4M (ten seconds for a ticker) to standard output
//     RenderCost memory [SECONDS]      the memory of an hour of ever-changing text, as JSON
//     RenderCost open FILE             the time to open a caption file, as JSON
//     RenderCost composite             the cost of captions drawn on decoded pictures, as JSON
//     RenderCost streams COUNT SECONDS the cost of live clocks in one process, as JSON
//     RenderCost news                  the text of the ticker
//
// CONTENT is clock, labels, panel, lone-clock, ticker, captions, many-captions or lyrics.

import CAllocations
import Foundation
import Glibc
import OverlayRender

/// The processor time of this process in seconds.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The peak of resident memory of this process in bytes.
func peakResidentBytes() -> Int {
  var usage = rusage()
  // The C header declares the constant as an enumeration and the parameter as an integer.
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}

/// Draws 600 changed seconds: resolving, layout, difference and drawing, without conversion.
func measureChange(of content: BenchmarkContent) throws {
  let renderer = try Renderer(content.view(), configuration: content.configuration())
  _ = try renderer.render(at: .zero)
  let surfacesBefore = renderer.work.surfacesDrawn
  for second in 1..<60 { _ = try renderer.render(at: .seconds(Int64(second))) }
  let pixelsBefore = renderer.work.pixelsDrawn
  let count = 600
  let allocationsBefore = allocation_count()
  let start = processorSeconds()
  for second in 60..<(60 + count) { _ = try renderer.render(at: .seconds(Int64(second))) }
  let microseconds = (processorSeconds() - start) / Double(count) * 1e6
  let allocations = (allocation_count() - allocationsBefore) / UInt64(count)
  let pixels = (renderer.work.pixelsDrawn - pixelsBefore) / count
  let surfaces = renderer.work.surfacesDrawn - surfacesBefore
  let buffers = renderer.work.buffersAllocated
  print(
    #"{"microseconds": \#(microseconds), "allocations": \#(allocations), "pixels": \#(pixels), "#
      + #""surfaces": \#(surfaces), "buffers": \#(buffers)}"#)
}

/// Requests a picture a million times within one second.
func measureUnchanged() throws {
  let renderer = try Renderer(BenchmarkContent.clock.view(), configuration: BenchmarkContent.clock.configuration())
  let first = try renderer.render(at: .seconds(1)).pixelBuffer
  let count = 1_000_000
  var isSamePicture = true
  func ask(after ticks: Int) throws {
    for tick in ticks..<(ticks + count) {
      let sample = try renderer.render(at: MediaTime(value: Int64(tick), timescale: Int32(3 * count)))
      isSamePicture = isSamePicture && sample.pixelBuffer === first
    }
  }
  // The threads with which Pango matches the first fonts must end first, because their allocations do not belong to a
  // tick.
  try ask(after: 3 * count)
  let workBefore = renderer.work
  let allocationsBefore = allocation_count()
  let start = processorSeconds()
  try ask(after: 4 * count)
  let nanoseconds = (processorSeconds() - start) / Double(count) * 1e9
  let allocations = allocation_count() - allocationsBefore
  let didNothing = isSamePicture && renderer.work == workBefore
  print(#"{"nanoseconds": \#(nanoseconds), "allocations": \#(allocations), "didNothing": \#(didNothing)}"#)
}

/// Draws the moving frames of some lower thirds that slide in, at 60 frames per second.
func measureEntrance() throws {
  let (warmUp, count) = (5, 40)
  let configuration = RenderConfiguration(size: PixelSize(1920, 1080), frameRate: .fps(60))
  let renderer = try Renderer(LowerThird(count: Int64(warmUp + count)), configuration: configuration)
  let framesOfEntrance: Int64 = 30
  var seconds = 0.0
  var (frames, pixels) = (0, 0)
  for entrance in 0..<(warmUp + count) {
    let first = Int64(entrance) * 120
    _ = try renderer.render(at: configuration.frameRate.time(ofFrame: first))
    let (start, before) = (processorSeconds(), renderer.work)
    for frame in 1..<framesOfEntrance {
      _ = try renderer.render(at: configuration.frameRate.time(ofFrame: first + frame))
    }
    guard entrance >= warmUp else { continue }
    seconds += processorSeconds() - start
    frames += renderer.work.picturesDrawn - before.picturesDrawn
    pixels += renderer.work.pixelsDrawn - before.pixelsDrawn
  }
  print(#"{"microseconds": \#(seconds / Double(frames) * 1e6), "pixels": \#(pixels / frames)}"#)
}

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

/// Writes Y4M as the command does.
func stream(_ content: BenchmarkContent) async throws {
  let configuration = content.configuration()
  try await FrameStream(content.view(), configuration: configuration)
    .write(to: .standardOutput, duration: configuration.frameRate.time(ofFrame: content.frameCount))
}

let arguments = CommandLine.arguments.dropFirst()
let operand = arguments.dropFirst().first
let content = operand.flatMap(BenchmarkContent.init) ?? .clock
switch arguments.first {
case "change": try measureChange(of: content)
case "unchanged": try measureUnchanged()
case "entrance": try measureEntrance()
case "stream": try await stream(content)
case "memory": try measureMemory(seconds: operand.flatMap(Int64.init) ?? 3600)
case "open": try measureOpening(of: operand ?? "")
case "composite": try CompositingCost().measure()
case "streams":
  let numbers = arguments.dropFirst().compactMap { Int64($0) }
  try await ManyStreams(count: Int(numbers.first ?? 100), seconds: numbers.dropFirst().first ?? 13).measure()
case "news": print(news)
default:
  print(
    "RenderCost change|stream CONTENT, unchanged, entrance, memory [SECONDS], open FILE, composite, streams COUNT SECONDS, news;"
      + " CONTENT is one of"
  )
  print(BenchmarkContent.allCases.map(\.rawValue).joined(separator: ", "))
  exit(64)
}
