import ArgumentParser
import Glibc
import OverlayRender

/// Runs the command and ends the process with the status that fits what happened.
@main
enum Main {
  static func main() async {
    unblockEndingSignals()
    occupyClosedDescriptors()
    do {
      try ArgumentBytes.check()
      if let script = CompletionScript(askedForBy: CommandLine.arguments) {
        return try writeToStandardOutput(script.text)
      }
      if CaptionFileOptions.asksForEncodingNames(CommandLine.arguments) {
        return try writeToStandardOutput(CaptionDocument.encodingNames.joined(separator: "\n"))
      }
      var command = try OverlayRenderCommand.parseAsRoot()
      if var command = command as? AsyncParsableCommand {
        try SystemResources.rendering.check()
        try await command.run()
      } else {
        try SystemResources.files.check()
        try command.run()
      }
    } catch {
      finish(after: error)
    }
  }

  /// What started the process may have blocked the signals that end it while it waits for its input.
  private static func unblockEndingSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Standard streams that were closed must not become something else's descriptor, which would then get the frames.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor is this one. Frames cannot be written to it: that is told as an error.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func finish(after error: any Error) -> Never {
    if let ended = error as? Interrupted { exit(ended.status) }
    if OverlayRenderCommand.exitCode(for: error) == .success {
      // What was asked for: help, the version, a completion script.
      do { try writeToStandardOutput(OverlayRenderCommand.fullMessage(for: error)) } catch { finish(failing: error) }
      exit(0)
    }
    finish(failing: Failure(error))
  }

  private static func finish(failing failure: Failure) -> Never {
    // What holds nothing, such as a report that could not be written, must not stay.
    _ = UnfinishedFiles.end()
    Messages.write(failure.message)
    exit(failure.status.rawValue)
  }
}

/// The arguments as bytes: what is no text must not be mended silently, as `CommandLine.arguments` does.
enum ArgumentBytes {
  /// Refuses arguments that are not UTF-8, and options whose value after `=` is empty: the parser would take the next
  /// argument for it.
  static func check() throws(Failure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      if let offset = firstInvalidOffset(in: bytes) {
        throw Failure(.usage, "argument \(index) is not valid UTF-8 at byte \(offset): give text in UTF-8")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("--"), text.firstIndex(of: "=") == text.indices.last {
        throw Failure(.usage, "\(text.dropLast()): there is nothing after the =: give a value, or leave the option out")
      }
    }
  }

  /// The place, counted from 0, of the first byte that belongs to no character; `nil` in valid UTF-8.
  private static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
