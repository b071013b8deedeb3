import Foundation
import TestTools
import Testing

@Suite("Runs that can be repeated", .ownThreads, .requires(.ffmpeg))
struct ReproducibleRunTests {
  private static let clock = [
    "clock", "--start", "2026-01-01T00:00:00Z", "--time-zone", "UTC", "--background", "navy", "--size", "320x180",
    "--quiet", "--overwrite", "--reproducible",
  ]

  @Test(
    "The number of processors and their instructions do not matter",
    arguments: [
      ["-o", "x.mp4", "--cfr"], ["-o", "x.mp4", "--codec", "hevc", "--cfr", "--tick"],
      ["-o", "x.mp4", "--codec", "av1", "--cfr"], ["-o", "x.webm", "--cfr"], ["-o", "x.mkv"], ["-o", "x.mov"],
      ["-o", "x.gif"],
    ])
  func processors(output: [String]) throws {
    let folder = try ScratchFolder()
    let arguments = Self.clock + ["--duration", "2s", "--fps", "8"] + output
    let run = [RunningCommand.executable.path]
    let ways: [(program: [String], variables: [String: String])] = [
      (run, [:]), (["/usr/bin/taskset", "-c", "0"] + run, [:]),
      (
        run,
        [
          "VPX_SIMD_CAPS": "0", "AOM_SIMD_CAPS": "0",
          "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
        ]
      ),
    ]
    let files = try ways.map { way in
      let outcome = try RunningCommand(arguments, program: way.program, in: folder, variables: way.variables).finish()
      try #require(outcome.status == 0, "\(outcome.error)")
      return try folder.data(output[1])
    }
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test("The name is synchronized in a folder that cannot be read, too")
  func unreadableFolder() throws {
    let (command, folder) = (try UnprivilegedCommand(), try ScratchFolder())
    let drop = folder.url.appendingPathComponent("drop")
    try FileManager.default.createDirectory(at: drop, withIntermediateDirectories: false)
    for path in [folder.url.path, drop.path] {
      try FileManager.default.setAttributes([.posixPermissions: path == drop.path ? 0o333 : 0o755], ofItemAtPath: path)
    }
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: drop.path) }
    for name in ["x.gif", "%03d.png"] {
      let outcome = try command.run(Self.clock + ["--duration", "1s", "--fps", "2", "-o", "drop/\(name)"], in: folder)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: drop.path)
    #expect(try folder.names == ["drop", "drop/001.png", "drop/002.png", "drop/x.gif"])
  }

  @Test(
    "What depends on real time is refused",
    arguments: [
      (["--live", "-o", "x.mkv"], "--reproducible cannot be used with --live"),
      (["-o", "rtmp://127.0.0.1/a/b"], "--reproducible: rtmp is sent in real time"),
      (["--over", "udp://127.0.0.1:9", "-o", "x.mkv"], "--reproducible is for movies in files"),
    ])
  func realTime(options: [String], message: String) throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(["clock", "--reproducible"] + options, in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(try folder.names.isEmpty)
  }

  @Test("A note says that the beginning is not given")
  func note() throws {
    let folder = try ScratchFolder()
    let options = ["--duration", "1s", "--size", "64x36", "--background", "navy", "--reproducible", "-o"]
    let outcome = try overlayRender(["clock"] + options + ["x.gif"], in: folder)
    #expect(outcome.error.contains("note: --reproducible: the pictures begin with the time of this run"))
    #expect(try overlayRender(["stopwatch"] + options + ["y.gif"], in: folder).error.isEmpty)
  }

  @Test(
    "A run that was killed leaves nothing under the name, and its repetition makes the file", arguments: ["mkv", "mp4"])
  func killed(name: String) throws {
    let folder = try ScratchFolder()
    let fragmented = name == "mp4" ? ["--fragmented"] : []
    func arguments(_ output: String) -> [String] {
      Self.clock.filter { $0 != "--overwrite" } + fragmented + ["-o", output]
    }
    let first = try RunningCommand(
      arguments("x.\(name)") + ["--duration", "10h", "--stats", "-", "--stats-every", "20ms"], in: folder)
    while first.process.isRunning, try !first.readLine().contains(/"frames":[1-9][0-9][0-9]/) {}
    first.send(SIGKILL)
    #expect(try first.finish().status == -SIGKILL)
    let left = try folder.names
    #expect(left.count == 1 && left[0].hasPrefix(".x.\(name).") && left[0].hasSuffix(".part"))

    let repeated = try RunningCommand(arguments("x.\(name)") + ["--duration", "3s"], in: folder).finish()
    #expect(repeated.status == 0)
    let undisturbed = try RunningCommand(arguments("y.\(name)") + ["--duration", "3s"], in: folder).finish()
    #expect(undisturbed.status == 0)
    #expect(try folder.data("x.\(name)") == folder.data("y.\(name)"))
    // After the name was given, the file is complete, and is not written again.
    let again = try RunningCommand(arguments("x.\(name)") + ["--duration", "4s"], in: folder).finish()
    #expect(again.status == 73)
    #expect(try folder.data("x.\(name)") == folder.data("y.\(name)"))
  }
}
