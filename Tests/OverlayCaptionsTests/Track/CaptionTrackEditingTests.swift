import Testing

@testable import OverlayCaptions

@Suite("Editing captions")
struct CaptionTrackEditingTests {
  private func cue(_ start: Int64, _ end: Int64, _ text: String = "x") -> CaptionCue {
    CaptionCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
  }

  /// Returns the cues as `start-end text` in milliseconds.
  private func descriptions(_ track: CaptionTrack) -> [String] {
    track.cues.map {
      "\($0.start.converted(toTimescale: 1000).value)-\($0.end.converted(toTimescale: 1000).value) \($0.plainText)"
    }
  }

  @Test("Shifting to earlier times leaves out cues before zero, and cuts cues at zero with their words")
  func shiftEarlier() {
    var timed = cue(500, 3000, "")
    timed.lines = [CaptionLine(runs: [500, 900, 2000].map { CaptionRun("w", time: .milliseconds($0)) })]
    let track = CaptionTrack([cue(0, 400, "a"), cue(100, 1000, "b"), timed, cue(4000, 5000, "d")])
    let shifted = track.shifted(by: .milliseconds(-1000))
    #expect(descriptions(shifted) == ["0-2000 www", "3000-4000 d"])
    #expect(shifted.cues[0].lines[0].runs.map(\.time) == [.zero, .zero, .seconds(1)])
    #expect(track.shifted(by: .indefinite) == track)
    let endless = CaptionTrack([CaptionCue(start: .seconds(1), end: .positiveInfinity, text: "x")])
    #expect(endless.shifted(by: .seconds(-3)).cues == [CaptionCue(start: .zero, end: .positiveInfinity, text: "x")])
  }

  @Test("Shifting forth and back returns the same track")
  func shiftBack() {
    for seed in 0..<200 {
      var random = RandomTrack(seed: seed)
      let track = CaptionTrack(random.track().cues.filter { $0.start >= .zero })
      let amount = random.time(within: 0...10_000)
      #expect(track.shifted(by: amount).shifted(by: -amount) == track, "seed \(seed)")
      #expect(track.shifted(by: .zero) == track)
    }
  }

  @Test("At another frame rate each cue has the same frames")
  func scale() {
    let track = CaptionTrack([cue(1000, 2000), cue(40, 80)])
    let scaled = track.scaled(from: .fps(25), to: .ntscFilm)
    #expect(scaled.cues.map(\.start) == [FrameRate.ntscFilm.time(ofFrame: 1), FrameRate.ntscFilm.time(ofFrame: 25)])
    #expect(scaled.cues[1].end == MediaTime(value: 50_050, timescale: 24_000))
    for seed in 0..<100 {
      var random = RandomTrack(seed: seed)
      let track = random.track()
      #expect(track.scaled(from: .fps(25), to: .fps(25)) == track)
    }
    let there = track.scaled(from: .fps(24), to: .fps(25))
    #expect(there.scaled(from: .fps(25), to: .fps(24)) == track)
  }

  @Test("A slice contains what is shown in its range, relative to the start")
  func slice() {
    var timed = cue(2000, 5000, "")
    timed.lines = [CaptionLine(runs: [2000, 3500, 4900].map { CaptionRun("w", time: .milliseconds($0)) })]
    let track = CaptionTrack(
      [cue(0, 1000), cue(1000, 3000, "b"), timed, cue(4000, 9000, "d"), cue(3500, 3400, "never")],
      regions: [CaptionRegion(identifier: "r")], tags: [CaptionTag(name: "ti", value: "T")])
    let slice = track.slice(MediaTimeRange(start: .seconds(3), end: .milliseconds(4500)))
    #expect(descriptions(slice) == ["0-1500 www", "1000-1500 d"])
    #expect(slice.cues[0].lines[0].runs.map(\.time) == [.zero, .milliseconds(500), .milliseconds(1500)])
    #expect(slice.regions == track.regions && slice.tags == track.tags)
    #expect(track.slice(.invalid).cues == [] && track.slice(.zero).cues == [])
  }

  @Test("A slice of the whole range is the track, and any slice shows what the track shows")
  func sliceLaws() {
    for seed in 0..<200 {
      var random = RandomTrack(seed: seed)
      let all = random.track()
      let track = CaptionTrack(all.cues.filter(\.isEverShown), regions: all.regions, tags: all.tags)
      #expect(track.slice(MediaTimeRange(start: .negativeInfinity, duration: .positiveInfinity)) == track)
      #expect(track.slice(MediaTimeRange(start: .zero, duration: .positiveInfinity)) == track)
      let range = MediaTimeRange(start: random.time(within: 0...10_000), duration: random.time(within: 1...10_000))
      let slice = track.slice(range)
      for _ in 0..<20 {
        let time = random.time(within: 0...20_000)
        let shown = range.contains(time) ? track.active(at: time).map { track.cues[$0].plainText } : []
        let sliced = time < range.start ? [] : slice.active(at: time - range.start).map { slice.cues[$0].plainText }
        #expect(sliced.sorted() == shown.sorted(), "seed \(seed)")
      }
    }
  }

  @Test("Merging keeps both tracks; a different region with the same identifier is renamed with its cues")
  func merge() {
    func track(_ width: Double, _ text: String) -> CaptionTrack {
      var inRegion = cue(1000, 2000, text)
      inRegion.placement.region = "r"
      return CaptionTrack(
        [inRegion, cue(0, 500, text)],
        regions: [CaptionRegion(identifier: "r", width: width), CaptionRegion(identifier: "r-2")],
        tags: [CaptionTag(name: "ti", value: text), CaptionTag(name: text, value: "")])
    }
    let merged = track(40, "a").merged(with: track(50, "b"))
    #expect(descriptions(merged) == ["0-500 a", "0-500 b", "1000-2000 a", "1000-2000 b"])
    #expect(merged.cues.map(\.placement.region) == [nil, nil, "r", "r-3"])
    #expect(merged.regions.map { "\($0.identifier) \($0.width)" } == ["r 40.0", "r-2 100.0", "r-3 50.0"])
    #expect(merged.tags.map(\.name) == ["ti", "a", "b"] && merged.tags[0].value == "a")
    let same = track(40, "a").merged(with: track(40, "b"))
    #expect(same.regions.count == 2 && same.cues.map(\.placement.region) == [nil, nil, "r", "r"])
    #expect(merged.merged(with: CaptionTrack([])) == merged)
  }

  @Test("Cues before a short gap last until the next one, and no others change")
  func gaps() {
    let track = CaptionTrack([
      cue(0, 900, "a"), cue(200, 900, "b"), cue(100, 500, "c"), cue(1000, 1100, "d"), cue(3000, 4000, "e"),
      cue(4000, 5000, "f"), cue(950, 940, "never"),
    ])
    let filled = track.fillingGaps(shorterThan: .milliseconds(101))
    #expect(
      descriptions(filled) == [
        "0-1000 a", "100-500 c", "200-1000 b", "950-940 never", "1000-1100 d", "3000-4000 e", "4000-5000 f",
      ])
    #expect(track.fillingGaps(shorterThan: .milliseconds(100)) == track)
    for seed in 0..<200 {
      var random = RandomTrack(seed: seed)
      let track = random.track()
      let limit = random.time(within: 1...3000)
      let filled = track.fillingGaps(shorterThan: limit)
      #expect(filled.fillingGaps(shorterThan: limit) == filled, "seed \(seed)")
      #expect(filled.cues.map(\.start) == track.cues.map(\.start), "seed \(seed)")
    }
  }
}
