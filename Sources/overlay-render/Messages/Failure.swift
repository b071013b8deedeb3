import ArgumentParser
import Glibc
import OverlayMedia
import OverlayRender

/// The exit status of the process (sysexits.h).
enum ExitStatus: Int32 {
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case software = 70
  case system = 71
  case cannotCreate = 73
  case inputOutput = 74
}

/// An error for the user: one line and an exit status. All errors are mapped to both here.
struct Failure: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Describes any error.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as SinkError: self.init(error.status, error.message)
    case let error as OutputPlanError: self.init(.usage, error.message)
    case let error as RenderError: self.init(error.status, error.message)
    case let error as FontError: self.init(error.status, error.message)
    case let error as CaptionError: self.init(error.status, error.message)
    case let error as MediaError: self.init(error.status, error.message)
    case let error as FrameSelectionError: self.init(.usage, error.message)
    case let error as SystemError: self.init(.inputOutput, "\(error)")
    case let error as any UsageError: self.init(.usage, error.description)
    default: self.init(.usage, Failure.message(ofParser: error))
    }
  }

  /// The message of the argument parser, without the usage below it.
  private static func message(ofParser error: any Error) -> String {
    let lines = OverlayRenderCommand.message(for: error).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }
    // The parser lists the values of an option, one per line.
    let values = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    let text = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    let list = values.isEmpty ? "" : " " + values.joined(separator: ", ")
    return "\(text)\(list) (see \(commandLineForHelp))"
  }
}

/// The command line that shows the help of the called command.
private var commandLineForHelp: String {
  let commands = OverlayRenderCommand.commands(calledBy: ProgramArguments.texts)
  return commands.compactMap { $0.configuration.commandName }.joined(separator: " ") + " --help"
}

/// Errors about values of the user.
private protocol UsageError: Error, CustomStringConvertible {}
extension PixelSizeError: UsageError {}
extension VideoFormatError: UsageError {}

extension SinkError {
  var status: ExitStatus {
    switch self {
    case .nameEmpty, .terminal, .badPattern, .oneFrameOnly, .pixelFormatUnsupported, .formatChanged, .timeNotNumeric:
      .usage
    case .cannotCreate(_, let error) where error.rawValue == EMFILE: .system
    case .alreadyExists, .folder, .unsuitable, .folderMissing, .notAFolder, .permissionDenied, .readOnlyFileSystem,
      .appearedMeanwhile, .notPublished, .notOpen, .notWritable, .notAStreamSocket, .socketPathTooLong, .cannotConnect,
      .cannotCreate:
      .cannotCreate
    case .noListener: .unavailable
    case .noSpace, .readerClosed, .interrupted, .encodingFailed, .writeFailed: .inputOutput
    }
  }
}

extension RenderError {
  var status: ExitStatus {
    switch self {
    case .format, .timeNotNumeric, .impossibleDuration: .usage
    case .font(let error): error.status
    case .raster, .memory, .conversion: .unavailable
    }
  }
}

extension FontError {
  var status: ExitStatus {
    switch self {
    case .noFonts: .unavailable
    case .unreadable: .noInput
    case .notAFont: .badData
    }
  }
}

extension CaptionError {
  var status: ExitStatus {
    switch kind {
    case .missing, .folder, .notAFile, .unreadable: .noInput
    case .unknownEncoding: .usage
    case .encodingNotInstalled: .unavailable
    case .tooLarge, .empty, .notUTF8, .notInEncoding, .unmarkedUTF16, .binary, .unsupportedFormat, .unknownFormat,
      .notInFormat, .badJSON:
      .badData
    }
  }
}

extension MediaError {
  var status: ExitStatus {
    switch self {
    case .librariesMissing, .encoderMissing, .soundEncoderMissing, .decoderMissing: .unavailable
    case .codecNotHeld, .settingsExclusive, .sizeTooLarge, .sizeNotDivisible, .fullRangeNotPossible,
      .encoderNotOpened, .soundNotHeld, .settingNotSupported, .valueNotPossible, .presetUnknown, .qualityOutOfRange,
      .notStreamable, .streamURLNotValid, .noPicture,
      .movieSizeNotPossible, .movieEndsBefore(_, _, _, isDamaged: false):
      .usage
    case .fileNotOpened(_, .empty), .fileNotOpened(_, .playlist), .soundUnreadable, .noSound, .movieUnreadable,
      .noPictures, .animatedWebP, .pictureTooLarge, .subtitlesNotText, .movieEndsBefore:
      .badData
    case .fileNotOpened: .noInput
    case .noSubtitleTrack(_, _, let tracks), .noAudioTrack(_, _, let tracks): tracks.isEmpty ? .badData : .usage
    case .encodingFailed, .containerFailed, .streamFailed, .serverNotVerified, .portInUse, .nothingSent: .inputOutput
    }
  }
}

/// The end of a run whose failure the user knows already.
struct ReportedFailure: Error {
  let status: ExitStatus
}

/// The end of a run by a signal.
struct Interrupted: Error {
  private let signal: Int32
  /// The message about the state of the output; `nil` for none.
  let message: String?

  init(by signal: Int32, message: String? = nil) {
    self.signal = signal
    self.message = message
  }

  /// The status that a shell reports for a process that a signal ended.
  var status: Int32 { 128 + signal }
}
