/// Writes YUV4MPEG2, the stream of frames that ffmpeg, x264, mpv and others read from a pipe without further options.
///
/// Progressive, square pixels; 4:2:0 chroma is sited left (`C420mpeg2`). The format has no tag for the colour matrix.
public final class Y4MWriter: PictureWriter {
  /// What the format can hold: it knows neither alpha nor RGB.
  public static let pixelFormats: [PixelFormat] = [.yuv420p, .yuv444p, .gray]

  private let output: ByteOutput
  private let format: VideoFormat
  private let frameHeader: FrozenBytes

  /// Writes the stream's header.
  ///
  /// - Throws: `SinkError.pixelFormatUnsupported` before anything is written, or what the output throws.
  public init(output: ByteOutput, format: VideoFormat, rate: FrameRate) throws(SinkError) {
    let header = try Self.header(format, rate)
    do {
      frameHeader = try FrozenBytes(Array("FRAME\n".utf8))
    } catch {
      throw .writeFailed(name: output.name, error: error)
    }
    self.output = output
    self.format = format
    try output.write(Array(header.utf8).span.bytes)
  }

  /// Frames written so far.
  public var framesWritten: Int64 { output.picturesWritten }

  /// Bytes handed to the output so far.
  public var bytesWritten: Int64 { output.bytesWritten }

  /// Writes the picture as the next `count` frames.
  public func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    guard picture.format == format else { throw .formatChanged(name: output.name) }
    try output.write(picture, count: count, after: frameHeader)
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

  private static func header(_ format: VideoFormat, _ rate: FrameRate) throws(SinkError) -> String {
    let colorSpace: String
    switch format.pixelFormat {
    case .yuv420p: colorSpace = "C420mpeg2 XYSCSS=420MPEG2"
    case .yuv444p: colorSpace = "C444 XYSCSS=444"
    case .gray: colorSpace = "Cmono"
    default: throw .pixelFormatUnsupported(container: "Y4M", found: format.pixelFormat, supported: pixelFormats)
    }
    // Gray is always full range.
    let range = format.range == .full || format.pixelFormat == .gray ? "FULL" : "LIMITED"
    return "YUV4MPEG2 W\(format.size.width) H\(format.size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "\(colorSpace) XCOLORRANGE=\(range)\n"
  }
}

extension OutputFormat {
  /// YUV4MPEG2: uncompressed luma and chroma with size and rate in front, for pipes.
  public static let y4m = OutputFormat(
    name: "y4m", fileExtensions: ["y4m"], pixelFormats: Y4MWriter.pixelFormats, usualPixelFormat: .yuv420p,
    lendsPages: true
  ) { request in
    let writer = try Y4MWriter(output: request.openBytes(), format: request.video, rate: request.rate)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
