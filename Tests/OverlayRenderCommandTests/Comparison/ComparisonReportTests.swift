import Foundation
import OverlayMedia
import OverlayRender
import Testing

@testable import overlay_render

@Suite("Reports of costs", .ownThreads)
struct ComparisonReportTests {
  @Test("Percentiles of lateness include only frames in the measured time")
  func lateness() throws {
    let progress = RecordingProgress()
    for _ in 0..<10 { progress.countFrame(work: RenderWork(), lateness: .seconds(5)) }
    let start = ComparisonMoment.start(of: progress)
    for _ in 0..<2 { progress.countFrame(work: RenderWork(), lateness: MediaTime(value: 1, timescale: 1000)) }
    let measurement = ComparisonMeasurement(
      from: start, to: ComparisonMoment(progress), refreshCount: 2, of: .naive, isLive: true)
    #expect(measurement.shown == 2)
    let lateness = try #require(measurement.latenessMilliseconds)
    #expect(lateness.p50 < 1.2 && lateness.p99 < 1.2)
  }

  @Test("Tables are at most 100 columns wide, also after hours")
  func width() throws {
    let rows = try ComparedWay.allCases.map { way in
      let run = #"""
        {"way": "\#(way.rawValue)", "seconds": 3600, "userSeconds": 2345.678, "systemSeconds": 123.456,
        "shown": 216000, "drawn": 216000, "repeated": 216000, "pixelsDrawn": 1791590400000,
        "wakeupsPerSecond": 12345.6, "peakResidentBytes": 999999999, "latenessMilliseconds": {"p50": 123.4, "p99": 1234.5}}
        """#
      return ComparisonReport.Row(
        way: way, runs: [try JSONDecoder().decode(ComparisonMeasurement.self, from: Data(run.utf8))])
    }
    let plan = ComparisonPlan(
      kind: .subtitles, lines: [], sizes: [], movieRate: .ntsc, refreshRate: .ntscDouble, duration: .seconds(9999),
      runCount: 100, isOffline: false, isInWindow: false)
    let report = ComparisonReport(
      plan: plan, size: PixelSize(7680, 4320), clipBytes: 99_999_999, blankVideoDifference: 2, rows: rows)
    let lines = report.table.split(separator: "\n")
    #expect(lines.count == 16 && lines.allSatisfy { $0.count <= 100 }, "\(report.table)")
  }

  @Test("Ways that show different pictures are not compared", arguments: [false, true])
  func refusal(isOffline: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let size = PixelSize(64, 36)
    var proof = ComparisonProof(
      overlay: ComparedOverlay(kind: .clock, lines: [], size: size), movieRate: .fps(30),
      clip: folder.appendingPathComponent("clip.mp4").path, isOffline: isOffline)
    proof.patience = .milliseconds(200)
    for (color, isBlank) in [(Color(white: 0.1), false), (.black, true)] {
      try await FrameStream(Rectangle().fill(color), size: size, frameRate: .fps(30)).write(
        to: proof.clip, as: .movie(.mp4, MovieOptions(frames: .every)), duration: BlankClip.duration, overwrite: true)
      if isBlank {
        proof.patience = .seconds(60)
        #expect(try await proof.check() <= ComparisonProof.tolerance)
      } else {
        let error = await #expect(throws: Failure.self) { try await proof.check() }
        #expect(error?.message.hasPrefix("blank video and view to video show different pictures at 0 s, ") == true)
      }
    }
  }
}
