import OverlayBase
import TestTools
import Testing

@Suite("Media time range")
struct MediaTimeRangeTests {
  private func range(_ start: Int64, _ end: Int64) -> MediaTimeRange {
    MediaTimeRange(start: .seconds(start), end: .seconds(end))
  }

  @Test("The end is exclusive")
  func endIsExclusive() {
    let range = range(2, 5)
    #expect(range.end == .seconds(5) && range.duration == .seconds(3))
    #expect(range.contains(.seconds(2)))
    #expect(range.contains(.seconds(5) - .nanoseconds(1)))
    #expect(!range.contains(.seconds(5)))
    #expect(!range.contains(.seconds(2) - .nanoseconds(1)))
  }

  @Test("A range is invalid if its duration has an epoch, is invalid or is negative")
  func invalidRanges() {
    #expect(MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1, epoch: 1)) == .invalid)
    #expect(MediaTimeRange(start: .zero, duration: .seconds(-1)) == .invalid)
    #expect(MediaTimeRange(start: .zero, duration: .invalid) == .invalid)
    #expect(MediaTimeRange(start: .zero, duration: .negativeInfinity) == .invalid)
    #expect(MediaTimeRange(start: .invalid, duration: .zero) == .invalid)
    #expect(range(5, 2) == .invalid)
    #expect(MediaTimeRange(start: .negativeInfinity, end: .zero) == .invalid)
    #expect(MediaTimeRange(start: .positiveInfinity, duration: .zero) == .invalid)
    let epoch = MediaTime(value: 1, timescale: 1, epoch: 1)
    #expect(MediaTimeRange(start: epoch, end: epoch + .seconds(1)).duration == .seconds(1))
    #expect(MediaTimeRange(start: epoch, end: MediaTime(value: 9, timescale: 1, epoch: 2)) == .invalid)
    #expect(!MediaTimeRange.invalid.contains(.zero) && MediaTimeRange.invalid.isEmpty)
  }

  @Test("A range with an infinite duration contains every later number, and all of time contains all numbers")
  func infiniteRanges() {
    let live = MediaTimeRange(start: .seconds(3), duration: .positiveInfinity)
    #expect(live.end == .positiveInfinity)
    #expect(live.contains(.seconds(.max)) && !live.contains(.seconds(2)))
    #expect(!live.contains(.positiveInfinity) && !live.contains(.indefinite) && !live.contains(.invalid))
    let allOfTime = MediaTimeRange(start: .negativeInfinity, duration: .positiveInfinity)
    #expect(allOfTime.contains(.seconds(.min)) && allOfTime.containsTimeRange(live))
    #expect(allOfTime.intersection(range(1, 2)) == range(1, 2))
  }

  @Test("An empty range contains nothing, does not change a union, and is within every range")
  func emptyRanges() {
    #expect(range(4, 4).isEmpty && MediaTimeRange.zero.isEmpty && !range(4, 5).isEmpty)
    #expect(!range(4, 4).contains(.seconds(4)))
    #expect(range(4, 4).union(range(1, 2)) == range(1, 2))
    #expect(range(1, 2).union(range(4, 4)) == range(1, 2))
    #expect(range(4, 4).union(range(7, 7)) == .empty)
    #expect(range(1, 2).containsTimeRange(range(4, 4)))
  }

  @Test("A union spans both ranges, and an intersection is their common part")
  func unionAndIntersection() {
    #expect(range(1, 4).union(range(6, 9)) == range(1, 9))
    #expect(range(1, 6).intersection(range(4, 9)) == range(4, 6))
    #expect(range(1, 4).intersection(range(4, 9)) == .empty)
    #expect(range(1, 4).union(.invalid) == .invalid && MediaTimeRange.invalid.intersection(range(1, 2)) == .invalid)
    #expect(range(1, 9).containsTimeRange(range(2, 9)) && !range(1, 9).containsTimeRange(range(2, 10)))
  }

  @Test("A moment is in an intersection exactly if it is in both ranges, 1000 random pairs")
  func membership() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      func drawn() -> MediaTimeRange {
        MediaTimeRange(
          start: MediaTime(value: .random(in: -20...20, using: &random), timescale: .random(in: 1...6, using: &random)),
          duration: MediaTime(value: .random(in: 0...20, using: &random), timescale: .random(in: 1...6, using: &random))
        )
      }
      let (left, right) = (drawn(), drawn())
      let (common, span) = (left.intersection(right), left.union(right))
      #expect(common == right.intersection(left) && span == right.union(left))
      #expect(
        span.containsTimeRange(left) && span.containsTimeRange(right) && left.containsTimeRange(common)
          && right.containsTimeRange(common))
      for _ in 0..<10 {
        let time = MediaTime(
          value: .random(in: -90...90, using: &random), timescale: .random(in: 1...7, using: &random))
        #expect(common.contains(time) == (left.contains(time) && right.contains(time)))
        if left.contains(time) || right.contains(time) { #expect(span.contains(time)) }
      }
    }
  }
}
