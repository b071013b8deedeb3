import OverlayRender
import Testing

@Suite("Stretches of a run")
struct StreamStretchTests {
  @Test("A stretch has the frames that are due in it", arguments: [FrameRate.fps(30), .ntsc, .ntscFilm, .fps(1)])
  func frames(rate: FrameRate) throws {
    for (start, end) in [(0, 1_000), (1, 2_000), (999, 1_001), (33, 3_600_000)] {
      let from = MediaTime.nanoseconds(Int64(start) * 1_000_000)
      let to = MediaTime.nanoseconds(Int64(end) * 1_000_000)
      let first = rate.frame(atOrAfter: from)
      let last = rate.frame(atOrAfter: to)
      guard first < last else { continue }
      let stretch = try StreamStretch(from: from, to: to, ofRunUntil: nil, rate: rate)
      #expect(stretch.frames == first..<last)
      // The times give the same frames again: nothing was rounded.
      let duration = try #require(stretch.duration)
      #expect(rate.frame(atOrAfter: stretch.start) == first)
      #expect(rate.frame(atOrAfter: stretch.start + duration) == last)
    }
  }

  @Test("The run's end is the stretch's at the latest")
  func runEnd() throws {
    let stretch = try StreamStretch(to: .seconds(9), ofRunUntil: .seconds(2), rate: .fps(30))
    #expect(stretch.frames == 0..<60)
    #expect(try StreamStretch(ofRunUntil: nil, rate: .fps(30)).isEndless)
    #expect(try StreamStretch(ofRunUntil: nil, rate: .fps(30)).duration == nil)
  }

  @Test("A still is the frame that is shown then")
  func still() throws {
    let time = MediaTime.nanoseconds(99_000_000)
    #expect(try StreamStretch(at: time, ofRunUntil: nil, rate: .fps(30)).frames == 2..<3)
  }

  @Test("What is not in the run, or has no frame, is refused")
  func refusals() {
    let rate = FrameRate.fps(30)
    #expect(throws: StreamStretchError.beyondEnd(.seconds(2), end: .seconds(2))) {
      try StreamStretch(from: .seconds(2), ofRunUntil: .seconds(2), rate: rate)
    }
    #expect(throws: StreamStretchError.beyondEnd(.seconds(2), end: .seconds(2))) {
      try StreamStretch(at: .seconds(2), ofRunUntil: .seconds(2), rate: rate)
    }
    #expect(throws: StreamStretchError.empty(from: .seconds(2), to: .seconds(1))) {
      try StreamStretch(from: .seconds(2), to: .seconds(1), ofRunUntil: nil, rate: rate)
    }
  }
}
