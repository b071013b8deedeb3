import TestTools
import Testing

@testable import OverlayCaptions

/// Tests of writing, reading and writing again.
@Suite("WebVTT round trips")
struct WebVTTRoundTripTests {
  private func read(_ written: WrittenCaptions) throws -> CaptionReading {
    try #require(WebVTTReader.read(Array(written.text.utf8)))
  }

  private func track(_ reading: CaptionReading) -> CaptionTrack {
    CaptionTrack(reading.cues.map(\.cue), regions: reading.regions)
  }

  @Test("A track that WebVTT can represent is read as it was written, without losses")
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

  @Test("Any track gives a valid file and its losses, and does not change from then on")
  func anything() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let held = random.webVTTTrack()
      let original = random.addingUnsupportedProperties(to: held)
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
