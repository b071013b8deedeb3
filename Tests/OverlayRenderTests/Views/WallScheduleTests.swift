import Foundation
import Testing

@testable import OverlayRender

@Suite("TimelineView in wall time")
struct WallScheduleTests {
  /// Returns the entry of a schedule in a stream whose time zero is half a second after a wall second.
  private func entry(_ schedule: TimelineSchedule, at time: MediaTime, anchor: Double = 1000.5) -> String {
    let view = TimelineView(schedule) { Text("\($0.count)@\($0.wall.date.timeIntervalSince1970)") }
    let anchor = WallTime(Date(timeIntervalSince1970: anchor))
    let builder = Resolved.builder(of: view, at: .at(time, wallAnchor: anchor))
    let text = builder.nodes.compactMap(\.textContent?.shape.string).joined()
    return "\(text) \(builder.earliestChange.seconds)"
  }

  @Test("A wall second starts when a clock changes")
  func seconds() throws {
    let start = Date(timeIntervalSince1970: 1000)
    for schedule in [TimelineSchedule.periodic(from: start, by: 1), .periodic(from: WallTime(start), by: .seconds(1))] {
      #expect(entry(schedule, at: .zero) == "0@1000.0 0.5")
      #expect(entry(schedule, at: .seconds(0.5) - .nanoseconds(1)) == "0@1000.0 0.5")
      #expect(entry(schedule, at: .seconds(0.5)) == "1@1001.0 1.5")
      #expect(entry(schedule, at: .seconds(3600)) == "3600@4600.0 3600.5")
    }
    let clock = Resolved.builder(
      of: ClockText(timeZone: .gmt), at: .at(.zero, wallAnchor: WallTime(Date(timeIntervalSince1970: 1000.5))))
    #expect(clock.earliestChange == .seconds(0.5))
  }

  @Test("A schedule shows its first moment before it")
  func future() {
    let schedule = TimelineSchedule.periodic(from: Date(timeIntervalSince1970: 1002), by: 0.25)
    #expect(entry(schedule, at: .zero) == "0@1002.0 1.5")
    #expect(entry(schedule, at: .seconds(2)) == "2@1002.5 2.25")
    #expect(entry(.periodic(from: Date(timeIntervalSince1970: 0), by: 0), at: .seconds(2)) == "0@1000.5 inf")
  }

  @Test("An interval of a frame rate stays exact")
  func exactInterval() {
    let start = WallTime(nanosecondsSince1970: 0)
    let view = TimelineView(.periodic(from: start, by: FrameRate.ntsc.interval)) { Text("\($0.count)") }
    let frame = FrameRate.ntsc.time(ofFrame: 1_000_003)
    #expect(Resolved.texts(of: view, at: .at(frame)) == ["1000003"])
    #expect(Resolved.builder(of: view, at: .at(frame)).earliestChange == FrameRate.ntsc.time(ofFrame: 1_000_004))
  }

  @Test("Every minute starts with a minute of the wall clock")
  func everyMinute() {
    #expect(entry(.everyMinute, at: .zero) == "0@960.0 19.5")
    #expect(entry(.everyMinute, at: .seconds(19.5)) == "1@1020.0 79.5")
    #expect(entry(.everyMinute, at: .seconds(7219.5)) == "121@8220.0 7279.5")
  }

  @Test("Dates may be in any order")
  func explicit() {
    let schedule = TimelineSchedule.explicit(dates: [1003.0, 1001].map { Date(timeIntervalSince1970: $0) })
    #expect(entry(schedule, at: .zero) == "0@1001.0 0.5")
    #expect(entry(schedule, at: .seconds(1)) == "0@1001.0 2.5")
    #expect(entry(schedule, at: .seconds(2.5)) == "1@1003.0 inf")
    #expect(entry(.explicit(moments: []), at: .seconds(2.5)) == "0@1000.5 inf")
  }

  @Test("When the wall clock is set, moments follow it as a clock does")
  func step() throws {
    let start = Date(timeIntervalSince1970: 0)
    let view = VStack {
      TimelineView(.periodic(from: start, by: 1)) { Text("\($0.wall.nanosecondsSince1970 / 1_000_000_000)") }
      TimelineView(.everyMinute) { Text("\($0.wall.nanosecondsSince1970 / 60_000_000_000)") }
    }
    var configuration = RenderConfiguration(
      size: PixelSize(width: 96, height: 96), frameRate: .fps(10), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    func picture(seconds: Int, minutes: Int) throws -> Picture {
      let expected = VStack {
        Text("\(seconds)"); Text("\(minutes)")
      }
      let renderer = try Renderer(expected, configuration: configuration, clock: ManualClock())
      return try #require(Picture(renderer.render(at: .zero)))
    }
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    #expect(try Picture(renderer.render(at: .seconds(1))) == picture(seconds: 1, minutes: 0))
    renderer.anchorWallClock(at: WallTime(nanosecondsSince1970: 119_500_000_000))
    #expect(try Picture(renderer.render(at: .seconds(1.1))) == picture(seconds: 120, minutes: 2))
    #expect(renderer.nextChange == .seconds(1.5))
    #expect(try Picture(renderer.render(at: .seconds(1.5))) == picture(seconds: 121, minutes: 2))
    renderer.anchorWallClock(at: WallTime(nanosecondsSince1970: 0))
    #expect(try Picture(renderer.render(at: .seconds(1.6))) == picture(seconds: 1, minutes: 0))
  }
}
