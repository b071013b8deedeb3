import TestTools
import Testing

@testable import OverlayCaptions

@Suite("SRT: hostile input")
struct HostileSubRipTests {
  private static let seed = """
    1
    00:00:01,000 --> 00:00:02,500 X1:40 X2:600 Y1:20 Y2:50
    <i>Did <b>you</i> hear</b>, {\\an8}<font color="#ff0000" size=5>that</font>?

    -->  2
    {\\p1}m 0 0{\\p0}&lt;a&gt; \\N <br> b

    3
    00:00:03.5-->00:00:04:5

    é \u{2060}日本 \u{2060}
    4
    """

  /// Checks what must be true for any cue that a reader returns.
  private func check(_ cue: CaptionCue) {
    #expect(cue.start < cue.end && cue.start >= .zero)
    #expect(cue.plainText.utf8.count <= CaptionDocument.cueTextLimit)
    for run in cue.lines.flatMap(\.runs) { #expect(!run.text.isEmpty && !run.text.contains(where: \.isControl)) }
  }

  @Test("Any bytes are read without a trap", arguments: 0..<20 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let marks = Array("0123456789:,.->< \n\r/bi{}\\&;=\"'#".utf8) + [0xE2, 0x81, 0xA0, 0, 0xC2, 0x85]
    for _ in 0..<40 {
      var bytes: [UInt8] = []
      if generator.chance(2) {
        bytes = Array(Self.seed.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[index] = generator.pick(marks)
          case 1: bytes.insert(generator.pick(marks), at: index)
          default: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...30, using: &generator)))
          }
          if bytes.isEmpty { bytes = [0] }
        }
      } else {
        bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
          generator.chance(8) ? UInt8.random(in: 0...255, using: &generator) : generator.pick(marks)
        }
      }
      for (cue, line) in SubRipReader.read(bytes)?.cues ?? [] {
        check(cue)
        #expect(line >= 1)
      }
      _ = try? CaptionDocument(bytes)
      _ = try? CaptionDocument(bytes, options: CaptionReadingOptions(lineInterval: .seconds(1)))
    }
  }

  @Test(
    "Long repetitions take linear time, and the text of a cue is limited",
    arguments: [
      "<", "<b>", "</b>", "<font color=red>", "<font color=x>a", "{", "{\\", "{\\b1}x", "&", "&lt", "&lt;", "\\", "\\N",
      "<b",
      "a\n", "\n", "é", "<br>", "\u{2060}", "{\\i1\\b1", "0:01 -", "{\\p1}", "7\n",
    ])
  func repetition(piece: String) {
    let text = "1\n0:01 --> 0:02\n" + String(repeating: piece, count: 40_000 / piece.utf8.count)
    let clock = ContinuousClock()
    var reading: CaptionReading?
    // A quadratic algorithm would take minutes.
    let time = clock.measure { reading = SubRipReader.read(Array(text.utf8)) }
    #expect(time < .seconds(10))
    #expect(reading?.cues.count == 1)
    for (cue, _) in reading?.cues ?? [] { check(cue) }
  }

  @Test("Text above the limit is cut at a whole character and reported")
  func longText() {
    let text = "1\n0:01 --> 0:02\n" + String(repeating: "é", count: CaptionDocument.cueTextLimit)
    let reading = SubRipReader.read(Array(text.utf8))
    #expect(reading?.cues.first?.cue.plainText == String(repeating: "é", count: CaptionDocument.cueTextLimit / 2))
    #expect(reading?.problems.first == [CaptionProblem(line: 2, .textTooLong)])
  }

  @Test("The memory for problems is limited")
  func problems() {
    let reading = SubRipReader.read(Array(String(repeating: "0:02 --> 0:01\n", count: 5000).utf8))
    #expect(reading?.problems.count == 5000 && reading?.problems.first.count == 100)
  }
}
