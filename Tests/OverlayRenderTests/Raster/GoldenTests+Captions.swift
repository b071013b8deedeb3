import OverlayRender

// The golden pictures of captions.
extension GoldenTests {
  static let captionGoldens = [
    Golden("captions", 480, 270, on: Color(rgb: 0x90A8B8)) {
      Captions(places).font(family: "Noto Sans", size: 20)
    },
    Golden("captions-boxed", 480, 270, on: night) {
      Captions(places, second: CaptionTrack(lines: ["zweite Sprache"], every: .seconds(9)), look: .boxed(.black))
        .font(family: "Noto Sans", size: 16)
    },
    Golden("captions-columns", 480, 200, on: night) {
      Captions(columns).font(family: "Noto Sans", size: 20)
    },
    Golden("listening", 480, 230, on: night) {
      ListeningText(
        spoken("What was said before", "Now the words light up, one by one", "…and this comes next"),
        second: spoken("", "日本語字幕", "")
      ).font(family: "Noto Sans", size: 34)
    },
    Golden("listening-unspaced", 320, 210, on: night) {
      ListeningText(spoken("こんにちは", "日本語字幕時計, こんにちは!", "世界"), look: .boxed(.black), highlight: .yellow)
        .font(family: "Noto Sans", size: 30)
    },
    Golden("listening-mixed-directions", 380, 270, on: Color(rgb: 0x90A8B8)) {
      ListeningText(
        spoken("שלום עולם", "مرحبا abc بالعالم السلام", "السلام عليكم"), second: spoken("", "Hello, all", "")
      ).font(family: "Noto Sans", size: 30)
    },
  ]

  /// Cues at different positions, with a rolling region.
  private static let places = CaptionTrack(
    [
      cue("A line that is long enough to be broken into two lines of like length"),
      cue("stands on it: مرحبا بالعالم"),
      cue("top left", CaptionPlacement(line: .number(0), textAlignment: .left)),
      cue("日本語字幕", CaptionPlacement(direction: .verticalGrowingLeft, line: .number(0))),
      cue("20 %", CaptionPlacement(line: .percentage(45), position: 20, positionAlignment: .lineLeft)),
      cue("rolls up", from: -1, CaptionPlacement(textAlignment: .left, region: "roll")),
      cue("comes in", from: -0.1, CaptionPlacement(textAlignment: .left, region: "roll")),
    ],
    regions: [
      CaptionRegion(
        identifier: "roll", width: 30, lines: 2, anchor: .init(x: 0, y: 0), viewportAnchor: .init(x: 55, y: 20),
        scrolls: true)
    ])

  /// Columns from right to left at the right edge, and from left to right at the left edge, with ruby.
  private static let columns: CaptionTrack = {
    let directions: [CaptionPlacement.WritingDirection] = [.verticalGrowingLeft, .verticalGrowingRight]
    let cues = directions.flatMap { direction in
      var annotated = cue("", CaptionPlacement(direction: direction, line: .number(0), textAlignment: .start))
      annotated.lines = [
        CaptionLine(runs: [CaptionRun("日本", ruby: CaptionRuby("にほん", number: 0)), CaptionRun("語字幕")]),
        CaptionLine("時計"), CaptionLine("abc 世界"),
      ]
      let second = cue("時計\nの字幕", CaptionPlacement(direction: direction, line: .number(0), textAlignment: .start))
      return [annotated, second]
    }
    return CaptionTrack(cues)
  }()

  private static func cue(
    _ text: String, from start: Double = 0, _ placement: CaptionPlacement = CaptionPlacement()
  ) -> CaptionCue {
    let start = MediaTime(seconds: start, preferredTimescale: 1000)
    var cue = CaptionCue(start: start, end: .seconds(10), text: text)
    cue.placement = placement
    return cue
  }

  /// A track whose middle line is half spoken at time zero.
  private static func spoken(_ lines: String...) -> CaptionTrack {
    CaptionTrack(
      zip([-3, -1, 1], lines).map { CaptionCue(start: .seconds($0), end: .seconds($0 + 2), text: $1) })
  }
}
