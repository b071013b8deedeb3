/// An error of rendering a picture.
public enum RenderError: Error, Hashable, CustomStringConvertible {
  /// The size is not possible.
  case format(VideoFormatError)
  /// The fonts are missing.
  case font(FontError)
  /// Cairo cannot draw.
  case raster(RasterError)
  /// There is not enough memory for a picture.
  case memory(PixelBufferPoolError)
  /// The picture cannot be converted to the pixel format.
  case conversion(FrameConverterError)
  /// A presentation time that is not a number.
  case timeNotNumeric(MediaTime)
  /// A duration that is negative, or neither a number nor +infinity.
  case impossibleDuration(MediaTime)

  /// The problem and a remedy, in one line.
  public var description: String {
    switch self {
    case .format(let error): error.description
    case .font(let error): error.description
    case .raster(let error): error.description
    case .memory(let error): error.description
    case .conversion(let error): error.description
    case .timeNotNumeric(let time): "\(time) is not a valid presentation time: give a numeric time"
    case .impossibleDuration(let duration):
      "\(duration) is not a valid duration: give zero or more, or none for an endless stream"
    }
  }
}

extension RenderError {
  /// Runs `body`, and wraps its error in a case of this error.
  static func wrapping<Result, Failure: Error>(
    _ wrap: (Failure) -> RenderError, _ body: () throws(Failure) -> Result
  ) throws(RenderError) -> Result {
    do { return try body() } catch { throw wrap(error) }
  }
}
