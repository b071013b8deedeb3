import Foundation
import TestTools
import Testing

@Suite("Comparing costs", .serialized)
struct CompareTests {
  private struct Report: Decodable {
    struct Row: Decodable {
      struct Run: Decodable {
        var shown, drawn, repeated, pixelsDrawn: Int
        var userSeconds, systemSeconds: Double
      }

      var way: String
      var runs: [Run]
    }

    var kind: String
    var width, clipBytes: Int
    var rows: [Row]
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
    #expect(outcome.status == 0)
    #expect(
      outcome.messages == [
        "overlay-render: note: 160x90: all ways show the same pictures (blank video within 2 code values)"
      ])
    let report = try #require(try JSONDecoder().decode([Report].self, from: outcome.output).first)
    #expect(report.kind == kind && report.width == 160 && report.clipBytes > 500)
    #expect(report.rows.map(\.way) == ["naive", "blank-video", "decode-only", "view-to-video"])
    let changes = kind == "clock" ? 4 : 2
    for (row, (shown, drawn)) in zip(report.rows, [(120, 120), (100, 100), (100, 0), (changes, changes)]) {
      #expect(row.runs.count == 2)
      for run in row.runs {
        #expect(run.shown == shown && run.drawn == drawn && run.repeated == 120 - shown, "\(row.way)")
        #expect(run.userSeconds + run.systemSeconds > 0)
      }
    }
    #expect(report.rows[0].runs[0].pixelsDrawn == 120 * 160 * 90)
    // Each of two pictures is drawn as a whole once.
    #expect(report.rows[3].runs[0].pixelsDrawn < 3 * 160 * 90)
    // The movie is made once.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/cache/overlay-render")
        == ["blank-160x90-25-1-medium-5s.mp4"])
  }

  @Test("In real time, only what changes is drawn, and a chart and a table show the costs of each size")
  func live() throws {
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
    #expect(try folder.data("cost.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let again = try compare("--duration", "1s", "--size", "64x36", "--chart", "cost.png", in: folder)
    #expect(again.status == 73 && again.messages.count == 1)
  }

  @Test("The lines of subtitles can be those of a file")
  func lines() throws {
    let folder = try ScratchFolder()
    try Data("one\ntwo\nthree\n".utf8).write(to: folder.url.appending(path: "lines.txt"))
    let outcome = try compare(
      "subtitles", "--text-lines", "lines.txt", "--offline", "--duration", "10s", "--runs", "1", "--size", "64x36",
      "--json", in: folder)
    let report = try #require(try JSONDecoder().decode([Report].self, from: outcome.output).first)
    #expect(report.rows[3].runs[0].drawn == 5)
  }

  @Test("What a measurement reports is the only error, and a damaged movie is made again")
  func failures() throws {
    let folder = try ScratchFolder()
    let small = ["compare", "--duration", "200ms", "--runs", "1", "--size", "64x36", "--quiet"]
    let variables = ["XDG_CACHE_HOME": folder.url.path, "DISPLAY": "", "WAYLAND_DISPLAY": ""]
    let unseen = try overlayRender(small + ["--window"], in: folder, variables: variables)
    #expect(unseen.status == 69 && unseen.messages.count == 1)
    #expect(unseen.error.hasPrefix("overlay-render: --window: picture in picture is not possible: "))
    try Data("damaged".utf8).write(to: folder.url.appending(path: "overlay-render/blank-64x36-30-1-medium-5s.mp4"))
    #expect(try overlayRender(small, in: folder, variables: variables).status == 0)
    try Data().write(to: folder.url.appending(path: "empty.txt"))
    for (file, status) in [("none.txt", 66), ("empty.txt", 65)] as [(String, Int32)] {
      let outcome = try overlayRender(
        ["compare", "subtitles", "--text-lines", file], in: folder, variables: variables)
      #expect(outcome.status == status && outcome.messages.count == 1 && outcome.output.isEmpty)
    }
  }

  @Test("Wrong values are errors of usage, and one line")
  func usage() throws {
    let folder = try ScratchFolder()
    for (arguments, message) in [
      (["--size", "63x36"], "--size: 63x36 has an odd side, which H.264 does not have: give even sides"),
      (["--runs", "0"], "--runs: "), (["--duration", "0s"], "--duration: "), (["--refresh", "x"], "--refresh: "),
      (["--offline", "--window"], "--offline and --window cannot be used together: give one of them"),
      (["--text-lines", "x"], "--text-lines is for subtitles: give compare subtitles, or leave it out"),
    ] {
      let outcome = try overlayRender(["compare"] + arguments, in: folder)
      #expect(outcome.status == 64 && outcome.messages.count == 1)
      #expect(outcome.error.hasPrefix("overlay-render: " + message))
    }
    #expect(try folder.names.isEmpty)
  }
}
