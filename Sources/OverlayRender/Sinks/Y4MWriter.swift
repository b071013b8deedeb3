/// Writes YUV4MPEG2, a stream of frames that ffmpeg, x264, mpv and others read from a pipe without further options.
///
/// Frames are progressive with square pixels, and 4:2:0 chroma is sited left (`C420mpeg2`). The format has no tag for
/// the color matrix. It also supports pixel formats outside `pixelFormats` for pictures that other modules make: 4:2:2,
/// 4:4:4 with alpha, and components of up to 16 bits.
public final class Y4MWriter: RawWriter {
  /// The built-in pixel formats that the container supports.
  package static let pixelFormats: [PixelFormat] = [.yuv420p, .yuv444p, .gray]

  /// Creates a writer and writes the header of the stream.
  ///
  /// - Throws: `SinkError.pixelFormatUnsupported` before anything is written, or an error of the output.
  public init(output: ByteOutput, format: VideoFormat, rate: FrameRate) throws(SinkError) {
    let header = try Self.header(format, rate)
    let frameHeader: ReadOnlyBytes
    do {
      frameHeader = try ReadOnlyBytes(Array("FRAME\n".utf8))
    } catch {
      throw .writeFailed(name: output.name, error: error)
    }
    super.init(output: output, format: format, frameHeader: frameHeader)
    try output.write(Array(header.utf8).span.bytes)
  }

  private static func header(_ format: VideoFormat, _ rate: FrameRate) throws(SinkError) -> String {
    guard let layout = layoutTags(of: format.pixelFormat) else {
      throw .pixelFormatUnsupported(container: "Y4M", found: format.pixelFormat, supported: pixelFormats)
    }
    let range = format.range == .full ? "FULL" : "LIMITED"
    return "YUV4MPEG2 W\(format.size.width) H\(format.size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "\(layout) XCOLORRANGE=\(range)\n"
  }

  /// Returns the tags of a pixel format, as FFmpeg's yuv4mpegdec.c reads them, or `nil` if there are none.
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
  /// The format YUV4MPEG2: uncompressed luma and chroma after a header with size and rate, suitable for pipes.
  public static let y4m = OutputFormat(
    name: "y4m", fileExtensions: ["y4m"], pixelFormats: Y4MWriter.pixelFormats, defaultPixelFormat: .yuv420p
  ) { request in
    let writer = try Y4MWriter(output: request.openBytes(), format: request.video, rate: request.rate)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
