import ArgumentParser
import Glibc
import OverlayRender

/// Runs the command and ends the process with the matching exit status.
@main
enum Main {
  /// Runs on the main actor up to the change of the executor, because the default executor must never run a task. The
  /// resources are checked before, because the new executor needs a thread.
  @MainActor static func main() async {
    SystemResources.checkStack()
    unblockEndingSignals()
    occupyClosedDescriptors()
    do {
      try ProgramArguments.check()
      if let script = CompletionScript(requestedBy: ProgramArguments.texts) {
        try writeToStandardOutput(script.text)
        end(0)
      }
      if CaptionFileOptions.requestsEncodingNames(ProgramArguments.texts) {
        try writeToStandardOutput(CaptionDocument.encodingNames.joined(separator: "\n"))
        end(0)
      }
      ProgramArguments.hideSecrets()
      // Without enough resources no thread is started, and the options report their error, if there is one.
      let hasResources = drawsText(ProgramArguments.texts) && (try? SystemResources.rendering.check()) != nil
      if hasResources { FontConfiguration.prepare() }
      var command = try requestedCommand()
      if let help = BriefHelp(requestedBy: command, ProgramArguments.texts) {
        try writeToStandardOutput(help.text)
        end(0)
      }
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

  /// Returns the command that the arguments request, with its options.
  ///
  /// The options of a subcommand are read without the root command, for which the parser would collect them once more.
  /// Errors and requests for help need the root command.
  private static func requestedCommand() throws -> any ParsableCommand {
    let arguments = ProgramArguments.texts.dropFirst()
    let command = OverlayRenderCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let command = command as? any AsyncParsableCommand.Type,
      let parsed = try? command.parse(Array(arguments.dropFirst()))
    {
      return parsed
    }
    return try OverlayRenderCommand.parseAsRoot(Array(arguments))
  }

  /// Runs a command on an executor of its own.
  nonisolated(nonsending) private static func run(_ command: sending any AsyncParsableCommand) async throws {
    var command = command
    // Without a thread, a picture may take forever.
    try? DrawingWatch.start { endDrawing() }
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

  /// Ends the process because drawing a picture takes too long. Nothing gets its final name.
  private static func endDrawing() -> Never {
    let files = UnfinishedFiles.end()
    let remains = files.isEmpty ? "" : " (the frames before it are in \(files.listed(with: "and")))"
    Messages.write(
      "drawing one picture takes more than a minute of processor time\(remains): a font may be damaged, give another "
        + "one with --font or --font-file")
    end(ExitStatus.software.rawValue)
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
