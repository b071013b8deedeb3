import ArgumentParser
import OverlayRender

/// The command as a whole: its subcommands do the work.
struct OverlayRenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay-render",
    abstract: "Turns clocks, countdowns, timecode, text and subtitles into video frames.",
    discussion: """
      Only what changes is drawn; all other frames are the one before again.

      Examples:
        overlay-render clock --duration 10s -o clock.y4m
        overlay-render countdown --for 10s --format mm:ss -o 'frames/%05d.png'
        overlay-render clock --live --time-zone Europe/Berlin | mpv -
        overlay-render text --title 'Ada Lovelace' --duration 6s -o title.y4m
        overlay-render subtitles talk.srt -o talk.y4m
        overlay-render clock --at 0s --size fit -o still.png

      'overlay-render help clock' and the like tell all options.
      """,
    version: "0.1.0",
    subcommands: [
      ClockCommand.self, CountdownCommand.self, StopwatchCommand.self, TimecodeCommand.self, TextCommand.self,
      SubtitlesCommand.self, CaptionsCommand.self, DoctorCommand.self, HelpCommand.self, CompareCommand.self,
      PlayCommand.self,
    ]
  )
}

/// `overlay-render help`: as the parser's own, which answers an unknown command with the help of the whole.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Show subcommand help information.",
    // The parser lists its own.
    shouldDisplay: false
  )

  @Argument(help: "The command, such as clock or captions check.")
  var names: [String] = []

  func run() throws {
    var command: any ParsableCommand.Type = OverlayRenderCommand.self
    var called: [String] = []
    for name in names {
      guard let next = command.shownSubcommands.first(where: { $0.configuration.commandName == name }) else {
        throw Failure(.usage, Self.advice(on: name, after: called, known: command.subcommandNames))
      }
      called.append(name)
      command = next
    }
    throw CleanExit.helpRequest(command)
  }

  private static func advice(on name: String, after called: [String], known: [String]) -> String {
    let command = (["help"] + called).joined(separator: " ")
    guard !known.isEmpty else {
      return "'\(command)': \(called.last ?? "help") has no subcommands: leave \(name.quoted) out"
    }
    let near = NearNames(candidates: known).near(name)
    return near.isEmpty
      ? "\(command): there is no command \(name.quoted): give one of \(known.joined(separator: ", "))"
      : "\(command): there is no command \(name.quoted); near: \(near.joined(separator: ", "))"
  }
}

extension ParsableCommand {
  /// The subcommands that help lists.
  static var shownSubcommands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// Their names.
  static var subcommandNames: [String] {
    shownSubcommands.compactMap { $0.configuration.commandName }
  }
}

/// The script that completes the command in a shell: the parser's, in which `help` completes the commands too.
struct CompletionScript {
  let text: String

  /// Makes the script for a shell.
  init(for shell: CompletionShell) {
    let script = OverlayRenderCommand.completionScript(for: shell)
    let names = OverlayRenderCommand.subcommandNames.joined(separator: " ")
    // Only the parser's own help takes any number of arguments.
    switch shell {
    case .bash:
      let offer = "    __overlay-render_offer_flags_options -1\n"
      text = script.replacing(offer, with: offer + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n")
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

  /// The script that the arguments ask for; `nil` when they ask for something else.
  init?(askedForBy arguments: [String]) {
    let option = "--generate-completion-script"
    guard let place = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
    let name =
      arguments[place].contains("=")
      ? arguments[place].dropFirst(option.count + 1) : arguments[(place + 1)...].first?[...]
    guard let shell = name.flatMap({ CompletionShell(rawValue: String($0)) }) else { return nil }
    self.init(for: shell)
  }
}
