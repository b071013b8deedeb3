@testable import OverlayRender

extension CaptionTrack {
  /// A few cues of ten seconds at all kinds of places, some of which roll.
  static func random(_ generator: inout SeededGenerator) -> CaptionTrack {
    let placements = [
      CaptionPlacement(), CaptionPlacement(line: .number(0)), CaptionPlacement(textAlignment: .left, region: "r"),
      CaptionPlacement(line: .percentage(40), position: 30), CaptionPlacement(direction: .verticalGrowingLeft),
    ]
    let cues = generator.cues(12).map { cue in
      var cue = cue
      cue.placement = generator.pick(placements)
      return cue
    }
    return CaptionTrack(cues, regions: [CaptionRegion(identifier: "r", width: 60, scrolls: true)])
  }
}

extension SeededGenerator {
  /// Cues in any order, of whole milliseconds within ten seconds; some end when they start, or before.
  mutating func cues(_ count: Int) -> [CaptionCue] {
    (0..<count).map { number in
      let start = Int64.random(in: 0..<10_000, using: &self)
      let length = Int64.random(in: chance(8) ? -500...0 : 1...2_000, using: &self)
      return CaptionCue(start: .milliseconds(start), end: .milliseconds(start + length), text: "cue \(number)")
    }
  }
}
