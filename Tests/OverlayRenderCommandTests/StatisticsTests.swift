import Foundation
import Testing

@Suite("Statistics")
struct StatisticsTests {
  private static let names: Set<String> = [
    "frames", "drawn", "repeated", "dropped", "pixelsDrawn", "bytesWritten", "wallSeconds", "cpuSeconds",
    "peakResidentBytes", "latenessMilliseconds",
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
    #expect(last["frames"] as? Int == 9)
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
      refused.messages == ["overlay-render: s.json: exists already: give another name, or --overwrite to replace it"])
    #expect(try folder.data("s.json") == Data("mine".utf8))
    let failed = try overlayRender(
      smallClock + ["--duration", "1s", "--stats", "new.json", "-o", "none/x.y4m"], in: folder)
    #expect(failed.status == 73)
    #expect(try folder.names == ["s.json"])
  }
}
