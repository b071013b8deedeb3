import Testing

@testable import OverlayCaptions

@Suite("Compact storage of captions")
struct CaptionStorageTests {
  private func cue(_ lines: CaptionLine...) -> CaptionCue {
    CaptionCue(start: .zero, end: .seconds(1), lines: lines)
  }

  @Test("A cue takes few bytes")
  func sizes() {
    #expect(MemoryLayout<MediaTime>.stride == 24)
    #expect(MemoryLayout<CaptionCue>.stride <= 96)
    #expect(MemoryLayout<CaptionRun>.stride <= 48)
  }

  @Test("Lines are returned as they were stored, plain or styled")
  func lines() {
    let examples: [[CaptionLine]] = [
      [], [CaptionLine("")], [CaptionLine("one")], [CaptionLine(""), CaptionLine("two"), CaptionLine("")],
      [CaptionLine(runs: [CaptionRun("")])], [CaptionLine("a\nb"), CaptionLine("c")],
      [CaptionLine(runs: [CaptionRun("a"), CaptionRun("b")])], [CaptionLine("\r"), CaptionLine("\u{301}e")],
      [CaptionLine("one"), CaptionLine(runs: [CaptionRun("two", style: TextStyle(isItalic: true))])],
      [CaptionLine(runs: [CaptionRun("timed", time: .seconds(1))])],
      [CaptionLine(""), CaptionLine(""), CaptionLine(runs: [CaptionRun("a"), CaptionRun("b")]), CaptionLine("")],
      [CaptionLine(runs: [CaptionRun("\r")]), CaptionLine(runs: ["", "e", "\u{301}"].map { CaptionRun($0) })],
      [CaptionLine("plain"), CaptionLine(runs: [CaptionRun("one ", time: .zero), CaptionRun("two", voice: "Ann")])],
    ]
    for lines in examples {
      let cue = CaptionCue(start: .zero, end: .seconds(1), lines: lines)
      #expect(cue.lines == lines)
      #expect(cue.plainText == lines.map(\.plainText).joined(separator: "\n"))
    }
  }

  @Test("Cues are equal if their lines are equal, however they were created")
  func equality() {
    var changed = cue(CaptionLine(runs: [CaptionRun("one", style: TextStyle(isItalic: true))]))
    #expect(changed != cue(CaptionLine("one")))
    changed.lines[0].runs[0].style = TextStyle()
    #expect(changed == cue(CaptionLine("one")) && changed.hashValue == cue(CaptionLine("one")).hashValue)
    #expect(changed != cue(CaptionLine("one"), CaptionLine("")))
    let accented = ["\u{E9}", "e\u{301}"].map { cue(CaptionLine(runs: [CaptionRun($0), CaptionRun("t\u{E9}")])) }
    #expect(accented[0] == accented[1] && accented[0].hashValue == accented[1].hashValue)
    changed.placement.line = .number(0)
    #expect(changed.placement == CaptionPlacement(line: .number(0)) && changed != cue(CaptionLine("one")))
    changed.placement = CaptionPlacement()
    #expect(changed == cue(CaptionLine("one")))
  }

  @Test("A track written in pieces is equal to the track written as one text")
  func pieces() {
    var random = RandomTrack(seed: 1)
    for _ in 0..<20 {
      let track = random.track()
      for format in CaptionFormat.allCases {
        var text = ""
        let losses = track.write(as: format) { text += $0 }
        #expect(text == track.written(as: format).text && losses == track.written(as: format).losses)
      }
    }
  }

  @Test("An error that stops writing is rethrown")
  func stopped() {
    struct Full: Error {}
    let track = CaptionTrack(lines: ["one", "two", "three"])
    var pieces: [String] = []
    #expect(throws: Full.self) {
      try track.write(as: .lines) { text throws(Full) in
        pieces.append(text)
        if pieces.count == 2 { throw Full() }
      }
    }
    #expect(pieces == ["one\n", "two\n"])
  }
}
