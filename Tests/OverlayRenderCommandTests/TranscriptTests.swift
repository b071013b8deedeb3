import Foundation
import TestTools
import Testing

/// A file of commands with their output, in the style of a shell session:
///
///     # A comment.
///     $ overlay-render clock --fps 0
///     overlay-render: --fps: '0' is not a frame rate
///     [64]
///
/// The last line is the exit status, unless it is 0. The commands run in order in one folder.
struct Transcript {
  struct Entry: Hashable {
    /// Comments and blank lines before the command.
    var preface: [String] = []
    var command: String
    var output: [String] = []
  }

  var entries: [Entry] = []
  /// The lines after the last output.
  private var ending: [String] = []

  init(_ text: String) {
    var preface: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        entries.append(Entry(preface: preface, command: String(line.dropFirst(2))))
        preface = []
      } else if line.hasPrefix("#") || line.isEmpty {
        preface.append(line)
      } else {
        // A blank line in the output.
        entries[entries.count - 1].output += preface + [line]
        preface = []
      }
    }
    ending = preface
  }

  var text: String {
    (entries.flatMap { $0.preface + ["$ " + $0.command] + $0.output } + ending).joined(separator: "\n")
  }

  /// Returns the same commands with their current output.
  func run() throws -> Transcript {
    let folder = try ScratchFolder()
    var transcript = self
    for index in entries.indices {
      transcript.entries[index].output = try output(to: entries[index].command, in: folder)
    }
    return transcript
  }

  private func output(to command: String, in folder: ScratchFolder) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Limits the size of files, in case a command that should fail does not.
    process.arguments = ["-c", "exec 2>&1\nulimit -f 8192\n" + command]
    process.standardInput = FileHandle.nullDevice
    process.currentDirectoryURL = folder.url
    let commands = RunningCommand.executable.deletingLastPathComponent().path
    let options = ["ASAN_OPTIONS", "TSAN_OPTIONS"]
    let sanitizers = ProcessInfo.processInfo.environment.filter { options.contains($0.key) }
    process.environment = sanitizers.merging([
      "PATH": commands + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "FIXTURES": Transcript.fixtures.path,
      "CAPTIONS": Transcript.captions.path,
      "FONTCONFIG_FILE": Transcript.folder.appendingPathComponent("fonts.conf").path,
    ]) { $1 }
    let output = try RunningCommand.start(process) { $0.standardOutput = $1 }
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines + (process.terminationStatus == 0 ? [] : ["[\(process.terminationStatus)]"])
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let folder = tests.appendingPathComponent("Transcripts")
  /// The files of the tests of the core.
  static let fixtures = tests.deletingLastPathComponent().appendingPathComponent("OverlayRenderTests/Fixtures")
  /// A file of captions for each format.
  static let captions = tests.deletingLastPathComponent().appendingPathComponent("OverlayCaptionsTests/Fixtures")

  static func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).txt") }
}

@Suite("Transcripts", .ownThreads)
struct TranscriptTests {
  @Test(
    "The output matches the transcript",
    arguments: ["help", "usage-errors", "output-errors", "caption-errors", "reports", "captions"])
  func answers(name: String) throws {
    try compare(name)
  }

  @Test("The output about movies matches the transcript", .requires(.ffmpeg))
  func movies() throws {
    try compare("movies")
  }

  private func compare(_ name: String) throws {
    let file = Transcript.file(name)
    let expected = try Transcript(String(contentsOf: file, encoding: .utf8))
    let actual = try expected.run()
    if ProcessInfo.processInfo.environment["OVERLAY_RENDER_UPDATE_TRANSCRIPTS"] != nil, actual.text != expected.text {
      try Data(actual.text.utf8).write(to: file)
      Issue.record("\(name).txt is recorded: read the changes, then run the tests again")
      return
    }
    for (expected, actual) in zip(expected.entries, actual.entries) where expected != actual {
      Issue.record(
        """
        $ \(expected.command)
        expected:
        \(expected.output.joined(separator: "\n"))
        actual:
        \(actual.output.joined(separator: "\n"))
        """)
    }
  }
}
