import TestTools
import Testing

@testable import OverlayCaptions
@testable import OverlayRender

@Suite("The lines that a listener follows")
struct CaptionListeningTests {
  private func track(_ cues: [(Int64, Int64, String)]) -> CaptionTrack {
    CaptionTrack(cues.map { CaptionCue(start: .seconds($0.0), end: .seconds($0.1), text: $0.2) })
  }

  /// Returns the previous, current and next line at each of the given seconds, as `a B c`.
  private func lines(_ track: CaptionTrack, loops: Bool = false, _ seconds: [Int64]) -> [String] {
    let playback = CaptionPlayback(track, loops: loops)
    return seconds.map { second in
      let lines = playback.listening(at: playback.moment(at: .at(.seconds(second)))).lines
      func text(_ index: Int?) -> String { index.map { track.cues[$0].plainText } ?? "-" }
      return "\(text(lines.previous)) \(text(lines.current).uppercased()) \(text(lines.next))"
    }
  }

  @Test("Lines before, at and after each cue; there is no current line between two cues")
  func simple() {
    let track = track([(1, 2, "a"), (2, 4, "b"), (6, 8, "c")])
    #expect(lines(track, [0, 1, 2, 3, 4, 6, 8]) == ["- - a", "- A b", "a B c", "a B c", "b - c", "b C -", "c - -"])
  }

  @Test("Of several lines the last one that started is current; an earlier one returns when that one ends")
  func overlapping() {
    let track = track([(0, 10, "a"), (2, 4, "b"), (5, 5, "never"), (5, 6, " "), (12, 13, "c")])
    #expect(lines(track, [1, 2, 4, 5, 9, 10, 12]) == ["- A b", "a B c", "b A c", "b A c", "b A c", "b - c", "b C -"])
    let together = self.track([(0, 3, "x"), (0, 5, "y")])
    #expect(lines(together, [0, 3, 5]) == ["y X -", "x Y -", "x - -"])
  }

  @Test("A repeating track has a line after the last one, and before the first one from the second repetition on")
  func loops() {
    let track = track([(1, 2, "a"), (2, 4, "b"), (4, 5, "")])
    #expect(
      lines(track, loops: true, [0, 1, 2, 4, 5, 6, 7, 10]) == [
        "- - a", "- A b", "a B a", "b - a", "b - a", "b A b", "a B a", "b - a",
      ])
    #expect(lines(self.track([(0, 2, "a")]), loops: true, [0, 2]) == ["- A a", "a A a"])
  }

  @Test("The lines before, and the time of the change")
  func before() {
    let track = track([(0, 10, "a"), (2, 4, "b"), (12, 13, "c")])
    func listening(_ time: MediaTime, loops: Bool = false) -> CaptionListening {
      let playback = CaptionPlayback(track, loops: loops)
      return playback.listening(at: playback.moment(at: .at(time)))
    }
    let middle = listening(.seconds(5))
    #expect(middle.since == .seconds(4) && middle.until == .seconds(10))
    #expect(middle.before == CaptionListening.Lines(previous: 0, current: 1, next: 2))
    #expect(listening(.seconds(1)).before == nil, "the first lines have no previous lines")
    let round = listening(.seconds(14), loops: true)
    #expect(round.since == .zero && round.until == .seconds(2))
    #expect(round.before == CaptionListening.Lines(previous: 1, current: 2, next: 0))
    #expect(round.lines == CaptionListening.Lines(previous: 2, current: 0, next: 1))
  }

  @Test("In random tracks the lines are active cues, and change at the announced times")
  func random() {
    for seed in 0..<80 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let track = randomTrack(&generator)
      let playback = CaptionPlayback(track, loops: false)
      var last: CaptionListening?
      for tick in 0..<80 as Range<Int64> {
        let time = MediaTime(value: tick, timescale: 2)
        let listening = playback.listening(at: playback.moment(at: .at(time)))
        let active = track.active(at: time).filter { !track.cues[$0].isBlank }
        #expect(listening.lines.current == active.last, "seed \(seed), \(time)")
        #expect(listening.since <= time && time < listening.until, "seed \(seed), \(time)")
        if let last {
          if time < last.until {
            #expect(listening.lines == last.lines, "seed \(seed), \(time)")
          } else if listening.since == last.until {
            #expect(listening.lines != last.lines && listening.before == last.lines, "seed \(seed), \(time)")
          }
        }
        last = listening
      }
    }
  }

  @Test("In random tracks the companion is the line of the other track with the longest overlap")
  func companion() {
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let (track, second) = (randomTrack(&generator), randomTrack(&generator))
      for cue in track.cues where cue.isEverShown {
        func overlap(_ other: CaptionCue) -> MediaTime { min(cue.end, other.end) - max(cue.start, other.start) }
        let most = second.cues.filter { $0.isEverShown && !$0.isBlank }.map(overlap).max() ?? .zero
        let found = second.index.spoken.companion(of: cue, in: second.cues).map { second.cues[$0] }
        #expect(found.map(overlap) == (most > .zero ? most : nil), "seed \(seed), \(cue)")
        #expect(found?.isBlank != true)
      }
    }
  }

  @Test("A hundred thousand lines at once are looked up as fast as ten", .unsanitized, .timeLimit(.minutes(10)))
  func many() {
    let count: Int64 = 100_000
    // Cues in a region get no lanes.
    let track = CaptionTrack(
      (0..<count).map {
        CaptionCue(
          start: .milliseconds($0), end: .seconds(1000 + $0), placement: CaptionPlacement(region: "r"),
          lines: [CaptionLine($0 % 3 == 0 ? "" : "x")])
      })
    let whole = CaptionCue(start: .zero, end: .seconds(500), text: "all")
    let playback = CaptionPlayback(track, loops: true)
    for second in 0..<2000 as Range<Int64> {
      _ = playback.listening(at: playback.moment(at: .at(.seconds(second * 50))))
      _ = track.index.spoken.companion(of: whole, in: track.cues)
    }
  }

  private func randomTrack(_ generator: inout SeededGenerator) -> CaptionTrack {
    CaptionTrack(
      (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        let start = Int64.random(in: 0...60, using: &generator)
        let end = generator.chance(12) ? nil : start + Int64.random(in: -2...20, using: &generator)
        return CaptionCue(
          start: MediaTime(value: start, timescale: 2),
          end: end.map { MediaTime(value: $0, timescale: 2) } ?? .positiveInfinity,
          text: generator.pick(["a", "b", "a b", "", " "]))
      })
  }
}
