import OverlayRender

/// Writes a view as an uncompressed video, and prints the number of drawn frames.
public func writeY4M(
  _ view: some View, configuration: RenderConfiguration, duration: MediaTime, to path: String
) async throws {
  let statistics = try await FrameStream(view, configuration: configuration)
    .write(to: .path(path), duration: duration, overwrite: true).statistics
  print("\(path): \(statistics.frames) frames, \(statistics.drawn) of them drawn")
}

/// Stills of a view. A picture is a view, so that stills can be arranged on a sheet.
public func pictures(
  of view: some View, configuration: RenderConfiguration, atMilliseconds times: [Int64]
) throws -> [Image] {
  let renderer = try Renderer(view, configuration: configuration)
  return try times.compactMap { time in
    try renderer.render(at: .milliseconds(time)).pixelBuffer.map { try Image(pixels: $0) }
  }
}
