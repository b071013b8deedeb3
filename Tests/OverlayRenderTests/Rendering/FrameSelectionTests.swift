import OverlayRender
import Testing

@Suite("Frame selections")
struct FrameSelectionTests {
  @Test(
    "A selection contains the frames that are due in its range",
    arguments: [FrameRate.fps(30), .ntsc, .ntscFilm, .fps(1)])
  func frames(rate: FrameRate) throws {
    for (start, end) in [(0, 1_000), (1, 2_000), (999, 1_001), (33, 3_600_000)] {
      let from = MediaTime.nanoseconds(Int64(start) * 1_000_000)
      let to = MediaTime.nanoseconds(Int64(end) * 1_000_000)
      let first = rate.frame(atOrAfter: from)
      let last = rate.frame(atOrAfter: to)
      guard first < last else { continue }
      let selection = try FrameSelection(from: from, to: to, ofRunUntil: nil, rate: rate)
      #expect(selection.range == first..<last)
      // The times map to the same frames: they are not rounded.
      let duration = try #require(selection.duration)
      #expect(rate.frame(atOrAfter: selection.start) == first)
      #expect(rate.frame(atOrAfter: selection.start + duration) == last)
    }
  }

  @Test("A selection ends with the run at the latest")
  func runEnd() throws {
    let selection = try FrameSelection(to: .seconds(9), ofRunUntil: .seconds(2), rate: .fps(30))
    #expect(selection.range == 0..<60)
    #expect(try FrameSelection(ofRunUntil: nil, rate: .fps(30)).isEndless)
    #expect(try FrameSelection(ofRunUntil: nil, rate: .fps(30)).duration == nil)
  }

  @Test("A still is the frame that is shown at the time")
  func still() throws {
    let time = MediaTime.nanoseconds(99_000_000)
    #expect(try FrameSelection(at: time, ofRunUntil: nil, rate: .fps(30)).range == 2..<3)
  }

  @Test("A time outside of the run, and a range without frames, are errors")
  func errors() {
    let rate = FrameRate.fps(30)
    #expect(throws: FrameSelectionError.beyondEnd(.seconds(2), end: .seconds(2))) {
      try FrameSelection(from: .seconds(2), ofRunUntil: .seconds(2), rate: rate)
    }
    #expect(throws: FrameSelectionError.beyondEnd(.seconds(2), end: .seconds(2))) {
      try FrameSelection(at: .seconds(2), ofRunUntil: .seconds(2), rate: rate)
    }
    #expect(throws: FrameSelectionError.empty(from: .seconds(2), to: .seconds(1))) {
      try FrameSelection(from: .seconds(2), to: .seconds(1), ofRunUntil: nil, rate: rate)
    }
  }
}
