import OverlayRender

/// Writes a still of a view.
public func writePNG(_ view: some View, size: PixelSize, to path: String) throws {
  let sample = try Renderer(view, configuration: RenderConfiguration(size: size)).render(at: .zero)
  guard let picture = sample.pixelBuffer else { return }
  let file = try PNGSequenceWriter(pattern: path, overwrite: true, encode: PNGEncoder.encode)
  try file.write(picture, count: 1)
  try file.finish()
}

/// Writes a view as a film of uncompressed frames: only what changes is drawn, and while nothing does the frame before is
/// repeated by reference. Tells how many frames that were.
public func writeY4M(
  _ view: some View, configuration: RenderConfiguration, duration: MediaTime, to path: String
) async throws {
  var configuration = configuration
  configuration.pixelFormat = .yuv420p
  let (format, rate) = (try configuration.videoFormat(), configuration.frameRate)
  let frames = FrameStream(view, configuration: configuration).offline(duration: duration)
  let progress = RecordingProgress()
  try await FrameRecorder().record(frames, progress: progress) {
    let output = try ByteOutput(path: path, overwrite: true)
    return ConstantRateSink(writer: try Y4MWriter(output: output, format: format, rate: rate), rate: rate)
  }
  print("\(path): \(progress.statistics.frames) frames, \(progress.statistics.drawn) of them drawn")
}

/// What a view shows at some times of its stream. A picture is a view: so they can be put on a sheet.
public func pictures(
  of view: some View, configuration: RenderConfiguration, atMilliseconds times: [Int64]
) throws -> [Image] {
  let renderer = try Renderer(view, configuration: configuration)
  return try times.compactMap { time in
    try renderer.render(at: .milliseconds(time)).pixelBuffer.map { try Image(pixels: $0) }
  }
}
