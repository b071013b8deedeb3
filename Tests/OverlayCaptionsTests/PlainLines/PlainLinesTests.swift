import Testing

@testable import OverlayCaptions

@Suite("Plain lines")
struct PlainLinesTests {
  private func cues(_ text: String, interval: MediaTime? = nil) -> [CaptionCue] {
    PlainLinesReader.read(Array(text.utf8), interval: interval).cues.map(\.cue)
  }

  @Test("Each line is a cue of two seconds that follows the previous one")
  func lines() {
    #expect(
      cues("one\ntwo\r\n <b>three</b> \t\n") == [
        CaptionCue(start: .zero, end: .seconds(2), text: "one"),
        CaptionCue(start: .seconds(2), end: .seconds(4), text: "two"),
        CaptionCue(start: .seconds(4), end: .seconds(6), text: "<b>three</b>"),
      ])
  }

  @Test("A blank line is a pause, except at the end")
  func pauses() {
    let cues = cues("\none\n\n \t\ntwo\n\n\n")
    #expect(cues.map(\.plainText) == ["one", "two"] && cues.map(\.start) == [.seconds(2), .seconds(8)])
    #expect(CaptionTrack(cues).end == .seconds(10))
  }

  @Test("Times are multiples of the interval, not sums")
  func exactTimes() {
    let interval = MediaTime(value: 1001, timescale: 30000)
    let last = cues(String(repeating: "a\n", count: 3000), interval: interval).last
    #expect(last?.start == MediaTime(value: 2999 * 1001, timescale: 30000))
    #expect(last?.end == .milliseconds(100_100))
  }

  @Test(
    "An invalid interval is replaced by two seconds", arguments: [.zero, -.seconds(1), .positiveInfinity, .invalid])
  func badInterval(interval: MediaTime) {
    #expect(cues("a", interval: interval).first?.end == .seconds(2))
  }

  @Test("Control characters are removed, and the length of a line is limited")
  func controls() {
    #expect(cues("a\tb\u{1B}[1m\u{85}c").first?.plainText == "a b[1mc")
    let reading = PlainLinesReader.read([UInt8](repeating: 0x61, count: 70_000), interval: nil)
    #expect(reading.cues.first?.cue.plainText.utf8.count == CaptionDocument.cueTextLimit)
    #expect(reading.problems.first == [CaptionProblem(line: 1, .textTooLong)])
  }
}
