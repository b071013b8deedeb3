import OverlayRender

struct CaptionCells: View {
  var body: some View {
    GridRow {
      Cell(".ruby") {
        (Text("漢字").ruby("かんじ") + Text("を") + Text("読").ruby("よ") + Text("む")).font(size: 26)
      }
      Cell("Captions") { Captions(CaptionCells.dialogue, margin: 0).font(size: 18) }
      Cell("CaptionLook.boxed") { Captions(CaptionCells.dialogue, look: .boxed(.black), margin: 0).font(size: 16) }
      Cell("CaptionPlacement") { Captions(CaptionCells.places, look: .plain, margin: 0).font(size: 14) }
      Cell("CaptionRegion") { Captions(CaptionCells.roll, look: .plain, margin: 0).font(size: 14) }
      Cell("ListeningText", span: 2) {
        ListeningText(CaptionCells.proverb, highlight: .amber, margin: 0).font(size: 22)
      }
    }
  }

  private static let dialogue = CaptionTrack([
    cue("The first below,"), cue("the next above it."),
  ])

  private static let places = CaptionTrack([
    cue("top left", CaptionPlacement(line: .number(0), textAlignment: .left)),
    cue("top right", CaptionPlacement(line: .number(0), textAlignment: .right)),
    cue("20 % across", CaptionPlacement(line: .percentage(50), position: 20, positionAlignment: .lineLeft)),
    cue("縦書き", CaptionPlacement(direction: .verticalGrowingLeft, position: 100, positionAlignment: .lineRight)),
  ])

  private static let roll = CaptionTrack(
    ["The oldest goes,", "these stay,", "and each new line", "pushes them up."].map { line in
      cue(line, CaptionPlacement(textAlignment: .left, region: "roll"))
    },
    regions: [CaptionRegion(identifier: "roll", lines: 3)])

  /// At time zero, half of the second line is spoken.
  private static let proverb = CaptionTrack([
    CaptionCue(start: .seconds(-4), end: .seconds(-2), text: "The early bird catches the worm."),
    CaptionCue(start: .seconds(-2), end: .seconds(2), text: "A watched pot never boils."),
    CaptionCue(start: .seconds(2), end: .seconds(4), text: "Still waters run deep."),
  ])

  private static func cue(_ text: String, _ placement: CaptionPlacement = CaptionPlacement()) -> CaptionCue {
    var cue = CaptionCue(start: .zero, end: .seconds(10), text: text)
    cue.placement = placement
    return cue
  }
}
