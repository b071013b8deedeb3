import Foundation
import TestTools
import Testing

@Suite("Resource limits", .ownThreads, .unsanitized, .requires(.prlimit), .requires(.setpriv))
struct LimitTests {
  /// Runs the command under a limit of `prlimit`. fontconfig keeps its cache in the scratch folder, because it writes
  /// an incomplete cache if it has too few descriptors.
  ///
  /// - Parameter command: The unprivileged command, for a limit on processes, which does not apply to the superuser.
  private func run(
    _ arguments: [String], under limit: String, as command: UnprivilegedCommand? = nil
  ) throws -> Outcome {
    let folder = try ScratchFolder()
    try folder.write("one", to: "title.txt")
    try folder.write("1\n00:00:01,000 --> 00:00:02,000\none\n", to: "a.srt")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("cache"), withIntermediateDirectories: true)
    try folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts</dir><cachedir>\(folder.url.path)/cache</cachedir></fontconfig>
      """, to: "fonts.conf")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.url.appendingPathComponent("cache").path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    // The limit is set last, for the command alone. A limit on processes counts all processes of its user.
    let program = command?.executable ?? RunningCommand.executable
    process.arguments =
      ["10"] + (command?.prefix ?? []) + [TestTool.prlimit.path, limit, program.path] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = [
      "PATH": "/usr/bin:/bin", "FONTCONFIG_FILE": folder.url.appendingPathComponent("fonts.conf").path,
    ].merging(command?.variables ?? [:]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let pipe = try RunningCommand.start(process) { $0.standardError = $1 }
    let error = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: Data(), error: String(decoding: error, as: UTF8.self))
  }

  private func expectSuccessOrRefusal(_ outcome: Outcome, _ what: String) {
    #expect(outcome.status == 0 || outcome.status == 71 && outcome.messages.count == 1, "\(what): \(outcome)")
    if outcome.status == 71 { #expect(outcome.error.contains(": raise ulimit -"), "\(what)") }
  }

  static let runs = [
    ["clock", "--size", "64x36", "--duration", "1s", "-o", "%d.png", "--stats", "s", "--explain", "e"],
    ["text", "--text-file", "title.txt", "--size", "64x36", "--live", "--duration", "100ms", "--as", "null"],
  ]

  // With fewer than four descriptors the loader cannot open the libraries.
  @Test("With few descriptors, a run succeeds, or fails at the start with a message", arguments: runs)
  func descriptors(arguments: [String]) throws {
    for limit in [4, 7, 10, 11, 12, 15, 18, 19, 20, 21] {
      expectSuccessOrRefusal(try run(arguments, under: "--nofile=\(limit)"), "\(limit) descriptors")
    }
    #expect(try run(arguments, under: "--nofile=10").status == 71)
    #expect(try run(arguments, under: "--nofile=32").status == 0)
  }

  @Test("With few descriptors for many files, a run succeeds, or fails at the start with a message")
  func manyFiles() throws {
    let outputs = (1...8).flatMap { ["-o", "\($0).y4m"] }
    let arguments = ["clock", "--size", "64x36", "--duration", "1s", "--stats", "s"] + outputs
    for limit in [20, 24, 28, 30] {
      expectSuccessOrRefusal(try run(arguments, under: "--nofile=\(limit)"), "\(limit) descriptors")
    }
    #expect(try run(arguments, under: "--nofile=40").status == 0)
  }

  @Test("With few threads, a run succeeds, or fails at the start with a message")
  func threads() throws {
    let command = try UnprivilegedCommand()
    for limit in [1, 3, 8, 12] {
      expectSuccessOrRefusal(try run(Self.runs[0], under: "--nproc=\(limit)", as: command), "\(limit) threads")
    }
  }

  @Test(
    "A conversion and a check need fewer resources than a run",
    arguments: [["captions", "convert", "a.srt", "-", "--to", "vtt"], ["captions", "check", "a.srt"], ["doctor"]])
  func files(arguments: [String]) throws {
    for limit in [4, 7, 10, 11, 12] {
      expectSuccessOrRefusal(try run(arguments, under: "--nofile=\(limit)"), "\(limit) descriptors")
    }
    #expect(try run(arguments, under: "--nofile=12").status == 0)
    #expect(try run(arguments, under: "--as=\(220 << 20)").status == 0)
    let command = try UnprivilegedCommand()
    for limit in [1, 3, 5] {
      expectSuccessOrRefusal(try run(arguments, under: "--nproc=\(limit)", as: command), "\(limit) threads")
    }
  }

  @Test("With little address space, a run succeeds, or fails at the start with a message")
  func addressSpace() throws {
    for mebibytes in [120, 200, 300, 450, 480, 500, 600] {
      expectSuccessOrRefusal(try run(Self.runs[1], under: "--as=\(mebibytes << 20)"), "\(mebibytes) MiB")
    }
  }

  @Test("With a small stack, the command fails at the start with a message", arguments: [48, 64, 128, 256, 511])
  func stack(kibibytes: Int) throws {
    for arguments in Self.runs + [["doctor"], ["--help"]] {
      let outcome = try run(arguments, under: "--stack=\(kibibytes << 10)")
      #expect(outcome.status == 71 && outcome.messages.count == 1, "\(arguments): \(outcome)")
      #expect(outcome.error.hasSuffix(": raise ulimit -s\n"))
    }
    #expect(try run(Self.runs[0], under: "--stack=\(512 << 10)").status == 0)
  }

  @Test("Without /proc, the command does what its arguments say", .requires(.unshare), .enabled(if: geteuid() == 0))
  func withoutProc() throws {
    let folder = try ScratchFolder()
    func run(_ arguments: [String]) throws -> Outcome {
      try RunningCommand(
        arguments,
        program: [
          TestTool.unshare.path, "--mount", "/bin/sh", "-c", "umount -l /proc && exec \"$@\"", "sh",
          RunningCommand.executable.path,
        ], in: folder
      ).finish()
    }
    let outcome = try run(smallClock + ["--duration", "1s", "-o", "a.y4m"])
    #expect(outcome.status == 0, "\(outcome.error)")
    _ = try overlayRender(smallClock + ["--duration", "1s", "-o", "b.y4m"], in: folder)
    #expect(try folder.data("a.y4m") == folder.data("b.y4m"))
    // Dispatch's pool of threads reads /proc at moments that vary.
    for _ in 1...20 { #expect(try run(smallClock + ["--duration", "1s", "--as", "null"]).status == 0) }
    #expect(try run(["clock", "--unknown"]).status == 64)
    let comparison = try run(["compare"])
    #expect(comparison.status == 69)
    #expect(
      comparison.error == "overlay-render: compare: reads what it costs from /proc, which is not there: mount it\n")
  }
}
