import ArgumentParser

/// `overlay-render captions`
struct CaptionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "captions",
    abstract: "Converts and checks caption files.",
    subcommands: [ConvertCaptionsCommand.self, CheckCaptionsCommand.self]
  )
}
