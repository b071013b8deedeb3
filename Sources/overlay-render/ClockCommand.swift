import ArgumentParser
import OverlayRender

/// `overlay-render clock`
struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "The wall clock, accurate to the frame.",
    discussion: """
      Examples:
        overlay-render clock --duration 10s -o clock.y4m
        overlay-render clock --live --fps 60 | mpv -
        overlay-render clock --at 0s --size fit --locale de --time-zone Asia/Tokyo \\
          --format 'EEE d MMM HH:mm' -o tokyo.png
        overlay-render clock --start 2026-12-31T23:59:50Z --time-zone UTC \\
          --duration 20s -o eve.y4m
      Over a video, with alpha:
        overlay-render clock --as raw --size 640x160 --font-size 96 --fps 25 |
          ffmpeg -i in.mp4 -f rawvideo -pixel_format bgra -video_size 640x160 \\
            -framerate 25 -i - -filter_complex overlay=20:20:shortest=1 out.mp4
      """
  )

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What is shown: date fields as Unicode has them (EEE d MMM HH:mm:ss), or with a % as strftime has them.",
      valueName: "pattern"))
  var format = "HH:mm:ss"

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let pattern = try value(of: "--format", format) { try ClockPattern($0) }
    let run = try shared.run(timeZone: try zone.parsedTimeZone(), reading: zone.inputs)
    let clock = ClockText(format: pattern, timeZone: run.timeZone, locale: try zone.parsedLocale())
    try await run.record(clock, of: .clock)
  }
}
