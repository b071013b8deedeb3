import FoundationEssentials

/// An error whose description is one line. Foundation's `localizedDescription` is the same line.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension CaptionError: DescribedError {}
extension CaptionJSONError: DescribedError {}
extension CaptionProblem: DescribedError {}
extension FontError: DescribedError {}
extension FrameConverterError: DescribedError {}
extension FrameRateError: DescribedError {}
extension ImageError: DescribedError {}
extension ImageFileProblem: DescribedError {}
extension OutputPlanError: DescribedError {}
extension PixelBufferPoolError: DescribedError {}
extension PixelMemoryError: DescribedError {}
extension RasterError: DescribedError {}
extension RenderError: DescribedError {}
extension SinkError: DescribedError {}
extension SystemError: DescribedError {}
extension TextFileProblem: DescribedError {}
extension TextLinesProblem: DescribedError {}
extension TimecodeError: DescribedError {}
extension UnknownNameError: DescribedError {}
extension VideoFormatError: DescribedError {}
extension InvalidText: DescribedError {}
