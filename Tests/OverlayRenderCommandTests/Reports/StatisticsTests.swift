import Foundation
import Testing

@Suite("Statistics", .ownThreads)
struct StatisticsTests {
  private static let names: Set<String> = [
    "frames", "drawn", "repeated", "dropped", "pixelsDrawn", "bytesWritten", "wallSeconds", "cpuSeconds",
    "peakResidentBytes", "latenessMilliseconds", "skipped", "stalls", "stallSeconds", "lost", "unconfirmed",
    "reconnections",
  ]

  private func object(_ line: some DataProtocol) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  @Test("The statistics are one line of JSON")
  func atTheEnd() throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(smallClock + ["--duration", "3s", "--stats", "s.json", "--quiet"], in: folder)
    let text = try folder.data("s.json")
    #expect(text.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let statistics = try object(text)
    #expect(Set(statistics.keys) == Self.names)
    #expect(statistics["frames"] as? Int == 90)
    #expect(statistics["drawn"] as? Int == 3)
    #expect(statistics["repeated"] as? Int == 87)
    #expect(statistics["dropped"] as? Int == 0)
    #expect(statistics["bytesWritten"] as? Int == outcome.output.count)
    #expect(statistics["latenessMilliseconds"] is NSNull)
    #expect(try #require(statistics["peakResidentBytes"] as? Int) > 1_000_000)
    #expect(try #require(statistics["cpuSeconds"] as? Double) > 0)
  }

  @Test("Live runs report lateness, and write lines at an interval")
  func live() throws {
    let outcome = try overlayRender(
      smallClock + [
        "--live", "--duration", "300ms", "--as", "null", "--cfr", "--stats", "-", "--stats-every", "50ms",
      ], in: ScratchFolder())
    let lines = outcome.output.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count >= 2)
    let last = try object(try #require(lines.last))
    // On a busy machine the first picture may take more than one frame.
    #expect(try (5...9).contains(#require(last["frames"] as? Int)))
    let lateness = try #require(last["latenessMilliseconds"] as? [String: Any])
    #expect(Set(lateness.keys) == ["p50", "p99", "max"])
  }

  @Test("An existing statistics file stays, and a failed run leaves no file")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "s.json")
    let refused = try overlayRender(smallClock + ["--duration", "1s", "--stats", "s.json", "-o", "x.y4m"], in: folder)
    #expect(refused.status == 73)
    #expect(
      refused.messages == [
        "overlay-render: s.json: already exists: give another name, or add --overwrite to replace it"
      ])
    #expect(try folder.data("s.json") == Data("mine".utf8))
    let failed = try overlayRender(
      smallClock + ["--duration", "1s", "--stats", "new.json", "-o", "none/x.y4m"], in: folder)
    #expect(failed.status == 73)
    #expect(try folder.names == ["s.json"])
  }

  @Test("A run that cannot start or write leaves existing reports unchanged")
  func failedStart() throws {
    let folder = try ScratchFolder()
    for name in ["s.json", "e.txt"] { try folder.write("previous", to: name) }
    let reports = ["--overwrite", "--duration", "1s", "--explain", "e.txt", "--stats"]
    for (output, status) in [("none/x.y4m", 73), ("/dev/full", 74)] as [(String, Int32)] {
      for statistics in ["s.json", "new.json"] {
        let run = try overlayRender(smallClock + reports + [statistics, "-o", output], in: folder)
        #expect(run.status == status)
      }
    }
    // The output and one report can be opened, the other report cannot.
    let late = try overlayRender(
      smallClock + ["--overwrite", "--duration", "1s", "--as", "null", "--stats", "s.json", "--explain", "none/e.txt"],
      in: folder)
    #expect(late.status == 73)
    #expect(try folder.names == ["e.txt", "s.json"])
    for name in ["s.json", "e.txt"] { #expect(try folder.data(name) == Data("previous".utf8)) }
    // A successful run replaces them, whatever their length.
    #expect(try overlayRender(smallClock + reports + ["s.json", "--as", "null"], in: folder).status == 0)
    #expect(try folder.data("e.txt").filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(Set(try object(folder.data("s.json")).keys) == Self.names)
  }

  @Test("The statistics of a live run with a stalled reader have the stalls and the skipped frames")
  func stalledReader() throws {
    let folder = try ScratchFolder()
    // The pipe holds at most one of these pictures.
    let run = try RunningCommand(
      ["clock", "--size", "1024x512", "--as", "raw", "--live", "--fps", "20", "--duration", "1500ms", "--quiet"]
        + ["--stats", "s.json", "--stats-every", "50ms"], in: folder)
    _ = try run.read(1)
    // The test reads nothing until the statistics report a stall.
    func lines() throws -> [[String: Any]] {
      try folder.data("s.json").split(separator: UInt8(ascii: "\n")).map { try object($0) }
    }
    // A line that is being written may be incomplete.
    while run.process.isRunning, ((try? lines()) ?? []).allSatisfy({ $0["skipped"] as? Int ?? 0 < 20 }) {
      usleep(20_000)
    }
    let outcome = try run.finish()
    #expect(outcome.status == 0)
    let statistics = try #require(lines().last)
    #expect(try (20...30).contains(#require(statistics["frames"] as? Int)))
    #expect(try #require(statistics["stalls"] as? Int) >= 1)
    #expect(try #require(statistics["skipped"] as? Int) > 15)
    #expect(try #require(statistics["stallSeconds"] as? Double) > 1)
    #expect(statistics["dropped"] as? Int == 0)
  }
}
