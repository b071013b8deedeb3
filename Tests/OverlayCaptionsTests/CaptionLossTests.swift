import Testing

@testable import OverlayCaptions

@Suite("Losses of formats")
struct CaptionLossTests {
  @Test("Each kind is counted once for a cue, and listed in order")
  func counting() {
    var losses = CaptionLosses(format: .subRip)
    losses.add([.wordTimes, .classes])
    losses.add([.wordTimes])
    losses.add([])
    losses.add(ofTrack: .tags)
    #expect(
      losses.list.map(\.description) == [
        "SRT has no classes: they are left out in 1 cue",
        "SRT has no word times: they are left out in 2 cues",
        "SRT has no tags: they are left out",
      ])
  }

  @Test(
    "Messages state what happens to the lost property",
    arguments: [
      (
        CaptionLoss.Kind.colors, CaptionFormat.webVTT,
        "WebVTT holds only some colors: they are changed or left out in 3 cues"
      ),
      (.times, .subRip, "SRT has times in whole milliseconds from 0 on: the times of 3 cues are changed"),
      (.times, .json, "JSON has times in whole nanoseconds: the times of 3 cues are changed"),
      (.endTimes, .lyrics, "LRC shows a line until the next, or until it is cleared: 3 cues will end at another time"),
      (.endTimes, .subRip, "SRT has no cues without an end: 3 cues will end"),
      (.lineBreaks, .lyrics, "LRC has no empty lines within a cue: the empty lines of 3 cues are left out"),
      (.text, .lyrics, "LRC cannot hold the text of 3 cues as it is: it is changed or left out"),
      (.wordTimes, .lines, "plain lines have no word times: they are left out in 3 cues"),
      (.times, .lines, "plain lines have no times of their own: the times of 3 cues are left out"),
      (.lineBreaks, .lines, "plain lines have one line for each cue: the lines of 3 cues are joined"),
      (.fonts, .webVTT, "WebVTT has no fonts and sizes: they are left out in 3 cues"),
    ])
  func messages(kind: CaptionLoss.Kind, format: CaptionFormat, expected: String) {
    #expect(CaptionLoss(kind: kind, cueCount: 3, format: format).description == expected)
  }

  @Test("Every message is one line")
  func oneLine() {
    for kind in CaptionLoss.Kind.allCases {
      for format in CaptionFormat.allCases {
        for count in [0, 1, 2] {
          let description = CaptionLoss(kind: kind, cueCount: count, format: format).description
          #expect(!description.contains { $0.isNewline } && description.contains(format.description))
        }
      }
    }
  }
}
