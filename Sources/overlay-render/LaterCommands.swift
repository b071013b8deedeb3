import ArgumentParser

// Commands that a later version brings. Whatever is given to them, they answer that.

/// A command that this version does not have yet.
protocol LaterCommand: ParsableCommand {
  static var name: String { get }
}

extension LaterCommand {
  func run() throws {
    throw Failure(
      .unavailable,
      "\(Self.name) is not in this version: it has clock, countdown, stopwatch, timecode, text, subtitles, captions and doctor"
    )
  }
}

/// `overlay-render compare`
struct CompareCommand: LaterCommand {
  static let name = "compare"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Measures this tool beside others.", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []
}

/// `overlay-render play`
struct PlayCommand: LaterCommand {
  static let name = "play"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Plays a movie in a floating window.", shouldDisplay: false)
  @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []
}
