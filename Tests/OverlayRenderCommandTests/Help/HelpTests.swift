import Foundation
import Testing

@Suite("Help", .ownThreads)
struct HelpTests {
  @Test(
    "Every command lists its options and examples",
    arguments: ["clock", "countdown", "stopwatch", "timecode", "text", "doctor"])
  func help(command: String) throws {
    let outcome = try overlayRender(command, "--help")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(text.contains("  overlay-render \(command)"))
    #expect(text.contains("  --pip ") == (command != "doctor"))
  }

  @Test(
    "Help for an unknown command is an error",
    arguments: [
      (["nope"], "help: unknown command 'nope': give one of clock, countdown, stopwatch"),
      (["clok"], "help: unknown command 'clok'; near: clock"),
      (["stream"], "help: unknown command 'stream'"),
      (["clock", "nope"], "'help clock': clock has no subcommands: leave out 'nope'"),
      (["captions", "chek"], "help captions: unknown command 'chek'; near: check"),
    ])
  func unknown(names: [String], message: String) throws {
    let outcome = try overlayRender(["help"] + names, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages.count == 1 && outcome.error.hasPrefix("overlay-render: \(message)"))
  }

  @Test("The help command prints the same as --help", arguments: [[], ["clock"], ["captions"], ["captions", "check"]])
  func known(names: [String]) throws {
    let help = try overlayRender(["help"] + names, in: ScratchFolder())
    #expect(help.status == 0 && help.error.isEmpty)
    #expect(try help.output == overlayRender(names + ["--help"], in: ScratchFolder()).output)
  }

  @Test("The version is printed")
  func version() throws {
    let outcome = try overlayRender("--version")
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.output, as: UTF8.self) == "0.1.0\n")
  }

  @Test("There are completions for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let outcome = try overlayRender("--generate-completion-script", shell)
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(outcome.status == 0)
    #expect(text.contains("pixel-format"))
    #expect(text.contains("yuva420p"))
    #expect(text.contains("lower-third"))
  }

  @Test("A single font file determines the font")
  func fontFile() throws {
    let file = Transcript.fixtures.appendingPathComponent("ProportionalDigits.ttf").path
    let text = String(decoding: try overlayRender("doctor", "--font-file", file).output, as: UTF8.self)
    #expect(text.contains("(\(file))"))
    let folder = try ScratchFolder()
    let still = ["text", "12", "--at", "0s", "--size", "100x50", "--as", "png", "--font-file", file]
    let other = try overlayRender(still + ["--font", "sans"], in: folder)
    #expect(try overlayRender(still, in: folder).output != other.output)
  }

  @Test("The doctor command lists the libraries, the default fonts, and the requested one")
  func doctor() throws {
    let outcome = try overlayRender("doctor", "--font", "No Such Family")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(outcome.status == 0)
    #expect(text.contains(/cairo \d+\.\d+\.\d+, pango \d+\.\d+\.\d+, fontconfig \d+\.\d+\.\d+/))
    for style in ["sans", "serif", "monospace", "bold", "italic"] {
      #expect(text.contains("\n  \(style) "))
    }
    #expect(text.contains(/--font +.* instead of 'No Such Family' \(\/.*\)/))
    #expect(text.contains(#/\nMovies \(FFmpeg .+\)\n  libraries +libavformat \d+\.\d+\.\d+, /#))
    let lines = [
      #/\n  prores +prores_ks\n/#, #/\n  sound +aac, /#, #/\n  sound files .*mp3.* and \d+ others/#,
      #/\n  protocols .*file/#,
    ]
    for line in lines { #expect(text.contains(line)) }
  }
}
