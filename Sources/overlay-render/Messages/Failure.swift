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

  init(_ category: ErrorCategory) {
    self =
      switch category {
      case .usage: .usage
      case .data: .badData
      case .input: .noInput
      case .unavailable: .unavailable
      case .system: .system
      case .creation: .cannotCreate
      case .transfer: .inputOutput
      }
  }
}

/// An error for the user: one line and an exit status. All errors become one here.
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
    case let error as any CommandError: self.init(ExitStatus(error.category), error.message)
    case let error as any CategorizedError: self.init(ExitStatus(error.category), error.description)
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
