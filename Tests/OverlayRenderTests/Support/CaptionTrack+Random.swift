import TestTools

@testable import OverlayRender

extension CaptionTrack {
  /// A few cues within ten seconds, with various placements, some of which roll. In some tracks most cues overlap.
  static func random(_ generator: inout SeededGenerator) -> CaptionTrack {
    let placements = [
      CaptionPlacement(), CaptionPlacement(line: .number(0)), CaptionPlacement(textAlignment: .left, region: "r"),
      CaptionPlacement(line: .percentage(40), position: 30), CaptionPlacement(direction: .verticalGrowingLeft),
      CaptionPlacement(direction: .verticalGrowingRight),
    ]
    let isCrowded = generator.chance(3)
    let cues = generator.cues(12).map { cue in
      var cue = cue
      cue.placement = generator.pick(placements)
      if isCrowded, cue.isEverShown { cue.end = cue.start + .seconds(Int64.random(in: 2...8, using: &generator)) }
      let lineCount = generator.chance(2) ? 1 : Int.random(in: 1...8, using: &generator)
      cue.lines += (0..<(lineCount - 1)).map { CaptionLine("line \($0)") }
      return cue
    }
    return CaptionTrack(cues, regions: [CaptionRegion(identifier: "r", width: 60, scrolls: true)])
  }
}
