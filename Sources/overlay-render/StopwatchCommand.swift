import ArgumentParser
import OverlayRender

/// `overlay-render stopwatch`
struct StopwatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stopwatch",
    abstract: "The time since the beginning.",
    discussion: """
      Examples:
        overlay-render stopwatch --format m:ss.S --duration 10s -o stopwatch.y4m
        overlay-render stopwatch --from 59m55s --duration 10s --fps 25 -o hour.y4m
        overlay-render stopwatch --size fit --box '#000a' --at 75s -o still.png
      """
  )

  @Option(parsing: .unconditional, help: ArgumentHelp("What it shows at the beginning: 90s, 1m30s.", valueName: "span"))
  var from = "0s"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What is shown of d, H, m, s and S; the largest unit takes in what is more.", valueName: "pattern"))
  var format = "HH:mm:ss"

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let pattern = try value(of: "--format", format) { try SpanPattern($0) }
    let start = try value(of: "--from", from, MediaTime.init(span:))
    try await shared.run().record(StopwatchText(from: start, format: pattern), of: .stopwatch)
  }
}
