import ArgumentParser
import Glibc
import OverlayRender

/// Runs the command and ends the process with the matching exit status.
@main
enum Main {
  /// Runs on the main actor up to the change of the executor, because the default executor must never run a task. The
  /// resources are checked before, because the new executor needs a thread.
  @MainActor static func main() async {
    unblockEndingSignals()
    occupyClosedDescriptors()
    do {
      try ArgumentBytes.check()
      if let script = CompletionScript(requestedBy: CommandLine.arguments) {
        try writeToStandardOutput(script.text)
        end(0)
      }
      if CaptionFileOptions.requestsEncodingNames(CommandLine.arguments) {
        try writeToStandardOutput(CaptionDocument.encodingNames.joined(separator: "\n"))
        end(0)
      }
      ArgumentBytes.hideSecrets()
      // Without enough resources no thread is started, and the error is that of the options, if there is one.
      let hasResources = drawsText(CommandLine.arguments) && (try? SystemResources.rendering.check()) != nil
      if hasResources { FontConfiguration.prepare() }
      var command = try OverlayRenderCommand.parseAsRoot()
      if let command = command as? AsyncParsableCommand {
        if !hasResources { try SystemResources.rendering.check() }
        try await run(command)
      } else {
        try SystemResources.files.check()
        try command.run()
      }
      end(0)
    } catch {
      finish(after: error)
    }
  }

  /// Ends the process without the destructors of libraries: threads of a library, such as SRT, may still use what they
  /// destroy.
  private static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Returns whether a command that draws texts is requested, before its options are read.
  private static func drawsText(_ arguments: [String]) -> Bool {
    ["clock", "countdown", "stopwatch", "subtitles", "text", "timecode"].contains(arguments.dropFirst().first ?? "")
  }

  /// Runs a command on an executor of its own.
  nonisolated(nonsending) private static func run(_ command: sending any AsyncParsableCommand) async throws {
    var command = command
    try await withTaskExecutorPreference(CommandExecutor()) { try await command.run() }
  }

  /// Unblocks the signals that end the process: a parent process that waits for its own input may have blocked them.
  private static func unblockEndingSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Opens `/dev/null` for standard streams that are closed. Otherwise the next file would get their descriptor, and
  /// frames for standard output would go into it.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is this one. Standard output is opened for reading, so that
      // writing frames to it is an error.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func finish(after error: any Error) -> Never {
    if let interruption = error as? Interrupted { end(interruption.status) }
    if let failure = error as? ReportedFailure { end(failure.status.rawValue) }
    if OverlayRenderCommand.exitCode(for: error) == .success {
      // The user requested this output: help, the version, or a completion script.
      do { try writeToStandardOutput(OverlayRenderCommand.fullMessage(for: error)) } catch { finish(failing: error) }
      end(0)
    }
    finish(failing: Failure(error))
  }

  private static func finish(failing failure: Failure) -> Never {
    // Removes files that hold nothing, such as a report that could not be written.
    _ = UnfinishedFiles.end()
    Messages.write(failure.message)
    end(failure.status.rawValue)
  }
}

/// Checks the bytes of the arguments. `CommandLine.arguments` silently replaces invalid UTF-8.
enum ArgumentBytes {
  /// Rejects arguments that are not UTF-8, and options with an empty value after `=`, for which the parser would use
  /// the next argument.
  static func check() throws(Failure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      if let offset = firstInvalidOffset(in: bytes) {
        throw Failure(.usage, "argument \(index) is not valid UTF-8 at byte \(offset): encode it as UTF-8")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("--"), text.firstIndex(of: "=") == text.indices.last {
        throw Failure(.usage, "\(text.dropLast()): the value after '=' is empty: give a value, or leave the option out")
      }
    }
  }

  /// The URLs of the arguments, the longest one first.
  static let urls = CommandLine.arguments.compactMap { url(in: $0) }.sorted { $0.url.count > $1.url.count }

  /// Returns the URL of an argument, which may begin with an option: `--output=URL` and `-oURL` are one argument.
  private static func url(in argument: String) -> RedactedURL? {
    let value = argument.hasPrefix("-") ? argument.dropFirst(2) : argument[...]
    let url = value.firstMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\/.*/#.dotMatchesNewlines())
    return url.map { RedactedURL(String($0.output)) }
  }

  /// Removes the secrets of URLs from the arguments that other users see in the list of processes. The command has its
  /// own copy of the arguments.
  static func hideSecrets() {
    for (index, argument) in CommandLine.arguments.enumerated() {
      guard let url = url(in: argument), let bytes = CommandLine.unsafeArgv[index] else { continue }
      let shown = argument.replacing(url.url, with: url.description)
      let text = UnsafeMutableBufferPointer(start: bytes, count: strlen(bytes))
      text.update(repeating: 0)
      for (position, byte) in zip(text.indices, shown.utf8) { text[position] = CChar(bitPattern: byte) }
    }
  }

  /// The offset of the first byte that is not part of a valid character; `nil` for valid UTF-8.
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
