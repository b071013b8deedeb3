import OverlayRender

/// Writes a view as a film of uncompressed frames, and reports how many frames were drawn.
public func writeY4M(
  _ view: some View, configuration: RenderConfiguration, duration: MediaTime, to path: String
) async throws {
  let done = try await FrameStream(view, configuration: configuration)
    .write(to: .path(path), duration: duration, overwrite: true).statistics
  print("\(path): \(done.frames) frames, \(done.drawn) of them drawn")
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
