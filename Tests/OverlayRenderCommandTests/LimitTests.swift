import Foundation
import Testing

/// The programs of Debian's util-linux that set limits.
private enum LimitTools {
  static let areTested = ["prlimit", "setpriv"].allSatisfy { TestTools.isTested("/usr/bin/" + $0) }
  /// What runs a program as a user whose processes are counted; the superuser's are not.
  static let asNobody = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []

  /// Whether that user can run the command where it was built.
  static let canRunAsNobody: Bool = {
    guard areTested else { return false }
    let test = Process()
    let words = asNobody + ["/usr/bin/test", "-x", RunningCommand.executable.path]
    test.executableURL = URL(fileURLWithPath: words[0])
    test.arguments = Array(words.dropFirst())
    guard (try? test.run()) != nil else { return TestTools.areRequired }
    test.waitUntilExit()
    return test.terminationStatus == 0
  }()
}

@Suite("Low limits", .enabled(if: LimitTools.areTested, "needs util-linux"))
struct LimitTests {
  /// Runs the command under a limit, as `prlimit` has it. fontconfig keeps its cache in the scratch folder: what it
  /// writes with too few descriptors must not become the system's.
  private func run(_ arguments: [String], under limit: String, asNobody: Bool = false) throws -> Outcome {
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
    // The limit is set last, for the command alone; one on processes counts those of the user it runs as.
    process.arguments =
      ["10"] + (asNobody ? LimitTools.asNobody : []) + ["/usr/bin/prlimit", limit, RunningCommand.executable.path]
      + arguments
    process.currentDirectoryURL = folder.url
    process.environment = [
      "PATH": "/usr/bin:/bin", "FONTCONFIG_FILE": folder.url.appendingPathComponent("fonts.conf").path,
    ]
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

  // With fewer than four the loader finds no libraries.
  @Test("Few descriptors: a run succeeds, or does not begin and says so", arguments: runs)
  func descriptors(arguments: [String]) throws {
    for limit in [4, 7, 10, 11, 12, 15, 18, 19, 20, 21] {
      expectSuccessOrRefusal(try run(arguments, under: "--nofile=\(limit)"), "\(limit) descriptors")
    }
    #expect(try run(arguments, under: "--nofile=10").status == 71)
    #expect(try run(arguments, under: "--nofile=32").status == 0)
  }

  @Test(
    "Few threads: a run succeeds, or does not begin and says so",
    .enabled(if: LimitTools.canRunAsNobody, "the command stands where other users may not look"))
  func threads() throws {
    for limit in [1, 3, 8, 12] {
      expectSuccessOrRefusal(try run(Self.runs[0], under: "--nproc=\(limit)", asNobody: true), "\(limit) threads")
    }
  }

  @Test(
    "A conversion and a check need less than a run",
    arguments: [["captions", "convert", "a.srt", "-", "--to", "vtt"], ["captions", "check", "a.srt"], ["doctor"]])
  func files(arguments: [String]) throws {
    for limit in [4, 7, 10, 11, 12] {
      expectSuccessOrRefusal(try run(arguments, under: "--nofile=\(limit)"), "\(limit) descriptors")
    }
    #expect(try run(arguments, under: "--nofile=12").status == 0)
    #expect(try run(arguments, under: "--as=\(220 << 20)").status == 0)
    if LimitTools.canRunAsNobody {
      for limit in [1, 3, 5] {
        expectSuccessOrRefusal(
          try run(arguments, under: "--nproc=\(limit)", asNobody: true), "\(limit) threads")
      }
    }
  }

  @Test("Little address space: a run succeeds, or does not begin and says so")
  func addressSpace() throws {
    for mebibytes in [120, 200, 300, 450, 480, 500, 600] {
      expectSuccessOrRefusal(try run(Self.runs[1], under: "--as=\(mebibytes << 20)"), "\(mebibytes) MiB")
    }
  }
}
