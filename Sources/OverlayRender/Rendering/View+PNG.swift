extension View {
  /// Draws the view once and returns the bytes of a PNG file, with straight alpha.
  ///
  /// - Parameters:
  ///   - size: The size of the picture.
  ///   - time: The presentation time that the picture shows.
  /// - Throws: `RenderError`, or `RasterError` when the picture cannot be encoded.
  public func png(size: PixelSize, at time: MediaTime = .zero) throws -> [UInt8] {
    try png(RenderConfiguration(size: size), at: time)
  }

  /// Draws the view once in given surroundings, and returns the bytes of a PNG file.
  public func png(_ configuration: RenderConfiguration, at time: MediaTime = .zero) throws -> [UInt8] {
    guard let picture = try still(configuration, at: time).pixelBuffer else { return [] }
    return try PNGEncoder.encode(picture)
  }

  /// Draws the view once and writes a PNG file, with straight alpha.
  ///
  /// - Parameters:
  ///   - destination: Where the file goes: a path, or `-` for standard output. Folders are made.
  ///   - size: The size of the picture.
  ///   - time: The presentation time that the picture shows.
  ///   - overwrite: Whether an existing file is replaced.
  /// - Throws: `RenderError` or `SinkError`; then nothing half-made is left.
  public func writePNG(
    to destination: OutputDestination, size: PixelSize, at time: MediaTime = .zero, overwrite: Bool = false
  ) throws {
    try writePNG(to: destination, RenderConfiguration(size: size), at: time, overwrite: overwrite)
  }

  /// Draws the view once in given surroundings, and writes a PNG file.
  public func writePNG(
    to destination: OutputDestination, _ configuration: RenderConfiguration, at time: MediaTime = .zero,
    overwrite: Bool = false
  ) throws {
    let sample = try still(configuration, at: time)
    guard let picture = sample.pixelBuffer else { return }
    let sink = try OutputPlan(destination: destination, format: .png).makeSink(
      of: picture.format, rate: configuration.frameRate, frameCount: 1, overwrite: overwrite)
    do {
      try sink.write(sample)
      try sink.finish(at: time)
    } catch {
      sink.abandon()
      throw error
    }
  }

  private func still(_ configuration: RenderConfiguration, at time: MediaTime) throws(RenderError) -> SampleBuffer {
    var configuration = configuration
    configuration.pixelFormat = .bgraPremultiplied
    return try Renderer(self, configuration: configuration).render(at: time)
  }
}
