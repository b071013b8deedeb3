import ArgumentParser
import CRevision
import OverlayMedia
import OverlayRender

/// The root command. Its subcommands do the work.
struct OverlayRenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay-render",
    abstract: "Render clocks, countdowns, timecode, text and subtitles as video frames.",
    discussion: """
      Only changes are drawn. All other frames repeat the previous one.

      Examples:
        overlay-render clock --duration 10s --background black -o clock.mp4
        overlay-render countdown --for 10s --format mm:ss -o 'frames/%05d.png'
        overlay-render clock --live --time-zone Europe/Berlin | mpv -
        overlay-render text --title 'Ada Lovelace' --duration 6s -o title.mov
        overlay-render subtitles talk.srt -o talk.y4m
        overlay-render clock --at 0s --size fit -o still.png
        overlay-render clock --pip
      """,
    version: ProgramVersion.text,
    subcommands: [
      ClockCommand.self, CountdownCommand.self, StopwatchCommand.self, TimecodeCommand.self, TextCommand.self,
      SubtitlesCommand.self, PlayCommand.self, CaptionsCommand.self, CompareCommand.self, DoctorCommand.self,
      HelpCommand.self,
    ]
  )
}

extension OverlayRenderCommand {
  /// Returns the commands that the arguments of the program call, from the root to the last subcommand.
  static func commands(calledBy arguments: [String]) -> [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [OverlayRenderCommand.self]
    for argument in arguments.dropFirst() {
      let subcommands = commands[commands.count - 1].configuration.subcommands
      guard let command = subcommands.first(where: { $0.configuration.commandName == argument }) else { break }
      commands.append(command)
    }
    return commands
  }
}

/// What `--version` and `doctor` say about this program.
enum ProgramVersion {
  /// The version. The first two numbers say what is compatible: see Documentation/stability.md.
  static let number = "0.2.0"

  /// What `--version` shows: the version with its commit, the libraries, and the version of FFmpeg that can be loaded.
  static let text = libraries + "\nFFmpeg \(FFmpegLibraries.requiredVersion) for movies, if it is installed"

  /// The version with its commit, and the libraries that draw.
  static let libraries = {
    let revision = String(cString: overlay_revision)
    let versions = LibraryVersions()
    return """
      overlay-render \(number)\(revision.isEmpty ? "" : " (\(revision))")
      cairo \(versions.cairo), pango \(versions.pango), fontconfig \(versions.fontconfig)
      """
  }()
}
