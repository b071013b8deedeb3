import ArgumentParser

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
