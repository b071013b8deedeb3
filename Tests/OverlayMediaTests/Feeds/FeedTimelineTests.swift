import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The times of live feeds")
struct FeedTimelineTests {
  /// Receives pictures at 25 per second.
  ///
  /// - Parameters:
  ///   - times: The times of the feed in seconds.
  ///   - delay: Returns the delay in seconds with which a time is received.
  private func receive(
    _ timeline: inout FeedTimeline, _ times: Range<Double>, delay: (_ time: Double) -> Double
  ) -> [(now: Double, shift: Double)] {
    stride(from: times.lowerBound, to: times.upperBound, by: 0.04).map { time in
      let now = time + delay(time)
      timeline.receive(.seconds(rounding: time), at: .seconds(rounding: now))
      return (now, timeline.shift?.seconds ?? .nan)
    }
  }

  private static let margin = FeedTimeline.margin.seconds

  @Test("What arrives regularly is due the margin later, whatever the clock of the feed")
  func regular() {
    for delay in [-5000, -3, 0, 0.1, 7, 90_000] as [Double] {
      var timeline = FeedTimeline()
      let shifts = receive(&timeline, 100..<160) { _ in delay }.map(\.shift)
      #expect(shifts.allSatisfy { abs($0 - delay - Self.margin) < 1e-6 }, "\(delay)")
    }
  }

  @Test("Of what was sent before the connection, only the latest is due")
  func backlog() {
    var timeline = FeedTimeline()
    // Three seconds arrive within 0.3 seconds.
    _ = receive(&timeline, 0..<3) { 3 - 0.9 * $0 }
    let shifts = receive(&timeline, 3..<60) { _ in 0.3 }.map(\.shift)
    #expect(shifts.allSatisfy { abs($0 - 0.3 - Self.margin) < 0.05 }, "\(shifts.first ?? 0)")
  }

  @Test("Delays that vary by less than the margin change nothing, and what is late after them moves all that follows")
  func jitter() {
    var timeline = FeedTimeline()
    var generator = SeededGenerator(seed: 1)
    _ = receive(&timeline, 0..<2) { _ in 0 }
    let jittered = receive(&timeline, 2..<60) { _ in Double.random(in: 0...0.19, using: &generator) }
    #expect(Set(jittered.map(\.shift)).count == 1)
    let later = receive(&timeline, 60..<62) { _ in 0.5 }.map(\.shift)
    #expect(later.allSatisfy { abs($0 - 0.5 - Self.margin) < 1e-6 })
    // The shift never decreases again at once, but within two windows of ten seconds.
    let again = receive(&timeline, 62..<90) { _ in 0.1 }.map(\.shift)
    #expect(abs((again.last ?? 0) - 0.1 - Self.margin) < 1e-6)
    #expect(zip(again, again.dropFirst()).count { $0 != $1 } == 1)
  }

  @Test("After an interruption of more than a second, the latest is due, although what was delayed arrives too")
  func interruption() {
    var timeline = FeedTimeline()
    _ = receive(&timeline, 0..<10) { _ in 0.1 }
    // Four seconds arrive within 0.4 seconds, four seconds too late.
    _ = receive(&timeline, 10..<14) { 4.1 - 0.9 * ($0 - 10) }
    let shifts = receive(&timeline, 14..<40) { _ in 0.1 }.map(\.shift)
    #expect(shifts.dropFirst(20).allSatisfy { abs($0 - 0.1 - Self.margin) < 0.45 })
    #expect(abs((shifts.last ?? 0) - 0.1 - Self.margin) < 0.1)
  }

  @Test("A clock that is faster or slower by a ten-thousandth never makes a feed early by more than the margin allows")
  func drift() {
    for drift in [1e-4, -1e-4] {
      var timeline = FeedTimeline()
      // The first second searches for the least delay.
      let shifts = receive(&timeline, 0..<20_000) { $0 * drift }.dropFirst(26)
      let excess = shifts.map { $0.shift - (($0.now / (1 + drift)) * drift) }
      #expect(excess.allSatisfy { (-1e-6...(Self.margin + 0.15)).contains($0) }, "\(drift)")
      // Each step is seen and heard.
      #expect(zip(shifts, shifts.dropFirst()).count { $0.shift != $1.shift } <= 25)
    }
  }

  @Test("A jump of the clock of the feed begins again")
  func jump() {
    var timeline = FeedTimeline()
    _ = receive(&timeline, 0..<10) { _ in 0 }
    #expect(abs((receive(&timeline, 5000..<5001) { _ in -4990 }.last?.shift ?? 0) + 4990 - Self.margin) < 1e-6)
    #expect(abs((receive(&timeline, 0..<1) { _ in 11 }.last?.shift ?? 0) - 11 - Self.margin) < 1e-6)
  }

  @Test("Sound that is somewhat later than its pictures moves both, and sound with other times moves nothing")
  func sound() {
    for (delay, moves) in [(0.15, false), (0.6, true), (5, false), (-5, false)] as [(Double, Bool)] {
      var timeline = FeedTimeline()
      for tick in 0..<2000 {
        let time = Double(tick) * 0.04
        timeline.receive(.seconds(rounding: time), at: .seconds(rounding: time))
        timeline.receive(sound: .seconds(rounding: time - delay), at: .seconds(rounding: time))
      }
      let expected = Self.margin + (moves ? delay : 0)
      #expect(abs((timeline.shift?.seconds ?? 0) - expected) < 0.01, "\(delay)")
    }
  }

  @Test("Times of any size end no process")
  func extremes() {
    var timeline = FeedTimeline()
    for value in [Int64.max, .min, 0, .max / 2] {
      for timescale in [1, 90_000, .max] as [Int32] {
        timeline.receive(MediaTime(value: value, timescale: timescale), at: .seconds(1))
        timeline.receive(.zero, at: .seconds(2))
      }
    }
    timeline.receive(.seconds(3), at: .seconds(3))
    #expect(timeline.shift != nil)
  }
}

extension MediaTime {
  /// The nearest time in nanoseconds.
  fileprivate static func seconds(rounding seconds: Double) -> MediaTime {
    .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}
