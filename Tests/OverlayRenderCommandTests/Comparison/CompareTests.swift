import Foundation
import TestTools
import Testing

@Suite("Comparing costs", .ownThreads, .serialized)
struct CompareTests {
  private struct Report: Decodable {
    struct BlankMovie: Decodable {
      var framesPerSecond, durationSeconds, groupOfPicturesSeconds: Double
      var preset: String
      var decoderThreads: Int
    }

    struct Size: Decodable {
      var width, blankMovieBytes: Int
      var blankVideoDifference: Int
      var rows: [Row]
    }

    struct Row: Decodable {
      struct Run: Decodable {
        var shown, drawn, repeated, pixelsDrawn: Int
        var userSeconds, systemSeconds: Double
        var wakeupsPerSecond: Double?
      }

      struct Medians: Decodable {
        var cpuSeconds, userSeconds, drawn: Double
        var cpuPercent, wakeupsPerSecond: Double?
        var latenessMilliseconds: [String: Double]?
      }

      var way: String
      var videoFileBytes: Int
      var cpuToBlankVideo, cpuToDecodeOnly: Double
      var medians: Medians
      var runs: [Run]
    }

    var overlay: String
    var isInWindow: Bool
    var durationSeconds, refreshHertz: Double
    var blankMovie: BlankMovie
    var sizes: [Size]
    var blankMovieBytesOfAllSizes: Int
  }

  /// Runs `compare` with a folder for caches of its own.
  private func compare(_ arguments: String..., in folder: ScratchFolder) throws -> Outcome {
    try overlayRender(["compare"] + arguments, in: folder, variables: ["XDG_CACHE_HOME": folder.url.path + "/cache"])
  }

  @Test(
    "As fast as possible, each way makes its number of pictures, from the same content",
    arguments: ["clock", "subtitles"])
  func offline(kind: String) throws {
    let folder = try ScratchFolder()
    let outcome = try compare(
      kind, "--offline", "--duration", "4s", "--runs", "2", "--size", "160x90", "--fps", "25", "--refresh", "30",
      "--json",
      in: folder)
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    let whole = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(whole.overlay == kind && whole.durationSeconds == 4 && whole.refreshHertz == 30)
    let movie = whole.blankMovie
    #expect(movie.framesPerSecond == 25 && movie.durationSeconds == 10 && movie.groupOfPicturesSeconds == 5)
    #expect(movie.preset == "medium" && movie.decoderThreads > 0)
    let report = try #require(whole.sizes.first)
    #expect(report.width == 160 && report.blankMovieBytes > 500 && report.blankVideoDifference <= 2)
    #expect(whole.blankMovieBytesOfAllSizes == report.blankMovieBytes)
    #expect(report.rows.map(\.way) == ["naive", "blank-video", "decode-only", "view-to-video"])
    let changes = kind == "clock" ? 4 : 2
    let blankSeconds = report.rows[1].medians.cpuSeconds
    for (row, (shown, drawn)) in zip(report.rows, [(120, 120), (100, 100), (100, 0), (changes, changes)]) {
      #expect(row.runs.count == 2)
      let medians = row.medians
      #expect(medians.userSeconds == row.runs.map(\.userSeconds).reduce(0, +) / 2 && medians.drawn == Double(drawn))
      #expect(row.cpuToBlankVideo == medians.cpuSeconds / blankSeconds)
      #expect(row.cpuToDecodeOnly == medians.cpuSeconds / report.rows[2].medians.cpuSeconds)
      #expect(row.videoFileBytes == (row.way.hasPrefix("view") || row.way == "naive" ? 0 : report.blankMovieBytes))
      // As fast as possible, the time has no meaning.
      #expect(medians.cpuPercent == nil && medians.wakeupsPerSecond == nil && medians.latenessMilliseconds == nil)
      for run in row.runs {
        #expect(run.shown == shown && run.drawn == drawn && run.repeated == 120 - shown, "\(row.way)")
        #expect(run.userSeconds + run.systemSeconds > 0)
      }
    }
    #expect(report.rows[0].runs[0].pixelsDrawn == 120 * 160 * 90)
    // Each of two pictures is drawn as a whole once.
    #expect(report.rows[3].runs[0].pixelsDrawn < 3 * 160 * 90)
  }

  @Test("The movie is made once, also at a rate at which whole frames take longer", arguments: ["25", "29.97"])
  func clip(rate: String) throws {
    let folder = try ScratchFolder()
    let cache = folder.url.path + "/cache/overlay-render"
    func movies() throws -> [String: Date?] {
      let names = try FileManager.default.contentsOfDirectory(atPath: cache)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try FileManager.default.attributesOfItem(atPath: "\(cache)/\($0)")[.modificationDate] as? Date)
        })
    }
    let arguments = ["--offline", "--duration", "1s", "--runs", "1", "--size", "64x36", "--fps", rate, "--quiet"]
    let variables = ["XDG_CACHE_HOME": folder.url.path + "/cache"]
    #expect(try overlayRender(["compare"] + arguments, in: folder, variables: variables).status == 0)
    let first = try movies()
    #expect(first.count == 1)
    // Each measurement is a process of its own.
    #expect(try overlayRender(["compare"] + arguments, in: folder, variables: variables).status == 0)
    #expect(try movies() == first)
    // A FIFO of the same name is not opened, which would wait for its writer.
    let movie = "\(cache)/\(try #require(first.keys.first))"
    unlink(movie)
    mkfifo(movie, 0o600)
    let outcome = try overlayRender(["compare"] + arguments, in: folder, variables: variables)
    #expect(outcome.status == 73 && outcome.error.contains("belongs to something else: remove it"), "\(outcome)")
  }

  @Test("In real time, the naive way draws each picture, and the view that is turned into video only those that change")
  func live() throws {
    let outcome = try compare(
      "--duration", "2s", "--runs", "1", "--size", "64x36", "--json", in: ScratchFolder())
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    let rows = try #require(report.sizes.first).rows
    let runs = rows.map { $0.runs[0] }
    // A machine that is busy skips pictures.
    #expect(runs[0].shown > 20 && runs[0].drawn == runs[0].shown)
    #expect(runs[1].shown > 10 && runs[2].shown > 10 && runs[2].drawn == 0)
    #expect((1...4).contains(runs[3].drawn) && runs[3].pixelsDrawn < runs[0].pixelsDrawn)
    for row in rows {
      #expect(row.medians.cpuPercent != nil && row.runs[0].wakeupsPerSecond != nil)
      #expect(row.medians.latenessMilliseconds?.values.allSatisfy { $0 >= 0 } == true, "\(row.way)")
    }
  }

  @Test("In a window, each way shows its pictures", .requires(.xvfb))
  func window() throws {
    let display = try TestServer(.xvfb) { _ in ["-displayfd", "1", "-noreset", "-nolisten", "tcp"] }
    let number = try #require(display.readLine())
    let folder = display.folder.path
    let outcome = try overlayRender(
      ["compare", "--window", "--duration", "2s", "--runs", "1", "--size", "64x36", "--json", "--quiet"],
      in: ScratchFolder(),
      variables: [
        "DISPLAY": ":\(number)", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder,
        "XDG_CACHE_HOME": folder, "DBUS_SESSION_BUS_ADDRESS": "",
      ])
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    let runs = try #require(report.sizes.first).rows.map { $0.runs[0] }
    #expect(report.isInWindow && runs.count == 4)
    #expect(runs[0].shown > 20 && runs[1].shown > 10 && runs[2].shown > 10 && (1...4).contains(runs[3].shown))
  }

  @Test("A chart and a table show the costs of each size")
  func tables() throws {
    let folder = try ScratchFolder()
    let outcome = try compare(
      "--duration", "1s", "--runs", "1", "--sizes", "64x36,96x54", "--chart", "cost.png", "--quiet", in: folder)
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    let table = String(decoding: outcome.output, as: UTF8.self)
    for text in [
      "clock, 64x36, 1.0 s in real time, refresh 60 Hz, movie 30 fps", "clock, 96x54", "view to video", "decode only",
      "View to video costs ", "Blank movies of 2 sizes: ",
    ] {
      #expect(table.contains(text))
    }
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 100 } && !table.contains("--duration"))
    #expect(try folder.data("cost.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let again = try compare("--duration", "1s", "--size", "64x36", "--chart", "cost.png", in: folder)
    #expect(again.status == 73 && again.messages.count == 1)
  }

  @Test("The lines of subtitles can come from a file")
  func lines() throws {
    let folder = try ScratchFolder()
    try Data("one\ntwo\nthree\n".utf8).write(to: folder.url.appending(path: "lines.txt"))
    let outcome = try compare(
      "subtitles", "--text-lines", "lines.txt", "--offline", "--duration", "10s", "--runs", "1", "--size", "64x36",
      "--json", in: folder)
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.sizes.first?.rows[3].runs[0].drawn == 5)
  }

  @Test("What a measurement reports is the only error, and a damaged movie is made again")
  func failures() throws {
    let folder = try ScratchFolder()
    let small = ["compare", "--duration", "200ms", "--runs", "1", "--size", "64x36", "--quiet"]
    let variables = ["XDG_CACHE_HOME": folder.url.path, "DISPLAY": "", "WAYLAND_DISPLAY": ""]
    let unseen = try overlayRender(small + ["--window"], in: folder, variables: variables)
    #expect(unseen.status == 69 && unseen.messages.count == 1)
    #expect(unseen.error.hasPrefix("overlay-render: --window: picture in picture is not possible: "))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "overlay-render"), withIntermediateDirectories: false)
    try Data("damaged".utf8).write(to: folder.url.appending(path: "overlay-render/blank-64x36-30-1-medium-5s.mp4"))
    #expect(try overlayRender(small, in: folder, variables: variables).status == 0)
    try Data().write(to: folder.url.appending(path: "empty.txt"))
    for (file, status) in [("none.txt", 66), ("empty.txt", 65)] as [(String, Int32)] {
      let outcome = try overlayRender(
        ["compare", "subtitles", "--text-lines", file], in: folder, variables: variables)
      #expect(outcome.status == status && outcome.messages.count == 1 && outcome.output.isEmpty)
    }
  }

  @Test("As fast as possible, the table says what was proved and from when CPU is counted")
  func offlineTable() throws {
    let outcome = try compare("--offline", "--duration", "1s", "--runs", "1", "--size", "64x36", in: ScratchFolder())
    let table = String(decoding: outcome.output, as: UTF8.self)
    #expect(table.contains("clock, 64x36, 1 s as fast as possible, refresh 60 Hz, movie 30 fps"))
    #expect(table.contains("\nThe ways show the same overlay at 10 sampled times (blank video within "))
    #expect(table.contains("\nCPU is user + system from the first picture on, of one run.\n"))
  }

  @Test("What libraries write during a measurement is not a result, and a signal is reported")
  func processes() throws {
    let folder = try ScratchFolder()
    let variables = ["XDG_CACHE_HOME": folder.url.path, "DISPLAY": "", "WAYLAND_DISPLAY": ""]
    let small = ["compare", "--runs", "1", "--size", "64x36", "--quiet"]
    // The loader writes to standard error when a program starts and ends.
    let loader = variables.merging(["LD_DEBUG": "statistics"]) { $1 }
    let noisy = try overlayRender(small + ["--offline", "--duration", "1s", "--json"], in: folder, variables: loader)
    #expect(try noisy.status == 0 && JSONDecoder().decode(Report.self, from: noisy.output).sizes.count == 1)
    let unseen = try overlayRender(small + ["--window", "--duration", "100ms"], in: folder, variables: loader)
    #expect(unseen.status == 69)
    #expect(unseen.error.contains("overlay-render: --window: picture in picture is not possible: "))
    // The measurement needs more than its limit of seconds, and the rest does not.
    let line = (small + ["--offline", "--duration", "1000000s"]).joined(separator: " ")
    let limited = try RunningCommand(
      ["-c", "ulimit -c 0; ulimit -S -t 4; exec '\(RunningCommand.executable.path)' \(line)"], program: ["/bin/sh"],
      in: folder, variables: variables
    ).finish()
    #expect(limited.status == 71)
    #expect(limited.messages == ["overlay-render: a measurement was ended by signal \(SIGXCPU): try again"])
  }

  @Test("A line on a terminal says which way is measured, and is removed at the end", .requires(.script))
  func progress() throws {
    let folder = try ScratchFolder()
    let command = "'\(RunningCommand.executable.path)' compare --offline --duration 1s --runs 2 --size 64x36"
    let outcome = try RunningCommand(
      ["-q", "-e", "-c", command, "/dev/null"], program: [TestTool.script.path], in: folder,
      variables: ["XDG_CACHE_HOME": folder.url.path]
    ).finish()
    #expect(outcome.status == 0)
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("\r64x36: run 2 of 2, view to video\u{1B}[K"), "\(text)")
    #expect(text.contains("\r\u{1B}[Kclock, 64x36"), "\(text)")
  }

  @Test("A measurement ends with the command that has started it")
  func endWithParent() throws {
    let folder = try ScratchFolder()
    let command = try RunningCommand(
      ["compare", "--duration", "1h", "--runs", "1", "--size", "64x36", "--quiet"], in: folder,
      variables: ["XDG_CACHE_HOME": folder.url.path])
    func measurements() throws -> [String] {
      let tasks = "/proc/\(command.process.processIdentifier)/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
        let children = try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)
        return (children ?? "").split(separator: " ").map(String.init)
      }
    }
    #expect(try waitUntil { try !measurements().isEmpty })
    let started = try measurements()
    command.send(SIGKILL)
    _ = try command.finish()
    // Not every first process of a container reads the status of those without a parent.
    func hasEnded(_ process: String) -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      return status.map { $0.contains("State:\tZ") } ?? true
    }
    #expect(waitUntil { started.allSatisfy(hasEnded) })
  }

  @Test("Wrong values are errors of usage, and one line")
  func usage() throws {
    let folder = try ScratchFolder()
    for (arguments, message) in [
      (["--size", "63x36"], "--size: 63x36 has an odd side, which H.264 does not have: give even sides"),
      (["--runs", "0"], "--runs: "), (["--duration", "0s"], "--duration: "), (["--refresh", "x"], "--refresh: "),
      (["--offline", "--window"], "--offline and --window cannot be used together: give one of them"),
      (
        ["--size", "64x36", "--sizes", "96x54"],
        "--size and --sizes cannot be used together: give all sizes to --sizes"
      ),
      (["--sizes", "64x36,96x54,64x36"], "--sizes: 64x36 is given more than once: give each size once"),
      (["--text-lines", "x"], "--text-lines is for subtitles: give compare subtitles, or leave it out"),
      (["subtitles", "--text-lines", "-"], "--text-lines: - cannot be read more than once: give the name of a file"),
      (["--fps", "50", "--refresh", "30"], "--fps: 50 pictures per second are not shown at 30 Hz: raise --refresh"),
      (
        ["--fps", "1/10", "--duration", "4s"],
        "--duration: the movie has no second picture in 4 s: give a longer --duration"
      ),
    ] {
      let outcome = try overlayRender(["compare"] + arguments, in: folder)
      #expect(outcome.status == 64 && outcome.messages.count == 1)
      #expect(outcome.error.hasPrefix("overlay-render: " + message))
    }
    #expect(try folder.names.isEmpty)
    let large = try compare("--size", "16384x16384", in: folder)
    #expect(large.status == 64 && large.messages.count == 1 && large.error.hasSuffix("to --size or --sizes\n"))
    #expect(large.error.hasPrefix("overlay-render: the blank movie of 16384x16384 at 30 fps cannot be encoded ("))
    let nowhere = try overlayRender(["compare"], in: folder, variables: ["XDG_CACHE_HOME": "/proc/none"])
    #expect(nowhere.status == 73 && nowhere.messages.count == 1)
    #expect(nowhere.error.hasPrefix("overlay-render: /proc/none/overlay-render: the folder for the blank movie cannot"))
    #expect(nowhere.error.hasSuffix(": set XDG_CACHE_HOME to another folder\n"))
  }
}
