/// Writes the bytes of all pictures without any header, as `ffmpeg -f rawvideo` reads them. Supports all pixel formats.
public class RawWriter: PictureWriter, RepeatingPictureWriter {
  private let output: ByteOutput
  private let format: VideoFormat
  private let frameHeader: ReadOnlyBytes?

  /// Creates a writer for pictures with a format.
  public init(output: ByteOutput, format: VideoFormat) {
    self.output = output
    self.format = format
    frameHeader = nil
  }

  /// Creates a writer that writes bytes before each picture.
  init(output: ByteOutput, format: VideoFormat, frameHeader: ReadOnlyBytes) {
    self.output = output
    self.format = format
    self.frameHeader = frameHeader
  }

  /// The number of frames written so far.
  public var framesWritten: Int64 { output.picturesWritten }

  /// The number of bytes written so far.
  public var bytesWritten: Int64 { output.bytesWritten }

  /// Writes the bytes of the picture `count` times.
  ///
  /// - Throws: `SinkError.formatChanged` if the picture has another format; `SinkError.interrupted` between two frames
  ///   if an interruption was requested; or an error of the output.
  public func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    try write(picture, damage: Damage(format.bounds), count: count)
  }

  /// Writes the picture, which differs from the one before only in `damage`, as the next `count` frames.
  ///
  /// - Throws: The same errors as `write(_:count:)`.
  public func write(_ picture: PixelBuffer, damage: Damage, count: Int) throws(SinkError) {
    guard picture.format == format else { throw .formatChanged(name: output.name) }
    try output.write(picture, damage: damage, count: count, after: frameHeader)
  }

  var holdsPicture: Bool { output.holdsPicture }

  func writeAgain(count: Int) throws(SinkError) {
    try output.writeAgain(count: count)
  }

  /// Completes the output, which gets its final name.
  ///
  /// - Throws: The same errors as `ByteOutput.finish()`.
  public func finish() throws(SinkError) {
    try output.finish()
  }

  /// Completes an output that ends early. See `ByteOutput.finishEarly(publishes:)`.
  ///
  /// - Throws: The same errors as `ByteOutput.finish()`.
  public func finishEarly(publishes: Bool) throws(SinkError) -> String? {
    try output.finishEarly(publishes: publishes)
  }

  /// Abandons the output. See `PictureWriter.abandon()`.
  public func abandon() {
    output.abandon()
  }
}

extension OutputFormat {
  /// The format of raw video without headers.
  public static let raw = OutputFormat(
    name: "raw",
    fileExtensions: [
      "raw", "rgb", FileExtension("bgra", pixelFormat: .bgra), FileExtension("rgba", pixelFormat: .rgba),
      FileExtension("yuv", pixelFormat: .yuv420p),
    ],
    pixelFormats: PixelFormat.builtIn, defaultPixelFormat: .bgra
  ) { request in
    let writer = RawWriter(output: try request.openBytes(), format: request.video)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
