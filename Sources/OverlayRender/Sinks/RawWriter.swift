/// Writes the bare bytes of every picture, one after the other: what `ffmpeg -f rawvideo` reads. Takes every pixel format.
public final class RawWriter: PictureWriter {
  private let output: ByteOutput
  private let format: VideoFormat

  /// Makes a writer of pictures of `format`.
  public init(output: ByteOutput, format: VideoFormat) {
    self.output = output
    self.format = format
  }

  /// Frames written so far.
  public var framesWritten: Int64 { output.picturesWritten }

  /// Bytes handed to the output so far.
  public var bytesWritten: Int64 { output.bytesWritten }

  /// Writes the picture's bytes `count` times.
  public func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    guard picture.format == format else { throw .formatChanged(name: output.name) }
    try output.write(picture, count: count)
  }

  /// Completes the output and gives it its final name.
  public func finish() throws(SinkError) {
    try output.finish()
  }

  /// Completes an output that was cut short; see `ByteOutput.finishCutShort(publishes:)`.
  public func finishCutShort(publishes: Bool) throws(SinkError) -> String? {
    try output.finishCutShort(publishes: publishes)
  }

  /// Gives the output up; see `PictureWriter.abandon()`.
  public func abandon() {
    output.abandon()
  }
}

extension OutputFormat {
  /// The bare bytes of every frame.
  public static let raw = OutputFormat(
    name: "raw",
    fileExtensions: [
      "raw", "rgb", FileExtension("bgra", pixelFormat: .bgra), FileExtension("rgba", pixelFormat: .rgba),
      FileExtension("yuv", pixelFormat: .yuv420p),
    ],
    pixelFormats: PixelFormat.builtIn, usualPixelFormat: .bgra
  ) { request in
    let writer = RawWriter(output: try request.openBytes(), format: request.video)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
