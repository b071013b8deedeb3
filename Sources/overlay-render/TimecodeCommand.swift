import ArgumentParser
import OverlayRender

/// `overlay-render timecode`
struct TimecodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timecode",
    abstract: "The timecode of every frame, counted at the rate of --fps.",
    discussion: """
      Examples:
        overlay-render timecode --fps 25 --duration 10s -o timecode.y4m
        overlay-render timecode --fps 29.97 --from '00:00:59;28' --duration 1s \\
          -o drop.y4m
        overlay-render timecode --from 10:00:00:00 --align bottom --at 5s -o still.png
      """
  )

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first frame's, HH:MM:SS:FF; with ';' before the frames it is drop-frame.", valueName: "timecode"))
  var from = "00:00:00:00"

  @Flag(help: "Skip frame numbers to keep up with the clock; at 29.97 and 59.94.")
  var dropFrame = false

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let run = try shared.run()
    if dropFrame, !run.rate.supportsDropFrame {
      throw Failure(.usage, "--drop-frame: \(TimecodeError.noDropFrame(run.rate))")
    }
    let start = try value(of: "--from", from) {
      try Timecode(parsing: $0, rate: run.rate, dropFrame: dropFrame ? true : nil)
    }
    try await run.record(TimecodeText(from: start), of: .timecode)
  }
}
