extension View {
  /// Renders the view and returns the bytes of a PNG file, with straight alpha.
  ///
  /// - Parameters:
  ///   - size: The size of the picture.
  ///   - time: The presentation time of the picture.
  /// - Throws: `RenderError`, or `RasterError` if the picture cannot be encoded.
  public func png(size: PixelSize, at time: MediaTime = .zero) throws -> [UInt8] {
    try png(RenderConfiguration(size: size), at: time)
  }

  /// Renders the view with a configuration, and returns the bytes of a PNG file.
  ///
  /// - Throws: `RenderError`, or `RasterError` if the picture cannot be encoded.
  public func png(_ configuration: RenderConfiguration, at time: MediaTime = .zero) throws -> [UInt8] {
    try PNGEncoder.encode(picture(configuration, at: time).pixelBuffer)
  }

  /// Renders the view and writes a PNG file, with straight alpha.
  ///
  /// - Parameters:
  ///   - destination: The output: a path, or `-` for standard output. Missing folders are created.
  ///   - size: The size of the picture.
  ///   - time: The presentation time of the picture.
  ///   - overwrite: Whether to replace an existing file.
  /// - Throws: `RenderError` or `SinkError`; then no incomplete file is left.
  public func writePNG(
    to destination: OutputDestination, size: PixelSize, at time: MediaTime = .zero, overwrite: Bool = false
  ) throws {
    try writePNG(to: destination, RenderConfiguration(size: size), at: time, overwrite: overwrite)
  }

  /// Renders the view with a configuration, and writes a PNG file.
  ///
  /// - Throws: `RenderError`, `OutputPlanError` or `SinkError`; then no incomplete file is left.
  public func writePNG(
    to destination: OutputDestination, _ configuration: RenderConfiguration, at time: MediaTime = .zero,
    overwrite: Bool = false
  ) throws {
    let (picture, sample) = try picture(configuration, at: time)
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

  /// Renders the view and writes a PNG file to the path that a text holds, or to standard output for `-`.
  ///
  /// - Throws: `RenderError` or `SinkError`; then no incomplete file is left.
  @_documentation(visibility: internal)
  public func writePNG(
    to destination: String, size: PixelSize, at time: MediaTime = .zero, overwrite: Bool = false
  ) throws {
    try writePNG(to: OutputDestination(destination), size: size, at: time, overwrite: overwrite)
  }

  /// Renders the view once in `bgraPremultiplied`.
  package func picture(
    _ configuration: RenderConfiguration, at time: MediaTime
  ) throws(RenderError) -> (pixelBuffer: PixelBuffer, sample: SampleBuffer) {
    var configuration = configuration
    configuration.pixelFormat = .bgraPremultiplied
    let sample = try Renderer(self, configuration: configuration).render(at: time)
    guard let pixelBuffer = sample.pixelBuffer else { preconditionFailure("a renderer returns pictures, not markers") }
    return (pixelBuffer, sample)
  }
}
