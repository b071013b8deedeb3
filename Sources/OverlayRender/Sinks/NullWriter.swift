/// Discards all pictures, for example to measure the cost of rendering alone.
public final class NullWriter: PictureWriter, RepeatingPictureWriter {
  /// Always 0.
  public let bytesWritten: Int64 = 0

  /// The number of frames discarded so far.
  public private(set) var framesWritten: Int64 = 0

  /// Creates a writer that discards all pictures.
  public init() {}

  /// Discards the picture.
  public func write(_ picture: PixelBuffer, count: Int) {
    framesWritten += Int64(count)
  }

  /// Nothing is written, so no picture is needed.
  var holdsPicture: Bool { true }

  func writeAgain(count: Int) {
    framesWritten += Int64(count)
  }

  /// Does nothing.
  public func finish() {}

  /// Returns nil because there is no file.
  public func finishEarly(publishes: Bool) -> String? { nil }

  /// Does nothing.
  public func abandon() {}
}

extension OutputFormat {
  /// The format that discards all frames after drawing them.
  public static let null = OutputFormat(
    name: "null", pixelFormats: PixelFormat.builtIn, defaultPixelFormat: nil, hasTimestamps: true, files: .none
  ) { request in
    ConstantRateSink(writer: NullWriter(), rate: request.rate)
  }
}
