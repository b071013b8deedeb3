import Foundation
import Testing

@Suite("Statistics")
struct StatisticsTests {
  private static let names: Set<String> = [
    "frames", "drawn", "repeated", "dropped", "pixelsDrawn", "bytesWritten", "wallSeconds", "cpuSeconds",
    "peakResidentBytes", "latenessMilliseconds", "skipped", "stalls", "stallSeconds",
  ]

  private func object(_ line: some DataProtocol) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  @Test("One line of JSON tells what was done")
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

  @Test("Live runs tell how late frames were, and lines come in between when asked for")
  func live() throws {
    let outcome = try overlayRender(
      smallClock + [
        "--live", "--duration", "300ms", "--as", "null", "--cfr", "--stats", "-", "--stats-every", "50ms",
      ], in: ScratchFolder())
    let lines = outcome.output.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count >= 2)
    let last = try object(try #require(lines.last))
    // On a busy machine the first picture may take the place of more than one frame.
    #expect(try (5...9).contains(#require(last["frames"] as? Int)))
    let lateness = try #require(last["latenessMilliseconds"] as? [String: Any])
    #expect(Set(lateness.keys) == ["p50", "p99", "max"])
  }

  @Test("An existing file of statistics is not touched, and a run that failed leaves none")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "s.json")
    let refused = try overlayRender(smallClock + ["--duration", "1s", "--stats", "s.json", "-o", "x.y4m"], in: folder)
    #expect(refused.status == 73)
    #expect(
      refused.messages == ["overlay-render: s.json: already exists: give another name, or --overwrite to replace it"])
    #expect(try folder.data("s.json") == Data("mine".utf8))
    let failed = try overlayRender(
      smallClock + ["--duration", "1s", "--stats", "new.json", "-o", "none/x.y4m"], in: folder)
    #expect(failed.status == 73)
    #expect(try folder.names == ["s.json"])
  }

  @Test("A run that cannot start, or cannot write, leaves the reports of the run before as they are")
  func failedStart() throws {
    let folder = try ScratchFolder()
    for name in ["s.json", "e.txt"] { try folder.write("of the run before", to: name) }
    let reports = ["--overwrite", "--duration", "1s", "--explain", "e.txt", "--stats"]
    for (output, status) in [("none/x.y4m", 73), ("/dev/full", 74)] as [(String, Int32)] {
      for statistics in ["s.json", "new.json"] {
        let run = try overlayRender(smallClock + reports + [statistics, "-o", output], in: folder)
        #expect(run.status == status)
      }
    }
    // Its output and one report can be opened, the other report cannot.
    let late = try overlayRender(
      smallClock + ["--overwrite", "--duration", "1s", "--as", "null", "--stats", "s.json", "--explain", "none/e.txt"],
      in: folder)
    #expect(late.status == 73)
    #expect(try folder.names == ["e.txt", "s.json"])
    for name in ["s.json", "e.txt"] { #expect(try folder.data(name) == Data("of the run before".utf8)) }
    // A run that works replaces them, whatever their length.
    #expect(try overlayRender(smallClock + reports + ["s.json", "--as", "null"], in: folder).status == 0)
    #expect(try folder.data("e.txt").filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(Set(try object(folder.data("s.json")).keys) == Self.names)
  }

  @Test("A live run whose reader stops says how often, how long, and what was skipped")
  func stalledReader() throws {
    let folder = try ScratchFolder()
    // Pictures that a pipe does not hold more than one of.
    let run = try RunningCommand(
      ["clock", "--size", "1024x512", "--as", "raw", "--live", "--fps", "20", "--duration", "1500ms", "--quiet"]
        + ["--stats", "s.json", "--stats-every", "50ms"], in: folder)
    _ = try run.read(1)
    // Nothing is read until the statistics say that the run is held up.
    func lines() throws -> [[String: Any]] {
      try folder.data("s.json").split(separator: UInt8(ascii: "\n")).map { try object($0) }
    }
    while run.process.isRunning, try lines().allSatisfy({ $0["skipped"] as? Int ?? 0 < 20 }) { usleep(20_000) }
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
