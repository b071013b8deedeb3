import CAllocations
import OverlayRender

/// Draws 600 changed seconds: resolving, layout, difference, drawing, and the conversion to the pixel format.
func measureChange(of content: BenchmarkContent, as pixelFormat: PixelFormat) throws {
  var configuration = content.configuration()
  configuration.pixelFormat = pixelFormat
  let renderer = try Renderer(content.view(), configuration: configuration)
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
