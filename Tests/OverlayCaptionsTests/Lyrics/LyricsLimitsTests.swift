import TestTools
import Testing

@testable import OverlayCaptions

@Suite("LRC: limits and invalid input")
struct LyricsLimitsTests {
  private func read(_ text: [UInt8]) -> CaptionReading? {
    LyricsReader.read(text, soundDuration: nil)
  }

  @Test("A line above the limit is cut at a whole character and reported")
  func longLine() throws {
    let text = "[00:01]x" + String(repeating: "é", count: CaptionDocument.cueTextLimit)
    let reading = try #require(read(Array(text.utf8)))
    #expect(reading.cues[0].cue.plainText.utf8.count == CaptionDocument.cueTextLimit - 1)
    #expect(reading.problems.first.map(\.kind) == [.textTooLong])
  }

  @Test("A cue has as many lines with the same time as its limit allows")
  func longCue() throws {
    let line = "[00:01]" + String(repeating: "x", count: 40 << 10) + "\n"
    let reading = try #require(read(Array((line + line).utf8)))
    #expect(reading.cues[0].cue.lines.count == 1)
    #expect(reading.problems.first == [CaptionProblem(line: 2, .textTooLong)])
  }

  @Test("Repeated lines in a small file cannot exceed the limits for text")
  func expansion() throws {
    let stamps = (0..<1000).map { "[\($0):00]" }.joined()
    let text = "[0:00]first\n" + stamps + String(repeating: "x", count: 60_000)
    let reading = try #require(read(Array(text.utf8)))
    #expect(reading.cues.map(\.cue.plainText) == ["first"])
    #expect(reading.problems.first == [CaptionProblem(line: 2, .tooManyCues)])
  }

  @Test("Random and mutated bytes never trap, and no stamp appears in text")
  func randomBytes() {
    let seeds = [
      "[ti:x]\n[offset:+5]\n[00:12.00][00:14]a <00:12.50>b [00:13]c<00:14>\r\n[00:15]\n[length:3:00]",
      "[\u{2060}1:2][00:01]é<00:01,5>\u{0}]",
    ].map { Array($0.utf8) }
    let marks = Array("[]<>:.,0123456789 \r\n\u{2060}a".utf8)
    for seed in 0..<3000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = generator.pick(seeds)
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = generator.chance(4) ? UInt8.random(in: 0...255, using: &generator) : generator.pick(marks)
        if generator.chance(2) { bytes[index] = byte } else { bytes.insert(byte, at: index) }
      }
      let reading = read(bytes)
      for (cue, line) in reading?.cues ?? [] {
        #expect(line > 0 && cue.start <= cue.end, "seed \(seed)")
        #expect(
          !cue.plainText.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
      }
    }
  }

  @Test(
    "Repetitions take linear time",
    arguments: [
      "[0:0]", "<0:0>", "[", "[\u{2060}", "[0:", "[ti:x]", "[ti:", "] ", " ", "[0:0]x\n", "<0:0>x", "\u{0}", "[0:99]",
    ])
  func repetitions(piece: String) {
    let text = "[0:0]" + String(repeating: piece, count: 20_000)
    let clock = ContinuousClock()
    let time = clock.measure { _ = read(Array(text.utf8)) }
    #expect(time < .seconds(10))
    _ = read(Array(String(repeating: piece, count: 20_000).utf8))
  }
}
