import FoundationEssentials

// Foundation's `localizedDescription` of an error is the same line as its description.

extension CaptionError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension CaptionJSONError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension CaptionProblem: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension FontError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension FrameConverterError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension FrameRateError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension ImageError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension ImageFileProblem: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension OutputPlanError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension PixelBufferPoolError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension PixelMemoryError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension RasterError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension RenderError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension SinkError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension SystemError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension TextFileProblem: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension TextLinesProblem: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension TimecodeError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension UnknownNameError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension VideoFormatError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension InvalidText: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
