import ArgumentParser
import OverlayRender

/// The root command. Its subcommands do the work.
struct OverlayRenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay-render",
    abstract: "Render clocks, countdowns, timecode, text and subtitles as video frames.",
    discussion: """
      Only changes are drawn. All other frames repeat the previous one.

      Examples:
        overlay-render clock --duration 10s --background black -o clock.mp4
        overlay-render countdown --for 10s --format mm:ss -o 'frames/%05d.png'
        overlay-render clock --live --time-zone Europe/Berlin | mpv -
        overlay-render text --title 'Ada Lovelace' --duration 6s -o title.mov
        overlay-render subtitles talk.srt -o talk.y4m
        overlay-render clock --at 0s --size fit -o still.png
        overlay-render clock --pip
      """,
    version: "0.1.0",
    subcommands: [
      ClockCommand.self, CountdownCommand.self, StopwatchCommand.self, TimecodeCommand.self, TextCommand.self,
      SubtitlesCommand.self, PlayCommand.self, CaptionsCommand.self, CompareCommand.self, DoctorCommand.self,
      HelpCommand.self,
    ]
  )
}

/// `overlay-render help`. The parser's own help command answers an unknown name with the help of the root command; this
/// one reports an error.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Show subcommand help information.",
    // The parser lists its own help command.
    shouldDisplay: false
  )

  @Argument(help: "The subcommand, such as clock or captions check.")
  var names: [String] = []

  func run() throws {
    var command: any ParsableCommand.Type = OverlayRenderCommand.self
    var path: [String] = []
    for name in names {
      guard let next = command.shownSubcommands.first(where: { $0.configuration.commandName == name }) else {
        throw Failure(.usage, Self.message(unknown: name, after: path, known: command.subcommandNames))
      }
      path.append(name)
      command = next
    }
    throw CleanExit.helpRequest(command)
  }

  private static func message(unknown name: String, after path: [String], known: [String]) -> String {
    let command = (["help"] + path).joined(separator: " ")
    guard !known.isEmpty else {
      return "'\(command)': \(path.last ?? "help") has no subcommands: leave out \(name.quoted)"
    }
    let similar = NearNames(candidates: known).near(name)
    return similar.isEmpty
      ? "\(command): unknown command \(name.quoted): give one of \(known.joined(separator: ", "))"
      : "\(command): unknown command \(name.quoted); near: \(similar.joined(separator: ", "))"
  }
}

extension ParsableCommand {
  /// The subcommands that are shown in the help.
  static var shownSubcommands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// The names of the subcommands that are shown in the help.
  static var subcommandNames: [String] {
    shownSubcommands.compactMap { $0.configuration.commandName }
  }
}

/// A shell completion script: the parser's script, extended by the subcommands as arguments of `help`.
struct CompletionScript {
  let text: String

  /// Creates the script for a shell.
  init(for shell: CompletionShell) {
    let script = OverlayRenderCommand.completionScript(for: shell)
    let names = OverlayRenderCommand.subcommandNames.joined(separator: " ")
    // Only the parser's own help command takes any number of arguments.
    switch shell {
    case .bash:
      let candidates = "    __overlay-render_offer_flags_options -1\n"
      text = script.replacing(
        candidates, with: candidates + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n")
    case .zsh:
      text = script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(names))'")
    case .fish:
      text =
        script
        + "\ncomplete -c 'overlay-render' -n '__overlay-render_should_offer_completions_for_positional "
        + "\"overlay-render help\" -ge 1' -fa '\(names)'"
    default:
      text = script
    }
  }

  /// Creates the script that the arguments request; `nil` if they request something else.
  init?(requestedBy arguments: [String]) {
    let option = "--generate-completion-script"
    guard let index = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    let name =
      arguments[index].contains("=")
      ? arguments[index].dropFirst(option.count + 1) : arguments[(index + 1)...].first?[...]
    guard let shell = name.flatMap({ CompletionShell(rawValue: String($0)) }) else { return nil }
    self.init(for: shell)
  }
}
