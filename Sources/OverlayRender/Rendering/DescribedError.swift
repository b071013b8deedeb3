import FoundationEssentials
import Glibc

/// An error whose description is one line. Foundation's `localizedDescription` is the same line.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

/// What an error is about.
package enum ErrorCategory {
  /// A choice of the caller is not possible.
  case usage
  /// A file is damaged, or does not contain what is needed.
  case data
  /// A file cannot be opened.
  case input
  /// The system does not have what is needed, such as a library, a font or a server.
  case unavailable
  /// A limit of the process or the system.
  case system
  /// An output cannot be created.
  case creation
  /// Reading or writing failed.
  case transfer
}

/// An error from whose category a program takes its exit status.
package protocol CategorizedError: DescribedError {
  /// What the error is about. By default, it is a choice of the caller.
  var category: ErrorCategory { get }
}

extension CategorizedError {
  package var category: ErrorCategory { .usage }
}

extension SinkError: CategorizedError {
  package var category: ErrorCategory {
    switch self {
    case .nameEmpty, .terminal, .badPattern, .oneFrameOnly, .pixelFormatUnsupported, .formatChanged, .timeNotNumeric:
      .usage
    case .cannotCreate(_, let error) where error.rawValue == EMFILE: .system
    case .alreadyExists, .folder, .unsuitable, .folderMissing, .notAFolder, .permissionDenied, .readOnlyFileSystem,
      .appearedMeanwhile, .notPublished, .notOpen, .notWritable, .notAStreamSocket, .socketPathTooLong, .cannotConnect,
      .cannotCreate:
      .creation
    case .noListener: .unavailable
    case .noSpace, .readerClosed, .interrupted, .encodingFailed, .writeFailed: .transfer
    }
  }
}

extension RenderError: CategorizedError {
  package var category: ErrorCategory {
    switch self {
    case .format, .timeNotNumeric, .impossibleDuration: .usage
    case .font(let error): error.category
    case .raster, .memory, .conversion: .unavailable
    }
  }
}

extension FontError: CategorizedError {
  package var category: ErrorCategory {
    switch self {
    case .noFonts: .unavailable
    case .unreadable: .input
    case .notAFont: .data
    }
  }
}

extension CaptionError: CategorizedError {
  package var category: ErrorCategory {
    switch kind {
    case .missing, .folder, .notAFile, .unreadable: .input
    case .unknownEncoding: .usage
    case .encodingNotInstalled: .unavailable
    case .tooLarge, .empty, .notUTF8, .notInEncoding, .unmarkedUTF16, .binary, .unsupportedFormat, .unknownFormat,
      .notInFormat, .badJSON:
      .data
    }
  }
}

extension SystemError: CategorizedError {
  package var category: ErrorCategory { .transfer }
}

extension FrameSelectionError: CategorizedError {}
extension OutputPlanError: CategorizedError {}
extension PixelSizeError: CategorizedError {}
extension VideoFormatError: CategorizedError {}

extension CaptionJSONError: DescribedError {}
extension CaptionProblem: DescribedError {}
extension FrameConverterError: DescribedError {}
extension FrameRateError: DescribedError {}
extension ImageError: DescribedError {}
extension ImageFileProblem: DescribedError {}
extension PixelBufferPoolError: DescribedError {}
extension PixelMemoryError: DescribedError {}
extension RasterError: DescribedError {}
extension TextFileProblem: DescribedError {}
extension TextLinesProblem: DescribedError {}
extension TimecodeError: DescribedError {}
extension UnknownNameError: DescribedError {}
extension InvalidText: DescribedError {}
