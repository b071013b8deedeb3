import Foundation
import Testing

/// A file of commands and what each of them answers, in the manner of a shell session:
///
///     # A comment.
///     $ overlay-render clock --fps 0
///     overlay-render: --fps: '0' is not a frame rate
///     [64]
///
/// The last line is the status, where it is not 0. The commands run one after the other in one folder.
struct Transcript {
  struct Entry: Hashable {
    /// Comments and blank lines before the command.
    var preface: [String] = []
    var command: String
    var answer: [String] = []
  }

  var entries: [Entry] = []
  /// What follows the last answer.
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
        // A blank line within an answer.
        entries[entries.count - 1].answer += preface + [line]
        preface = []
      }
    }
    ending = preface
  }

  var text: String {
    (entries.flatMap { $0.preface + ["$ " + $0.command] + $0.answer } + ending).joined(separator: "\n")
  }

  /// The same commands with what they answer now.
  func run() throws -> Transcript {
    let folder = try ScratchFolder()
    var transcript = self
    for place in entries.indices {
      transcript.entries[place].answer = try answer(to: entries[place].command, in: folder)
    }
    return transcript
  }

  private func answer(to command: String, in folder: ScratchFolder) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // A command that should be refused and is not must not fill the disk.
    process.arguments = ["-c", "exec 2>&1\nulimit -f 8192\n" + command]
    process.standardInput = FileHandle.nullDevice
    process.currentDirectoryURL = folder.url
    let commands = RunningCommand.executable.deletingLastPathComponent().path
    process.environment = [
      "PATH": commands + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "FIXTURES": Transcript.fixtures.path,
      "FONTCONFIG_FILE": Transcript.folder.appendingPathComponent("fonts.conf").path,
    ]
    let output = try RunningCommand.start(process) { $0.standardOutput = $1 }
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines + (process.terminationStatus == 0 ? [] : ["[\(process.terminationStatus)]"])
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let folder = tests.appendingPathComponent("Transcripts")
  private static let fixtures = tests.deletingLastPathComponent().appendingPathComponent("OverlayRenderTests/Fixtures")

  static func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).txt") }
}

@Suite("Transcripts")
struct TranscriptTests {
  @Test(
    "The command answers as it did",
    arguments: ["help", "usage-errors", "output-errors", "caption-errors", "reports", "captions"])
  func answers(name: String) throws {
    let file = Transcript.file(name)
    let expected = try Transcript(String(contentsOf: file, encoding: .utf8))
    let actual = try expected.run()
    if ProcessInfo.processInfo.environment["OVERLAY_RENDER_UPDATE_TRANSCRIPTS"] != nil, actual.text != expected.text {
      try Data(actual.text.utf8).write(to: file)
      Issue.record("\(name).txt is recorded: read what changed, then run the tests again")
      return
    }
    for (expected, actual) in zip(expected.entries, actual.entries) where expected != actual {
      Issue.record(
        """
        $ \(expected.command)
        expected:
        \(expected.answer.joined(separator: "\n"))
        answered:
        \(actual.answer.joined(separator: "\n"))
        """)
    }
  }
}
