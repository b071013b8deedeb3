import Foundation
import TestTools
import Testing

/// A command line in the help, in the README or in the guide.
struct Example: Sendable, CustomTestStringConvertible {
  let line: String
  var testDescription: String { line }

  /// Returns the lines of a text that have the indentation and call the command, with their continuation lines.
  static func examples(in text: String, indentation: Int) -> [Example] {
    let margin = String(repeating: " ", count: indentation)
    var examples: [Example] = []
    var begun: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if let first = begun {
        begun = first + "\n" + words
      } else if line.hasPrefix(margin),
        ["overlay-render ", "printf ", "echo "].contains(where: line.dropFirst(indentation).hasPrefix)
      {
        begun = words
      }
      if let whole = begun, !whole.hasSuffix("\\"), !whole.hasSuffix("|") {
        examples.append(Example(line: whole))
        begun = nil
      }
    }
    return examples
  }

  /// The line as the test runs it, with few small pictures, and with a reader that closes the pipe early instead of
  /// other programs.
  var script: String {
    var script = line
    for program in ["mpv", "ffmpeg"] {
      guard let pipe = script.range(of: "\\|\\s*\(program) ", options: .regularExpression) else { continue }
      script.replaceSubrange(pipe.lowerBound..., with: "| head -c 20000 >head.out")
    }
    if script.contains("overlay-render compare") {
      script = script.replacing("640x360,1920x1080", with: "64x36,96x54") + " --runs 1 --duration 200ms"
      return script.contains("--sizes") ? script : script + " --size 64x36"
    }
    let rendering = ["clock", "countdown", "stopwatch", "timecode", "text", "subtitles"]
    guard let call = rendering.lazy.compactMap({ script.range(of: "overlay-render \($0) ") }).first else {
      return script
    }
    // Streams to servers, which are not there, have no end.
    if script.contains(/:\/\/|\.m3u8|-o @/) { script += " --duration 1s" }
    // A live feed, which something must send.
    if let feed = script.firstMatch(of: /--over '(\w+:\/\/[^'?]+)\?mode=listener'/)?.1 {
      let sender = "overlay-render clock --live --quiet --reconnect --size 64x36 --fps 25 --duration 60s -o \(feed)"
      script = "\(sender) & trap \"kill $!\" EXIT\n\(script)"
    }
    // A movie decides both.
    guard !script.contains("--over ") else { return script }
    let smaller = [("--size", "64x36"), ("--fps", "5")].filter { !script.contains($0.0) }
    script.insert(contentsOf: smaller.map { "\($0.0) \($0.1) " }.joined(), at: call.upperBound)
    return script
  }
}

@Suite("Examples", .ownThreads, .requires(.ffmpeg))
struct ExampleTests {
  static let commands = [
    [], ["clock"], ["countdown"], ["stopwatch"], ["timecode"], ["text"], ["subtitles"], ["captions", "convert"],
    ["captions", "check"], ["compare"], ["doctor"], ["picture"], ["style"], ["time"], ["output"], ["movies"],
    ["streams"], ["pip"], ["reports"], ["titles"], ["caption-files"],
  ]
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("The examples of the help run as written", arguments: commands)
  func help(command: [String]) throws {
    let help = try overlayRender(["help"] + command, in: ScratchFolder())
    let text = String(decoding: help.output, as: UTF8.self)
    let examples = Example.examples(in: text, indentation: 2)
    #expect(!examples.isEmpty)
    let folder = try Self.folder()
    // One example of `captions convert` reads a file that another one writes.
    if command == ["caption-files"] { try folder.write(Self.webVTT, to: "talk.vtt") }
    for example in examples { try expectSuccess(of: example, in: folder) }
  }

  /// The README and the pages of the guide.
  static let pages: [String] = {
    let guide = Self.root.appendingPathComponent("Documentation").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: guide)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
  }()

  @Test("The examples of a page run as written, in order", arguments: pages)
  func examples(page: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
    let examples = Example.examples(in: text, indentation: 4)
    #expect(!examples.isEmpty)
    let folder = try Self.folder()
    try folder.write(Self.subRip, to: "film.srt")
    // A copy, because the tested program may see only this folder.
    let sources = folder.url.appendingPathComponent("Examples")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Self.root.appendingPathComponent("Examples/Sources"), to: sources.appendingPathComponent("Sources"))
    for example in examples { try expectSuccess(of: example, in: folder) }
  }

  @Test("The README links to every page of the guide")
  func links() throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let linked = text.matches(of: #/\]\((Documentation/[\w-]+\.md)\)/#).map { String($0.output.1) }
    #expect(Set(linked + ["README.md"]) == Set(Self.pages))
    #expect(Self.pages.count > 10)
  }

  private static let subRip = """
    1
    00:00:00,500 --> 00:00:02,000
    Good evening.

    2
    00:00:02,000 --> 00:00:04,000
    Here is the news.

    """
  private static let webVTT = "WEBVTT\n\n" + subRip.replacing(",", with: ".")

  /// A folder with short files for all names in the examples.
  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["talk.srt", "old.srt", "pal.srt"] { try folder.write(subRip, to: name) }
    for name in ["song.lrc", "song-en.lrc"] { try folder.write("[00:00.50]One\n[00:02.00]Two\n[00:03.00]\n", to: name) }
    try folder.write("First news\nSecond news\n", to: "news.txt")
    try folder.write("Ada Lovelace\n", to: "title.txt")
    try silence.write(to: folder.url.appendingPathComponent("talk.wav"))
    func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
    // A movie with two tracks of sound and two of subtitles, one with a track of sound, and sound without pictures.
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=4", "-i", path("talk.srt"), "-i",
      path("talk.srt"), "-i", path("talk.wav"), "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "3",
      path("film.mkv"), "-map", "0", "-map", "3", path("talk.mp4"), "-map", "3", path("song.mp3"),
    ])
    try folder.write("rtmps://localhost/live/KEY\n", to: "stream.key")
    chmod(path("stream.key"), 0o600)
    return folder
  }

  /// A sound file of a second of silence: WAV with one channel, 8000 samples per second and 16 bits per sample.
  private static let silence: Data = {
    func bytes(_ value: UInt32, _ count: Int) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0.prefix(count)) }
    }
    let format = bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2)
    let samples = Data(count: 16_000)
    return Data("RIFF".utf8) + bytes(36 + 16_000, 4) + Data("WAVEfmt ".utf8) + bytes(16, 4) + format
      + Data("data".utf8) + bytes(16_000, 4) + samples
  }()

  /// Runs an example. One that shows a window runs on an X server, and its window closes soon.
  private func expectSuccess(of example: Example, in folder: ScratchFolder) throws {
    guard example.script.contains(/overlay-render (play|.* --pip)/) else {
      return try expectSuccess(
        of: example, script: example.script, in: folder, variables: ["XDG_CACHE_HOME": folder.url.path])
    }
    guard try TestTool.xvfb.isInstalled() else { return }
    let server = try TestServer(.xvfb) { _ in ["-displayfd", "1", "-noreset", "-nolisten", "tcp"] }
    let display = try #require(server.readLine())
    try expectSuccess(
      of: example, script: example.script + " --close-after 500ms", in: folder,
      variables: [
        "DISPLAY": ":\(display)", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": server.folder.path,
        "XDG_STATE_HOME": server.folder.path, "DBUS_SESSION_BUS_ADDRESS": "",
      ])
  }

  private func expectSuccess(
    of example: Example, script: String, in folder: ScratchFolder, variables: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    // All programs of the script end with it.
    process.arguments = ["--kill-after=10", "120", "bash", "-c", "set -e -o pipefail\n" + script]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PATH": RunningCommand.executable.deletingLastPathComponent().path + ":/usr/bin:/bin"
    ]) { $1 }.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = try RunningCommand.start(process) {
      $0.standardOutput = $1
      $0.standardError = $1
    }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    // The servers of streams are not there.
    let isUnsent = script.contains("--reconnect") && text.contains("nothing was sent")
    // The other outputs are not affected.
    for file in script.matches(of: #/-o ([\w-]+\.mp4)/#) where isUnsent {
      #expect(try folder.names.contains(String(file.output.1)), "\(example.line)")
    }
    #expect(process.terminationStatus == 0 || isUnsent && process.terminationStatus == 74, "\(example.line)\n\(text)")
  }
}
