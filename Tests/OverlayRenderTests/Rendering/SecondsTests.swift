import Foundation
import Testing

@testable import OverlayRender

/// The main requirement: a clock is accurate to the second at every rate, all day.
@Suite("Every second once, on its frame")
struct SecondsTests {
  static let rates: [FrameRate] = [.ntsc, .ntscFilm, .fps(24), .fps(25), .fps(30), .ntscDouble, .fps(60)]

  /// The labels `HH:mm:ss` of all seconds of a day.
  private static let labels: [String] = (0..<86_400).map { second in
    [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }

  @Test(
    "In 24 hours, each of the 86 400 seconds appears once, first on the first frame at or after it", arguments: rates)
  func day(rate: FrameRate) throws {
    try expectEverySecond(rate: rate, start: try .rfc3339("2026-02-03T00:00:00Z"), seconds: 86_400)
  }

  @Test("The same with a start between two seconds", arguments: rates)
  func fractionalStart(rate: FrameRate) throws {
    try expectEverySecond(rate: rate, start: try .rfc3339("2026-02-03T22:30:00.123456789Z"), seconds: 1800)
  }

  @Test(
    "The time of the zone is shown across a daylight saving change",
    arguments: [("2026-03-28T23:30:00Z", 1, 2), ("2026-10-24T23:30:00Z", 2, 1)], [FrameRate.ntsc, .fps(25)])
  func daylightSaving(change: (start: String, hoursBefore: Int, hoursAfter: Int), rate: FrameRate) throws {
    // Both changes are at 01:00 UTC, an hour and a half after the start.
    try expectEverySecond(
      rate: rate, start: try .rfc3339(change.start), seconds: 3 * 3600,
      zone: try #require(TimeZone(identifier: "Europe/Berlin")),
      offset: { $0 < 5400 ? change.hoursBefore * 3600 : change.hoursAfter * 3600 })
  }

  /// Steps from change to change as an offline stream does, and checks the only text.
  private func expectEverySecond(
    rate: FrameRate, start: WallTime, seconds: Int64, zone: TimeZone = .gmt,
    offset: (_ second: Int64) -> Int = { _ in 0 }
  ) throws {
    let clock = ClockText(format: "HH:mm:ss", timeZone: zone, locale: Locale(identifier: "en"))
    let startSecond = start.nanosecondsSince1970 / 1_000_000_000
    let fraction = start.nanosecondsSince1970 % 1_000_000_000
    var frame: Int64 = 0
    for second in 0..<seconds {
      // The first frame at or after the second, with integers only: n * denominator / numerator >= second - fraction.
      let nanoseconds = Int128(second) * 1_000_000_000 - Int128(fraction)
      let units = Int128(1_000_000_000) * Int128(rate.denominator)
      let due = max(0, (nanoseconds * Int128(rate.numerator) + units - 1) / units)
      guard frame == Int64(due) else {
        Issue.record("second \(second) is due on frame \(due), but the change was announced for frame \(frame)")
        return
      }
      let resolved = Resolved.builder(of: clock, at: .at(frame, wallAnchor: start, rate: rate))
      let label = Self.labels[Int((startSecond + second) % 86_400 + Int64(offset(second))) % 86_400]
      guard resolved.nodes.count == 1, resolved.nodes[0].textContent?.shape.string == label else {
        Issue.record("frame \(frame) should show \(label): \(resolved.nodes)")
        return
      }
      frame = rate.frame(atOrAfter: resolved.earliestChange)
    }
  }

  @Test("The frame before a second shows the previous second, in a whole scene", arguments: rates)
  func lastFrame(rate: FrameRate) throws {
    let start = try WallTime.rfc3339("2026-02-03T23:58:30.7Z")
    let clock = ClockText(format: "HH:mm:ss", timeZone: .gmt, locale: Locale(identifier: "en"))
    var scene = Scene(
      size: PixelSize(100, 20), alignment: .center, at: .at(0, wallAnchor: start, rate: rate),
      measuredBy: GridMeasurer()
    ) { clock.resolve(into: &$0) }
    for frame in 1..<rate.frame(atOrAfter: .seconds(180)) {
      let time = RenderTime.at(frame, wallAnchor: start, rate: rate)
      _ = scene.update(to: time, measuredBy: GridMeasurer())
      let second = Int(time.wall.nanosecondsSince1970 / 1_000_000_000 % 86_400)
      guard case .text(let text, _)? = scene.list.items.first?.content, text.shape.string == Self.labels[second] else {
        Issue.record("frame \(frame) should show \(Self.labels[second])")
        return
      }
    }
    #expect(scene.work.treesResolved == 1 && scene.work.scopesResolved == 180)
  }
}
