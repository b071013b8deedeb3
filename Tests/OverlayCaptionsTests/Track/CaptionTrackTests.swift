import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Looking up cues by time")
struct CaptionTrackTests {
  private func cue(_ start: Int64, _ end: Int64, _ text: String = "x") -> CaptionCue {
    CaptionCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
  }

  @Test("Lookups agree with a linear search", arguments: 0..<40)
  func lookupEqualsSearch(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let track = CaptionTrack(generator.cues(Int.random(in: 0...60, using: &generator)))
    var times = track.cues.flatMap { [$0.start, $0.end] }
    times += times.map { $0 - MediaTime(value: 1, timescale: 30_000) } + [.zero, .seconds(-1), .seconds(100)]
    for time in times {
      let active = track.cues.indices.filter { track.cues[$0].isActive(at: time) }
      #expect(track.active(at: time) == active, "seed \(seed), \(time)")
      let shown = track.cues.indices.filter { track.cues[$0].isEverShown }
      #expect(track.latest(at: time) == shown.last { track.cues[$0].start <= time })
      let edges = shown.flatMap { [track.cues[$0].start, track.cues[$0].end] }
      #expect(track.nextChange(after: time) == edges.filter { $0 > time }.min() ?? .positiveInfinity)
    }
    #expect(track.end == track.cues.filter(\.isEverShown).map(\.end).max() ?? .zero)
  }

  @Test("The previous and next cue are cues that are ever shown")
  func neighbors() {
    let track = CaptionTrack([cue(0, 10), cue(20, 20), cue(30, 40), cue(50, 45)])
    #expect(track.cue(after: nil) == 0)
    #expect(track.cue(after: 0) == 2)
    #expect(track.cue(after: 2) == nil)
    #expect(track.cue(before: 2) == 0)
    #expect(track.cue(before: 0) == nil)
    #expect(track.cue(before: 3) == 2)
  }

  @Test("Cues are sorted by start; of several with the same start the longest is first")
  func order() {
    let track = CaptionTrack([cue(5, 6, "c"), cue(0, 2, "b"), cue(0, 9, "a"), cue(5, 6, "d")])
    #expect(track.cues.map(\.plainText) == ["a", "b", "c", "d"])
  }

  @Test("A cue is shown from its start up to its end, at every frame of ten hours")
  func exactOverTenHours() {
    // Each second of ten hours has its own cue, which lasts for 3/7 of it.
    let cues = (0..<36_000).map { second in
      CaptionCue(
        start: .seconds(Int64(second)), end: .seconds(Int64(second)) + MediaTime(value: 3, timescale: 7), text: "x")
    }
    let track = CaptionTrack(cues)
    for rate in [FrameRate.ntsc, .ntscFilm, .fps(25), .fps(60)] {
      let last = rate.frame(atOrBefore: .seconds(36_000))
      for frame in [0, 1, 2, 1_000_000 % last, last / 2, last / 2 + 1, last - 1] + (last - 200..<last) {
        let time = rate.time(ofFrame: frame)
        // In sevenths of a tick of the frame rate, as whole numbers.
        let ticks = Int128(time.value) * 7 % (7 * Int128(time.timescale))
        let expected = ticks < 3 * Int128(time.timescale) ? [Int(time.value / Int64(time.timescale))] : []
        #expect(track.active(at: time) == expected, "frame \(frame) at \(rate)")
      }
    }
  }

  @Test("A cue without an end stays")
  func endless() {
    let track = CaptionTrack([CaptionCue(start: .seconds(1), end: .positiveInfinity, text: "for ever")])
    #expect(track.active(at: .seconds(1_000_000)) == [0])
    #expect(track.nextChange(after: .seconds(1)) == .positiveInfinity)
    #expect(track.end == .positiveInfinity)
  }

  @Test("Lines of text have exact times")
  func lines() {
    let track = CaptionTrack(lines: ["a", "b", "c"], every: MediaTime(value: 1001, timescale: 30_000))
    #expect(track.cues[2].start == MediaTime(value: 2002, timescale: 30_000))
    #expect(track.end == MediaTime(value: 3003, timescale: 30_000))
  }
}

@Suite("Lanes of cues with the same placement")
struct CaptionLanesTests {
  private func lanes(_ times: [(Int64, Int64)], placements: [CaptionPlacement] = []) -> [String] {
    let cues = times.enumerated().map { index, time in
      var cue = CaptionCue(start: .milliseconds(time.0), end: .milliseconds(time.1), text: "x")
      if index < placements.count { cue.placement = placements[index] }
      return cue
    }
    let lanes = CaptionTrack(cues).index.lanes
    return cues.indices.map { cue in lanes[cue]?.below.map { "\(lanes[cue]?.number ?? 0) on \($0)" } ?? "first" }
  }

  @Test("A cue gets the first free lane")
  func free() {
    #expect(lanes([(0, 10), (10, 20)]) == ["first", "first"])
    #expect(lanes([(0, 10), (5, 20), (9, 30)]) == ["first", "1 on 0", "2 on 1"])
    #expect(lanes([(0, 10), (5, 20), (10, 30), (12, 40)]) == ["first", "1 on 0", "first", "2 on 1"])
  }

  @Test("Cues with other placements do not interfere")
  func places() {
    let left = CaptionPlacement(position: 0, positionAlignment: .lineLeft, size: 40)
    let right = CaptionPlacement(position: 60, positionAlignment: .lineLeft, size: 40)
    let top = CaptionPlacement(line: .number(0))
    #expect(lanes([(0, 10), (0, 10), (0, 10)], placements: [left, right, top]) == ["first", "first", "first"])
    #expect(lanes([(0, 10), (1, 10)], placements: [left, CaptionPlacement()]) == ["first", "1 on 0"])
  }

  /// Returns the share of the picture for each cue, in percent.
  private func shares(_ cues: [(Int64, Int64, String)], _ placements: [CaptionPlacement] = []) -> [Int] {
    let cues = cues.enumerated().map { index, cue in
      var cue = CaptionCue(start: .milliseconds(cue.0), end: .milliseconds(cue.1), text: cue.2)
      if index < placements.count { cue.placement = placements[index] }
      return cue
    }
    let lanes = CaptionTrack(cues).index.lanes
    return cues.indices.map { Int(((lanes[$0]?.share ?? 1) * 100).rounded()) }
  }

  @Test("The share of a cue is its part of all lines at the time when these are most numerous")
  func shares() {
    #expect(shares([(0, 10, "a"), (10, 20, "b")]) == [100, 100])
    #expect(shares([(0, 10, "a"), (5, 20, "b\nc\nd")]) == [25, 75])
    #expect(shares([(0, 10, "a"), (5, 20, "b"), (6, 7, "c"), (10, 30, "d"), (30, 40, "e")]) == [33, 33, 33, 33, 100])
    // A line that is too long for most pictures counts as several.
    #expect(shares([(0, 10, "a"), (0, 10, String(repeating: "x", count: 100))]) == [25, 75])
    // Invisible text takes no space.
    #expect(shares([(0, 10, "a"), (0, 10, " ")]) == [100, 0])
  }

  @Test("Cues share the picture at any position across their lines, but not along them")
  func sharesOfPlaces() {
    let top = CaptionPlacement(line: .number(0))
    let left = CaptionPlacement(position: 0, positionAlignment: .lineLeft, size: 40)
    let right = CaptionPlacement(position: 60, positionAlignment: .lineLeft, size: 40)
    let columns = CaptionPlacement(direction: .verticalGrowingRight)
    #expect(shares([(0, 10, "a"), (0, 10, "b")], [top]) == [50, 50])
    #expect(shares([(0, 10, "a"), (0, 10, "b"), (0, 10, "c")], [left, right, columns]) == [100, 100, 100])
  }

  @Test("A cue that has ended keeps its share as long as another one stands on it")
  func sharesOfThoseThatAreGone() {
    #expect(shares([(0, 10, "a"), (5, 30, "b"), (20, 30, "c\nd")]) == [25, 25, 50])
  }

  @Test("Twenty thousand cues without an end do not take quadratic time")
  func many() {
    let times = (0..<20_000).map { (Int64($0), Int64(1_000_000)) }
    #expect(lanes(times).last == "first")
  }
}
