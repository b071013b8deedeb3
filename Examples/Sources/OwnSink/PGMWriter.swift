import OverlayRender

/// Writes gray frames in the PGM format of Netpbm, one after the other.
final class PGMWriter: PictureWriter {
  private let output: ByteOutput
  private let header: [UInt8]
  private(set) var framesWritten: Int64 = 0
  var bytesWritten: Int64 { output.bytesWritten }

  init(output: ByteOutput, size: PixelSize) {
    self.output = output
    header = Array("P5\n\(size.width) \(size.height)\n255\n".utf8)
  }

  func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    let header = header
    for _ in 0..<count {
      try output.write(header.span.bytes)
      try picture.withUnsafeBytes { bytes throws(SinkError) in try output.write(bytes.bytes) }
      framesWritten += 1
    }
  }

  func finish() throws(SinkError) {
    try output.finish()
  }

  func finishEarly(publishes: Bool) throws(SinkError) -> String? {
    try output.finishEarly(publishes: publishes)
  }

  func abandon() {
    output.abandon()
  }
}

extension OutputFormat {
  /// PGM: every frame of the grid as a gray picture.
  static let pgm = OutputFormat(
    name: "pgm", fileExtensions: ["pgm"], pixelFormats: [.gray], defaultPixelFormat: .gray
  ) { request in
    let writer = PGMWriter(output: try request.openBytes(), size: request.video.size)
    return ConstantRateSink(writer: writer, rate: request.rate)
  }
}
