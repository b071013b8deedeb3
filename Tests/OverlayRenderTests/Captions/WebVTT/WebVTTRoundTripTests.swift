import Testing

@testable import OverlayRender

/// Writing, reading and writing again.
@Suite("WebVTT there and back")
struct WebVTTRoundTripTests {
  private func read(_ written: WrittenCaptions) throws -> CaptionReading {
    try #require(WebVTTReader.read(Array(written.text.utf8)))
  }

  private func track(_ reading: CaptionReading) -> CaptionTrack {
    CaptionTrack(reading.cues.map(\.cue), regions: reading.regions)
  }

  @Test("What WebVTT holds comes back as it was, and nothing is said to be lost")
  func held() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let original = random.webVTTTrack()
      let written = WebVTTWriter.write(original)
      let reading = try read(written)
      #expect(track(reading) == original, "seed \(seed)")
      #expect(written.losses.isEmpty, "seed \(seed)")
      #expect(reading.problems.count == 0, "seed \(seed)")
      #expect(WebVTTSyntax.faults(in: written.text) == [], "seed \(seed)")
    }
  }

  @Test("Of any track a valid file is made, which says what it lost, and comes back as it is from then on")
  func anything() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let held = random.webVTTTrack()
      let original = random.spoiled(held)
      let written = WebVTTWriter.write(original)
      let reading = try read(written)
      #expect(reading.problems.count == 0, "seed \(seed)")
      #expect(WebVTTSyntax.faults(in: written.text, keepsEnds: false) == [], "seed \(seed)")
      let again = WebVTTWriter.write(track(reading))
      #expect(track(try read(again)) == track(reading), "seed \(seed)")
      #expect(again.losses.isEmpty, "seed \(seed)")
      #expect(again.text == written.text, "seed \(seed)")
    }
  }
}
