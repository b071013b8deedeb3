import ArgumentParser
import OverlayRender

/// `overlay-render help`. The parser's own help command answers an unknown name with the help of the root command; this
/// one reports an error, and has topics.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Show all options of a subcommand, or the options of a topic.",
    // The parser lists its own help command.
    shouldDisplay: false
  )

  @Argument(help: "The subcommand, such as clock or captions check, or a topic, such as movies.")
  var names: [String] = []

  func run() throws {
    var command: any ParsableCommand.Type = OverlayRenderCommand.self
    var path: [String] = []
    for name in names {
      let topics = path.isEmpty ? HelpTopics.all : []
      guard let next = (command.shownSubcommands + topics).first(where: { $0.configuration.commandName == name }) else {
        throw Failure(.usage, Self.message(unknown: name, after: path, known: command.subcommandNames))
      }
      path.append(name)
      command = next
    }
    // The topics are not in the tree of the commands, from which the parser would take their names.
    if HelpTopics.names.contains(path.first ?? "") { throw CleanExit.message(command.helpMessage()) }
    throw CleanExit.helpRequest(command)
  }

  private static func message(unknown name: String, after path: [String], known: [String]) -> String {
    let command = (["help"] + path).joined(separator: " ")
    guard !known.isEmpty else {
      return "'\(command)': \(path.last ?? "help") has no subcommands: leave out \(name.quoted)"
    }
    let topics = path.isEmpty ? HelpTopics.names : []
    let similar = NearNames(candidates: known + topics).near(name)
    guard similar.isEmpty else {
      return "\(command): unknown command \(name.quoted); near: \(similar.joined(separator: ", "))"
    }
    return "\(command): unknown command \(name.quoted): give one of \(known.joined(separator: ", "))"
      + (topics.isEmpty ? "" : ", or a topic: \(topics.joined(separator: ", "))")
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
