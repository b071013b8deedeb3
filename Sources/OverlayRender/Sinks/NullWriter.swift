/// Throws every picture away: what rendering alone costs.
public final class NullWriter: PictureWriter {
  /// Always 0: nothing is handed on.
  public let bytesWritten: Int64 = 0

  /// Frames thrown away so far.
  public private(set) var framesWritten: Int64 = 0

  /// Makes a writer that keeps nothing.
  public init() {}

  /// Throws the picture away.
  public func write(_ picture: PixelBuffer, count: Int) {
    framesWritten += Int64(count)
  }

  /// Does nothing.
  public func finish() {}

  /// Does nothing; there is no file.
  public func finishCutShort(publishes: Bool) -> String? { nil }

  /// Does nothing.
  public func abandon() {}
}

extension OutputFormat {
  /// Nothing: frames are drawn and thrown away.
  public static let null = OutputFormat(
    name: "null", pixelFormats: PixelFormat.builtIn, usualPixelFormat: nil, bearsTimes: true, files: .none
  ) { request in
    ConstantRateSink(writer: NullWriter(), rate: request.rate)
  }
}
