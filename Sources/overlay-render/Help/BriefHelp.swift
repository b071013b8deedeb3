import ArgumentParser
import OverlayRender

/// A command with more options than most people need: its `--help` shows the essential ones, and the topics of the
/// others.
protocol TopicalCommand: ParsableCommand {
  static var topics: [any ParsableCommand.Type] { get }
}

extension TopicalCommand {
  static var topics: [any ParsableCommand.Type] { HelpTopics.rendering }
}

/// What `--help` shows of a command with topics, on one screen.
struct BriefHelp {
  let text: String

  /// Creates the help that the arguments request; `nil` if they request something else, or all options.
  init?(requestedBy command: any ParsableCommand, _ arguments: [String]) {
    // The parser answers --help with a help command of its own.
    let isHelp = type(of: command).configuration.commandName == HelpCommand.configuration.commandName
    let commands = OverlayRenderCommand.commands(calledBy: arguments)
    guard isHelp, !(command is HelpCommand), !arguments.contains("--help-hidden"),
      let called = commands.last as? any TopicalCommand.Type
    else { return nil }
    let options = HelpExtent.$isBrief.withValue(true) { OverlayRenderCommand.helpMessage(for: called) }
    let names = called.topics.map { $0.configuration.commandName ?? "" }
    let column = 24
    let topics = zip(names, called.topics).map { name, topic in
      "  \(name)\(String(repeating: " ", count: column - name.count))\(topic.configuration.abstract)"
    }
    let name = called.configuration.commandName ?? ""
    text =
      options + "\nTOPICS:\n" + topics.joined(separator: "\n")
      + "\n\n  See 'overlay-render help <topic>', or 'help \(name)' for all options."
  }
}
