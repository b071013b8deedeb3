// What the core costs inside one process. Called by `bench.py`, which prints the table:
//
//     RenderCost change --labels N     the cost of a changed second, as JSON
//     RenderCost unchanged             the cost of a tick at which nothing changed, as JSON
//     RenderCost stream --labels N     1800 frames of Y4M to standard output

import CAllocations
import Foundation
import Glibc
import OverlayRender

/// Seconds of processor time that this process has used.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Draws 600 changed seconds: resolve, layout, difference and raster, no conversion.
func measureChange(labelCount: Int) throws {
  let renderer = try Renderer(LabelledClock(labelCount: labelCount), configuration: LabelledClock.configuration)
  for second in 0..<60 { _ = try renderer.render(at: .seconds(Int64(second))) }
  let pixelsBefore = renderer.work.pixelsDrawn
  let count = 600
  let allocationsBefore = allocation_count()
  let start = processorSeconds()
  for second in 60..<(60 + count) { _ = try renderer.render(at: .seconds(Int64(second))) }
  let microseconds = (processorSeconds() - start) / Double(count) * 1e6
  let allocations = (allocation_count() - allocationsBefore) / UInt64(count)
  let pixels = (renderer.work.pixelsDrawn - pixelsBefore) / count
  let buffers = renderer.work.buffersAllocated
  print(
    #"{"microseconds": \#(microseconds), "allocations": \#(allocations), "#,
    #""pixels": \#(pixels), "buffers": \#(buffers)}"#)
}

/// Asks a million times for a picture within the same second.
func measureUnchanged() throws {
  let renderer = try Renderer(LabelledClock(labelCount: 0), configuration: LabelledClock.configuration)
  let first = try renderer.render(at: .seconds(1)).pixelBuffer
  let count = 1_000_000
  let workBefore = renderer.work
  var isSamePicture = true
  let allocationsBefore = allocation_count()
  let start = processorSeconds()
  for tick in 0..<count {
    let sample = try renderer.render(at: MediaTime(value: Int64(count + tick), timescale: Int32(count)))
    isSamePicture = isSamePicture && sample.pixelBuffer === first
  }
  let nanoseconds = (processorSeconds() - start) / Double(count) * 1e9
  let allocations = allocation_count() - allocationsBefore
  let didNothing = isSamePicture && renderer.work == workBefore
  print(#"{"nanoseconds": \#(nanoseconds), "allocations": \#(allocations), "didNothing": \#(didNothing)}"#)
}

/// Writes a minute at 30 frames a second, as the command does.
func stream(labelCount: Int) async throws {
  signal(SIGPIPE, SIG_IGN)
  var configuration = LabelledClock.configuration
  configuration.pixelFormat = .yuv420p
  configuration.lendsPages = true
  let (format, rate) = (try configuration.videoFormat(), configuration.frameRate)
  let frames = FrameStream(LabelledClock(labelCount: labelCount), configuration: configuration)
    .offline(duration: .seconds(60))
  try await FrameRecorder().record(frames) {
    let writer = try Y4MWriter(output: ByteOutput(descriptor: 1), format: format, rate: rate)
    return ConstantRateSink(writer: writer, rate: rate)
  }
}

let arguments = CommandLine.arguments
let labelCount = arguments.firstIndex(of: "--labels").flatMap { Int(arguments[$0 + 1]) } ?? 0
switch arguments.dropFirst().first {
case "change": try measureChange(labelCount: labelCount)
case "unchanged": try measureUnchanged()
case "stream": try await stream(labelCount: labelCount)
default:
  print("RenderCost change|unchanged|stream [--labels N]")
  exit(64)
}
