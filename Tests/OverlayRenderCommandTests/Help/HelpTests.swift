import Foundation
import Testing

@testable import overlay_render

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
      (["movie"], "help: unknown command 'movie'; near: movies"),
      (["movies", "nope"], "'help movies': movies has no subcommands: leave out 'nope'"),
      (["stream"], "help: unknown command 'stream'"),
      (["clock", "nope"], "'help clock': clock has no subcommands: leave out 'nope'"),
      (["captions", "chek"], "help captions: unknown command 'chek'; near: check"),
    ])
  func unknown(names: [String], message: String) throws {
    let outcome = try overlayRender(["help"] + names, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.messages.count == 1 && outcome.error.hasPrefix("overlay-render: \(message)"))
  }

  @Test(
    "Without topics, the help command prints the same as --help", arguments: [[], ["captions"], ["captions", "check"]])
  func known(names: [String]) throws {
    #expect(try help(["help"] + names) == help(names + ["--help"]))
  }

  private func help(_ arguments: [String]) throws -> String {
    let outcome = try overlayRender(arguments, in: ScratchFolder())
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    return String(decoding: outcome.output, as: UTF8.self)
  }

  @Test(
    "A command that renders shows the essential options and its topics on one screen",
    arguments: ["clock", "countdown", "stopwatch", "timecode", "text", "subtitles", "play"])
  func brief(command: String) throws {
    let text = try help([command, "--help"])
    let options = names(of: text)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    #expect(options.isDisjoint(with: ["--crf", "--font-file", "--opacity", "--stats", "--accent", "--encoding"]))
    let all = try names(of: help(["help", command]))
    #expect(options.isStrictSubset(of: all))
    #expect(try names(of: help([command, "--help-hidden"])) == all)
    // What is left out is in the topics.
    let list = try #require(text.split(separator: "TOPICS:\n").last)
    let topics = list.split(separator: "\n").compactMap { $0.split(separator: " ").first }.filter { $0 != "See" }
    let inTopics = try topics.map { try names(of: help(["help", String($0)])) }.reduce(into: Set<String>()) {
      $0.formUnion($1)
    }
    #expect(options.union(inTopics).isSuperset(of: all), "\(all.subtracting(options.union(inTopics)))")
  }

  /// The names of the options that a help lists.
  private func names(of help: String) -> Set<String> {
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
    return Set(
      lines.compactMap { line in
        line.split(whereSeparator: { " /".contains($0) }).first { $0.hasPrefix("--") }.map(String.init)
      })
  }

  @Test("Each topic has a page without a command, and --help-hidden and completion leave out no option")
  func topics() throws {
    for topic in HelpTopics.names {
      let text = try help(["help", topic])
      #expect(text.hasPrefix("OVERVIEW: ") && !text.contains("USAGE:") && !names(of: text).isEmpty)
      #expect(!names(of: text).contains("--help"))
    }
    let script = try help(["--generate-completion-script", "zsh"])
    for option in try names(of: help(["help", "clock"])) { #expect(script.contains(option)) }
  }

  @Test("The version is printed")
  func version() throws {
    let outcome = try overlayRender("--version")
    #expect(outcome.status == 0)
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    // Only an installed program has its commit.
    #expect(lines.first?.wholeMatch(of: /overlay-render \d+\.\d+\.\d+( \([0-9a-f]{8}(-dirty)?\))?/) != nil)
    #expect(lines.dropFirst().first?.wholeMatch(of: /cairo [\d.]+, pango [\d.]+, fontconfig [\d.]+/) != nil)
    #expect(lines.last?.wholeMatch(of: /FFmpeg \d+ for movies, if it is installed/) != nil)
  }

  @Test("The changelogs begin with the version of the program")
  func changelogs() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func text(_ name: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
    }
    #expect(try text("CHANGELOG.md").firstMatch(of: /\n## \[(.+?)\]/)?.1 == Substring(ProgramVersion.number))
    #expect(try text("debian/changelog").hasPrefix("overlay-render (\(ProgramVersion.number)) "))
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
