import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Clocks, countdowns, stopwatches, timecode")
struct TimedViewTests {
  /// Returns the text of a view.
  private func shown(
    _ view: some View, at time: MediaTime, wallAnchor: WallTime = WallTime(nanosecondsSince1970: 0),
    rate: FrameRate = .fps(30)
  ) -> String {
    Resolved.texts(of: view, at: .at(time, wallAnchor: wallAnchor, rate: rate)).joined(separator: "|")
  }

  private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  private static let frame = FrameRate.fps(30).interval

  @Test("A transition without a time starts with the stream")
  func transitionAtStart() throws {
    let start = MediaTime(value: 18, timescale: 30)
    let view = Color.red.transition(.opacity(duration: .seconds(1), easing: .linear))
    let renderer = try Renderer(
      view, configuration: RenderConfiguration(size: PixelSize(1, 1)), streamStart: start, clock: ManualClock())
    func alpha(after time: MediaTime) throws -> Int {
      Int(try #require(Picture(renderer.render(at: start + time))).bytes[3])
    }
    #expect(try alpha(after: .zero) == 0)
    #expect(try abs(alpha(after: .milliseconds(500)) - 128) <= 1)
    #expect(try alpha(after: .seconds(1)) == 255)
  }

  @Test("A clock passes midnight on the frame that is due at it")
  func midnight() throws {
    let clock = ClockText(format: "EEE HH:mm:ss", timeZone: .gmt, locale: Locale(identifier: "en"))
    let anchor = try WallTime.rfc3339("2026-12-31T23:59:59Z")
    #expect(shown(clock, at: .seconds(1) - Self.frame, wallAnchor: anchor) == "Thu 23:59:59")
    #expect(shown(clock, at: .seconds(1), wallAnchor: anchor) == "Fri 00:00:00")
  }

  @Test(
    "A clock follows daylight saving time",
    arguments: [
      ("2026-03-29T00:59:59Z", "01:59:59", "03:00:00"), ("2026-10-25T00:59:59Z", "02:59:59", "02:00:00"),
    ])
  func daylightSaving(before: String, last: String, first: String) throws {
    let anchor = try WallTime.rfc3339(before)
    let clock = ClockText(timeZone: Self.berlin)
    #expect(shown(clock, at: .seconds(1) - Self.frame, wallAnchor: anchor) == last)
    #expect(shown(clock, at: .seconds(1), wallAnchor: anchor) == first)
    let hours = ClockText(format: "HH", timeZone: Self.berlin)
    let next = Resolved.builder(of: hours, at: .at(0, wallAnchor: anchor)).earliestChange
    #expect(next == .seconds(1), "a clock of hours changes with the zone")
  }

  @Test("A clock uses its own zone and locale, or the inherited ones")
  func surroundings() throws {
    let anchor = try WallTime.rfc3339("2026-07-01T10:00:00Z")
    let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
    let view = HStack {
      ClockText(format: "HH:mm")
      ClockText(format: "HH:mm", timeZone: .gmt)
      ClockText(format: "EEEE", locale: Locale(identifier: "de"))
    }
    .timeZone(tokyo).locale(Locale(identifier: "ar-EG"))
    #expect(shown(view, at: .zero, wallAnchor: anchor) == "١٩:٠٠|١٠:٠٠|Mittwoch")
  }

  @Test("Digits follow the locale in every view")
  func digits() {
    let view = HStack {
      ClockText(timeZone: .gmt)
      CountdownText(for: .seconds(65), format: "m:ss")
      StopwatchText(format: "m:ss.S")
    }
    .locale(Locale(identifier: "ar-EG"))
    #expect(shown(view, at: MediaTime(value: 21, timescale: 10)) == "٠٠:٠٠:٠٢|١:٠٣|٠:٠٢.١")
  }

  /// A countdown of ten seconds: its text one frame before zero, at zero, one frame and one second after it, and after
  /// two minutes.
  struct AtZero: Sendable, CustomTestStringConvertible {
    let rule: CountdownRule.AtZero
    let shown: [String]
    var testDescription: String { "\(rule)" }
  }

  @Test(
    "A countdown shows zero exactly at zero, and then follows its rule",
    arguments: [
      AtZero(rule: .hold, shown: ["00:01", "00:00", "00:00", "00:00", "00:00"]),
      AtZero(rule: .end, shown: ["00:01", "00:00", "00:00", "00:00", "00:00"]),
      AtZero(rule: .hide, shown: ["00:01", "", "", "", ""]),
      AtZero(rule: .text("Go!"), shown: ["00:01", "Go!", "Go!", "Go!", "Go!"]),
      AtZero(rule: .countUp(signed: false), shown: ["00:01", "00:00", "00:00", "00:01", "02:00"]),
      AtZero(rule: .countUp(signed: true), shown: ["00:01", "00:00", "00:00", "-00:01", "-02:00"]),
    ])
  func atZero(_ example: AtZero) {
    let views: [any View] = [
      CountdownText(for: .seconds(10), format: "mm:ss", atZero: example.rule),
      CountdownText(to: WallTime(nanosecondsSince1970: 10_000_000_000), format: "mm:ss", atZero: example.rule),
    ]
    for view in views { #expect(aroundZero(view) == example.shown) }
  }

  private func aroundZero(_ view: any View) -> [String] {
    [.seconds(10) - Self.frame, .seconds(10), .seconds(10) + Self.frame, .seconds(11), .seconds(130)].map {
      Resolved.texts(of: view, at: .at($0)).joined()
    }
  }

  @Test("A loop of a duration starts again after zero was shown for a unit")
  func loopOfSpan() {
    let view = CountdownText(for: .seconds(10), format: "mm:ss", atZero: .loop)
    #expect(aroundZero(view) == ["00:01", "00:00", "00:00", "00:09", "00:00"])
    #expect(shown(view, at: .zero) == "00:10")
    #expect(shown(view, at: .seconds(20)) == "00:00")
  }

  @Test("A loop to a moment continues to the same time on the next day, also if that day is shorter")
  func loopOfMoment() throws {
    let target = try WallTime.rfc3339("2026-03-28T11:00:00Z")
    let view = CountdownText(to: target, atZero: .loop, timeZone: Self.berlin)
    let anchor = target.advanced(byNanoseconds: -1_000_000_000)
    #expect(shown(view, at: .zero, wallAnchor: anchor) == "00:00:01")
    #expect(shown(view, at: .seconds(1), wallAnchor: anchor) == "00:00:00")
    #expect(shown(view, at: .seconds(2) - Self.frame, wallAnchor: anchor) == "00:00:00")
    #expect(shown(view, at: .seconds(2), wallAnchor: anchor) == "22:59:59")
  }

  @Test("A duration counts from the start of the stream")
  func streamStart() {
    let time = RenderTime(
      presentation: .seconds(103), streamStart: .seconds(100), wallAnchor: WallTime(nanosecondsSince1970: 0),
      frameRate: .fps(30))
    #expect(Resolved.texts(of: CountdownText(for: .seconds(10), format: "s"), at: time) == ["7"])
    #expect(Resolved.texts(of: StopwatchText(format: "s"), at: time) == ["3"])
    #expect(Resolved.builder(of: StopwatchText(format: "s"), at: time).earliestChange == .seconds(104))
  }

  @Test("A stopwatch rounds down, counting from its start")
  func stopwatch() {
    let view = StopwatchText(from: MediaTime(value: 119, timescale: 2), format: "mm:ss.S")
    #expect(shown(view, at: .zero) == "00:59.5")
    #expect(shown(view, at: MediaTime(value: 1, timescale: 2) - Self.frame) == "00:59.9")
    #expect(shown(view, at: MediaTime(value: 1, timescale: 2)) == "01:00.0")
  }

  @Test("Drop-frame timecode skips two numbers at the start of most minutes")
  func dropFrame() throws {
    let rate = FrameRate.ntsc
    let view = TimecodeText(from: try Timecode(parsing: "00:00:00;00", rate: rate))
    #expect(shown(view, at: rate.time(ofFrame: 0), rate: rate) == "00:00:00;00")
    #expect(shown(view, at: rate.time(ofFrame: 1799), rate: rate) == "00:00:59;29")
    #expect(shown(view, at: rate.time(ofFrame: 1800), rate: rate) == "00:01:00;02")
    #expect(shown(view, at: rate.time(ofFrame: 17_982), rate: rate) == "00:10:00;00")
  }
}

@Suite("TimelineView")
struct TimelineViewTests {
  private func entries(_ schedule: TimelineSchedule, at times: [MediaTime]) -> [String] {
    let view = TimelineView(schedule) { Text("\($0.count)@\($0.time.seconds)") }
    return times.map { time in
      let builder = Resolved.builder(of: view, at: .at(time))
      return "\(builder.nodes.compactMap(\.textContent?.shape.string).joined()) \(builder.earliestChange.seconds)"
    }
  }

  @Test("A periodic schedule counts its moments exactly, and starts with the first one")
  func periodic() {
    let schedule = TimelineSchedule.every(MediaTime(value: 3, timescale: 2), from: .seconds(1))
    let times = [MediaTime.zero, .seconds(1), .seconds(2), MediaTime(value: 5, timescale: 2), .seconds(1501)]
    #expect(entries(schedule, at: times) == ["0@1.0 1.0", "0@1.0 2.5", "0@1.0 2.5", "1@2.5 4.0", "1000@1501.0 1502.5"])
  }

  @Test("An interval that is not positive has no changes")
  func noInterval() {
    for interval in [MediaTime.zero, .seconds(-1), .indefinite, .positiveInfinity] {
      #expect(entries(.every(interval), at: [.seconds(5)]) == ["0@0.0 inf"])
    }
  }

  @Test("An explicit schedule accepts times in any order")
  func explicit() {
    let schedule = TimelineSchedule.explicit([.seconds(4), .seconds(2), .invalid])
    #expect(
      entries(schedule, at: [.seconds(1), .seconds(2), .seconds(3), .seconds(9)]) == [
        "0@2.0 2.0", "0@2.0 4.0", "0@2.0 4.0", "1@4.0 inf",
      ])
    #expect(entries(.explicit([]), at: [.seconds(1)]) == ["0@0.0 inf"])
  }

  @Test("Every frame is a moment of the everyFrame schedule")
  func everyFrame() {
    let view = TimelineView(.everyFrame) { Text(String($0.count)) }
    for frame in [0, 1, 29, 30, 1_000_003] as [Int64] {
      let builder = Resolved.builder(of: view, at: .at(frame, rate: .ntsc))
      #expect(builder.nodes.compactMap(\.textContent?.shape.string) == [String(frame)])
      #expect(builder.earliestChange == FrameRate.ntsc.time(ofFrame: frame + 1))
    }
  }

  @Test("The content gets the wall time of the moment, not of the frame")
  func wall() {
    let view = TimelineView(.every(.seconds(2))) { Text(String($0.wall.nanosecondsSince1970)) }
    let anchor = WallTime(nanosecondsSince1970: 1000)
    #expect(Resolved.texts(of: view, at: .at(.seconds(5), wallAnchor: anchor)) == ["4000001000"])
  }
}
