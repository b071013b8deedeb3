import OverlayRender
import Testing

@Suite("The end of a live stream")
struct LiveEndTests {
  private func frameCount(
    beginningAt wall: Int64, duration: MediaTime? = nil, until end: Int64? = nil, step: Int64 = 0
  ) async throws -> Int {
    let clock = ManualClock(time: .nanoseconds(987_654_321), wallTime: WallTime(nanosecondsSince1970: wall))
    var configuration = RenderConfiguration(size: PixelSize(8, 8))
    configuration.fonts = FixtureFonts.configuration
    let stream = FrameStream(Rectangle(), configuration: configuration)
    let frames = stream.live(
      clock: clock, duration: duration, until: end.map { WallTime(nanosecondsSince1970: $0) }, repeats: true)
    let iterator = frames.makeAsyncIterator()
    var count = 0
    while try await iterator.next() != nil {
      count += 1
      // A thirtieth of a second, rounded up: the next frame is due, and not yet the one after it.
      clock.advance(by: .nanoseconds(33_333_334))
      if count == 5, step != 0 { clock.stepWallClock(to: clock.wallTime.advanced(byNanoseconds: step)) }
    }
    return count
  }

  @Test("A duration is so many frames, wherever in the second the stream begins")
  func duration() async throws {
    for wall in stride(from: Int64(0), to: 1_000_000_000, by: 37_000_001) {
      #expect(try await frameCount(beginningAt: wall, duration: .nanoseconds(500_000_000)) == 15)
    }
  }

  @Test("A civil time ends the stream with the first frame at or past it, also when the wall clock is stepped")
  func wallEnd() async throws {
    #expect(try await frameCount(beginningAt: 0, until: 1_000_000_000) == 30)
    #expect(try await frameCount(beginningAt: 0, until: 1_000_000_001) == 31)
    #expect(try await frameCount(beginningAt: 0, duration: .seconds(9), until: 1_000_000_000) == 30)
    #expect(try await frameCount(beginningAt: 0, until: 2_000_000_000, step: 1_000_000_000) == 30)
  }
}
