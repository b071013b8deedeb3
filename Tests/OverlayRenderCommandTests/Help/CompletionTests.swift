import Foundation
import TestTools
import Testing

@testable import overlay_render

@Suite("Completions in shells", .ownThreads)
struct CompletionTests {
  /// A shell, and the way to request its completions.
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var tool: TestTool {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
    var testDescription: String { rawValue }

    /// The arguments that run no startup files and print the completions of the last word, one per line. `script` is
    /// the file of completions.
    func arguments(completing words: [String], script: String) -> [String] {
      let line = words.joined(separator: " ")
      switch self {
      case .bash:
        let program = """
          source \(script)
          COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
          _overlay-render overlay-render "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        return ["--norc", "--noprofile", "-c", program, "bash"] + words
      case .zsh:
        // Runs an interactive shell in a terminal of its own, and prints the candidates where the shell receives them.
        // Its editor reads no key before it prints READY, and prints DONE after the tab.
        let program = """
          zmodload zsh/zpty
          zpty shell zsh -f -i
          zpty -w shell "PS1=; fpath=(\(Self.folder(of: script)) \\$fpath); autoload -Uz compinit; compinit -u -D
            compadd () {
              [[ \\${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] || {
                local -a found; builtin compadd -A found \\"\\$@\\"; print -rl -- \\$found >>offered }
              builtin compadd \\"\\$@\\" }
            zle-line-init () print -n RE''ADY
            report () print -n DO''NE
            zle -N zle-line-init; zle -N report; bindkey '^X' report"
          zpty -r shell output '*READY*'
          zpty -w -n shell "$1"$'\\t\\x18'
          zpty -r shell output '*DONE*'
          zpty -d shell
          [[ -e offered ]] && cat offered
          """
        return ["-f", "-c", program, "zsh", line]
      case .fish:
        return ["--no-config", "-c", "source \(script); complete -C '\(line)'"]
      }
    }

    private static func folder(of file: String) -> String { (file as NSString).deletingLastPathComponent }
  }

  /// The candidates of a shell for the last word.
  private func completions(words: [String], in shell: Shell) throws -> Set<String> {
    let folder = try ScratchFolder()
    for name in Self.files { try folder.write("", to: name) }
    let scripts = try ScratchFolder()
    try scripts.write(String(decoding: (Self.scripts[shell] ?? nil) ?? Data(), as: UTF8.self), to: "_overlay-render")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments =
      ["60", shell.tool.path]
      + shell.arguments(
        completing: ["overlay-render"] + words, script: scripts.url.appendingPathComponent("_overlay-render").path)
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": scripts.url.path, "TERM": "dumb"]
    process.standardInput = FileHandle.nullDevice
    let pipe = try RunningCommand.start(process) { $0.standardOutput = $1 }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // fish appends a description after a tab.
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(lines.map { String($0.prefix { $0 != "\t" }) })
  }

  @Test("The script of each shell completes the commands after help", arguments: Shell.allCases)
  func helpNames(shell: Shell) throws {
    let script = try String(decoding: #require(Self.scripts[shell] ?? nil), as: UTF8.self)
    let names = (Self.commands + HelpTopics.names).joined(separator: " ")
    let completion =
      switch shell {
      case .bash: "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n"
      case .zsh: "'*:subcommands:(\(names))'"
      case .fish: "\"overlay-render help\" -ge 1' -fa '\(names)'"
      }
    #expect(script.contains(completion))
  }

  private static let commands = [
    "clock", "countdown", "stopwatch", "timecode", "text", "subtitles", "play", "captions", "compare", "doctor",
  ]
  private static let files: Set<String> = ["talk.srt", "talk.vtt", "news.txt"]
  private static let scripts = Dictionary(
    uniqueKeysWithValues: Shell.allCases.map {
      ($0, (try? overlayRender("--generate-completion-script", $0.rawValue))?.output)
    })

  @Test("File names are completed where an option or argument takes a file", arguments: Shell.allCases)
  func files(shell: Shell) throws {
    try shell.tool.require()
    for words in [
      ["clock", "-o"], ["clock", "--output"], ["clock", "--stats"], ["clock", "--explain"], ["clock", "--font-file"],
      ["clock", "--audio"],
      ["text", "--text-file"], ["subtitles"], ["subtitles", "talk.srt", "--second"], ["captions", "convert"],
      ["captions", "convert", "talk.srt"], ["captions", "check"],
    ] {
      let offered = try completions(words: words + [""], in: shell)
      #expect(offered.isSuperset(of: Self.files), "after \(words): \(offered)")
    }
    #expect(try completions(words: ["subtitles", "talk.s"], in: shell) == ["talk.srt"])
  }

  @Test("Commands and values are completed, without planned ones", arguments: Shell.allCases)
  func names(shell: Shell) throws {
    try shell.tool.require()
    let commands = Set(Self.commands)
    let expected: [(words: [String], offered: Set<String>)] = [
      ([""], commands.union(["help"])), (["help", ""], commands.union(HelpTopics.names)),
      (["co"], ["countdown", "compare"]),
      (["captions", ""], ["convert", "check"]),
      (
        ["clock", "--as", ""],
        [
          "y4m", "raw", "png", "null", "mp4", "mov", "mkv", "webm", "nut", "gif", "apng", "rtmp", "srt", "udp", "rtp",
          "tcp", "hls",
        ]
      ),
      (["clock", "--codec", "h"], ["h264", "hevc"]),
      (["text", "--style", "l"], ["label", "lower-third"]),
      (["clock", "--p"], ["--padding", "--pip", "--pixel-format", "--position", "--premultiplied", "--preset"]),
    ]
    for (words, names) in expected {
      let offered = try completions(words: words, in: shell)
      // bash also offers the options of a command with subcommands.
      #expect(offered.filter { words.last != "" || !$0.hasPrefix("-") } == names, "after \(words): \(offered)")
    }
  }
}
