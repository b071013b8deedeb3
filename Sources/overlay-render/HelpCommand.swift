import ArgumentParser
import OverlayRender

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
