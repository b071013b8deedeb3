import TestTools
import Testing

@testable import OverlayRender

@Suite("TimebaseView")
struct TimebaseViewTests {
  @Test("Content follows the rate, the pauses and the jumps of the timebase")
  func follows() throws {
    let clock = ManualClock(time: .seconds(500))
    let timebase = Timebase(clock: clock)
    let content = StopwatchText(format: "ss.S").font(size: 12)
    let configuration = RenderConfiguration(size: PixelSize(64, 36), frameRate: .fps(10))
    let renderer = try Renderer(TimebaseView(timebase) { content }, configuration: configuration, clock: clock)
    func shows(_ milliseconds: Int64) throws -> Bool {
      let expected = try Renderer(content, configuration: configuration).render(at: .milliseconds(milliseconds))
      return try renderer.render(at: clock.time).hasSamePicture(as: expected)
    }
    #expect(try shows(0) && renderer.nextChange == .positiveInfinity)
    timebase.setRate(1)
    #expect(try shows(0) && renderer.nextChange == .milliseconds(500_100))
    clock.advance(by: .milliseconds(700))
    #expect(try shows(700))
    timebase.setTime(.seconds(9))
    #expect(try shows(9000))
    clock.advance(by: .milliseconds(300))
    #expect(try shows(9300))
    timebase.setRate(2)
    clock.advance(by: .milliseconds(500))
    #expect(try shows(10_300))
    timebase.setRate(0)
    clock.advance(by: .seconds(5))
    #expect(try shows(10_300) && renderer.nextChange == .positiveInfinity)
  }
}
