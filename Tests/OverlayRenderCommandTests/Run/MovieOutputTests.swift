import Foundation
import TestTools
import Testing

@Suite("Movies that a signal or a full disk cuts short", .ownThreads, .requires(.ffprobe))
struct MovieOutputTests {
  private let folder: ScratchFolder
  private static let reports = ["--quiet", "--stats", "-", "--stats-every", "20ms"]

  init() throws {
    folder = try ScratchFolder()
  }

  /// Starts a run and waits until it has written ten seconds of frames, or any frames if it is live.
  private func start(_ arguments: [String]) throws -> RunningCommand {
    let run = try RunningCommand(smallClock + Self.reports + arguments, in: folder)
    let isLive = arguments.contains("--live")
    while run.process.isRunning {
      let line = try run.readLine()
      if line.contains(isLive ? /"frames":[1-9]/ : /"frames":[1-9][0-9][0-9]/) { break }
    }
    return run
  }

  /// The presentation times of the pictures in a file.
  private func times(_ name: String) throws -> [Double] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestTool.ffprobe.path)
    process.arguments = ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", name]
    process.currentDirectoryURL = folder.url
    let pipe = try RunningCommand.start(process) { $0.standardOutput = $1 }
    let text = try String(decoding: pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Double($0) }.sorted()
  }

  @Test("A signal completes a movie of an endless live run", arguments: ["x.mkv", "x.mp4"])
  func endless(name: String) throws {
    let run = try start(["--live", "-o", name])
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(try folder.names == [name])
    #expect(try times(name).count >= 2)
  }

  @Test("A run that is cut short leaves a new Matroska file under its name, and others under a temporary name")
  func cutShort() throws {
    for (name, signal, status) in [("x.mkv", SIGINT, "SIGINT"), ("y.mp4", SIGTERM, "SIGTERM")] {
      let run = try start(["--duration", "100h", "-o", name])
      run.send(signal)
      let outcome = try run.finish()
      #expect(outcome.status == 128 + signal)
      let cause = "overlay-render: \(name): interrupted by \(status)"
      let message = try #require(outcome.messages.first)
      #expect(outcome.messages.count == 1)
      if name == "x.mkv" {
        #expect(
          message.wholeMatch(of: try Regex("\(cause): it contains [0-9]+ of 10800000 frames")) != nil, "\(message)")
      } else {
        #expect(message.hasPrefix("\(cause) and not created: "))
      }
    }
    let names = try folder.names
    #expect(names.count == 2 && names[0].hasPrefix(".y.mp4.") && names[1] == "x.mkv")
    for name in names { #expect(try #require(times(name).last) >= 3) }
  }

  @Test("A run that is cut short keeps an existing file, unless --keep-partial replaces it")
  func existingFile() throws {
    try folder.write("old", to: "x.mkv")
    let run = try start(["--duration", "100000h", "-o", "x.mkv", "--overwrite"])
    run.send(SIGINT)
    #expect(try run.finish().error.contains("x.mkv: interrupted by SIGINT and not replaced: "))
    #expect(try folder.data("x.mkv") == Data("old".utf8))
    #expect(try folder.names.count == 2)
    let second = try start(["--duration", "100000h", "-o", "x.mkv", "--overwrite", "--keep-partial"])
    second.send(SIGINT)
    #expect(try second.finish().status == 130)
    #expect(try times("x.mkv").count > 3)
    #expect(try folder.names.count == 2)
  }

  @Test("After SIGKILL, a Matroska file plays up to its last cluster, and nothing else is left")
  func killed() throws {
    let run = try start(["--duration", "100h", "-o", "x.mkv"])
    run.send(SIGKILL)
    _ = try run.finish()
    #expect(try folder.names == ["x.mkv"])
    #expect(try #require(times("x.mkv").last) >= 1)
  }

  // A limit of the size of files also limits the memory of a sanitizer.
  @Test("A full disk is reported once, and only a file that can be read is kept", .requires(.bash), .unsanitized)
  func fullDisk() throws {
    for name in ["x.mp4", "x.mov", "x.gif", "x.mkv"] {
      let run = try RunningCommand(
        smallClock + ["--duration", "1h", "-o", name, "--quiet"],
        program: [
          TestTool.bash.path, "-c", "trap '' XFSZ; ulimit -f 64; exec \"$@\"", "bash", RunningCommand.executable.path,
        ], in: folder)
      let outcome = try run.finish()
      #expect(outcome.status == 74)
      #expect(
        outcome.messages == [
          "overlay-render: \(name): cannot be written (File too large): check the device, or write to another one"
        ])
    }
    #expect(try folder.names == ["x.mkv"])
    #expect(try times("x.mkv").count > 10)
  }
}
