/// Writes YUV4MPEG2, the stream of frames that ffmpeg, x264, mpv and others read from a pipe without further options.
///
/// Progressive, square pixels; 4:2:0 chroma is sited left (`C420mpeg2`). The format has no tag for the color matrix. It can
/// hold other pixel formats than those of `pixelFormats`, in pictures that were not made by the core: 4:2:2, 4:4:4 with
/// alpha, and components of up to 16 bits.
public final class Y4MWriter: PictureWriter {
  /// The built-in pixel formats that the container holds.
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
    guard let layout = layoutTags(of: format.pixelFormat) else {
      throw .pixelFormatUnsupported(container: "Y4M", found: format.pixelFormat, supported: pixelFormats)
    }
    let range = format.range == .full ? "FULL" : "LIMITED"
    return "YUV4MPEG2 W\(format.size.width) H\(format.size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "\(layout) XCOLORRANGE=\(range)\n"
  }

  /// The tags of a layout of samples, as FFmpeg's yuv4mpegdec.c reads them; `nil` for one that has none.
  private static func layoutTags(of format: PixelFormat) -> String? {
    let depth = format.bitsPerComponent
    guard [8, 9, 10, 12, 14, 16].contains(depth) else { return nil }
    if format.planes == [PixelFormat.Plane(.luma)] { return depth == 8 ? "Cmono" : "Cmono\(depth)" }
    for (name, horizontal, vertical) in [("420", 2, 2), ("422", 2, 1), ("444", 1, 1)] {
      let planes = [
        PixelFormat.Plane(.luma),
        PixelFormat.Plane(.blueDifference, horizontalSubsampling: horizontal, verticalSubsampling: vertical),
        PixelFormat.Plane(.redDifference, horizontalSubsampling: horizontal, verticalSubsampling: vertical),
      ]
      if format.planes == planes {
        if depth > 8 { return "C\(name)p\(depth) XYSCSS=\(name)P\(depth)" }
        return name == "420" ? "C420mpeg2 XYSCSS=420MPEG2" : "C\(name) XYSCSS=\(name)"
      }
      if name == "444", depth == 8, format.alpha == .straight, format.planes == planes + [PixelFormat.Plane(.alpha)] {
        return "C444alpha XYSCSS=444"
      }
    }
    return nil
  }
}

extension OutputFormat {
  /// YUV4MPEG2: uncompressed luma and chroma with size and rate in front, for pipes.
  public static let y4m = OutputFormat(
    name: "y4m", fileExtensions: ["y4m"], pixelFormats: Y4MWriter.pixelFormats, usualPixelFormat: .yuv420p
  ) { request in
    let writer = try Y4MWriter(output: request.openBytes(), format: request.video, rate: request.rate)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
