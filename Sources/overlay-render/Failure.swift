import ArgumentParser
import OverlayRender

/// How the process ends (sysexits.h).
enum ExitStatus: Int32 {
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case system = 71
  case cannotCreate = 73
  case inputOutput = 74
}

/// An error as the user meets it: one line, and a status. The one place that maps errors to both.
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
    case let error as StreamStretchError: self.init(.usage, error.message)
    case let error as SystemError: self.init(.inputOutput, "\(error)")
    case let error as any TellsUsage: self.init(.usage, error.description)
    default: self.init(.usage, Failure.parserMessage(error))
    }
  }

  /// What the argument parser says, without the usage that it puts below.
  private static func parserMessage(_ error: any Error) -> String {
    let lines = OverlayRenderCommand.message(for: error).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }
    // The values that an option takes come as a list, a line each.
    let values = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    let text = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    let list = values.isEmpty ? "" : " " + values.joined(separator: ", ")
    return "\(text)\(list) (see \(commandLineForHelp))"
  }
}

/// How to ask for the help of the command that was called.
private var commandLineForHelp: String {
  var called = "overlay-render"
  var commands = OverlayRenderCommand.configuration.subcommands
  for argument in CommandLine.arguments.dropFirst() {
    guard let command = commands.first(where: { $0.configuration.commandName == argument }) else { break }
    called += " \(argument)"
    commands = command.configuration.subcommands
  }
  return called + " --help"
}

/// Errors of values that the user gave.
private protocol TellsUsage: Error, CustomStringConvertible {}
extension PixelSizeError: TellsUsage {}
extension VideoFormatError: TellsUsage {}

extension SinkError {
  var status: ExitStatus {
    switch self {
    case .nameEmpty, .terminal, .badPattern, .oneFrameOnly, .pixelFormatUnsupported, .formatChanged, .timeNotNumeric:
      .usage
    case .alreadyExists, .folder, .unsuitable, .folderMissing, .notAFolder, .permissionDenied, .readOnlyFileSystem,
      .appearedMeanwhile, .notPublished, .notOpen, .notWritable, .cannotCreate:
      .cannotCreate
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
      .notInFormat,
      .badJSON:
      .badData
    }
  }
}

/// Ends the process after a signal.
struct Interrupted: Error {
  private let signal: Int32
  /// What there is to say of what is left; `nil` for nothing.
  let message: String?

  init(by signal: Int32, message: String? = nil) {
    self.signal = signal
    self.message = message
  }

  /// What a shell reports of a process that a signal ended.
  var status: Int32 { 128 + signal }
}
