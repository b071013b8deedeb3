import TestTools
import Testing

@testable import OverlayCaptions

/// Tests of files that are broken, huge or hostile.
@Suite("WebVTT: robustness")
struct WebVTTRobustnessTests {
  /// A file that uses every feature.
  private static let file = """
    WEBVTT - a file
    Kind: captions

    NOTE of its author

    STYLE
    ::cue(b) { color: red }

    REGION
    id:bottom width:40% lines:3
    regionanchor:0%,100% viewportanchor:10%,90% scroll:up

    one
    00:00.000 --> 00:02.500 region:bottom align:left
    <v.loud Mary &amp; Ann>Hello <i>there</i>,
    &lt;you&gt; &#x1F600; &eacute; <c.yellow.bg_blue.x>in colour</c></v>

    2
    00:00:03.000 --> 100:00:05.000 vertical:rl line:-1,end position:10%,line-left size:35%
    <lang ja><ruby>日<rt>に</rt>本<rt>ほん</ruby></lang>
    <00:00:03.500>word <00:00:04.000><b>by <u>word</u></b>

    00:06.000-->00:05.000 line:33.3%
    - שלום\u{200F}
    - नमस्ते 👩‍👩‍👧

    """

  /// Reads bytes, then writes and reads the result again. The lines of the problems must be within the file.
  private func checkReading(_ bytes: [UInt8], _ name: String) {
    guard let reading = WebVTTReader.read(bytes) else { return }
    let track = CaptionTrack(reading.cues.map(\.cue), regions: reading.regions)
    for run in reading.cues.flatMap({ $0.cue.lines }).flatMap(\.runs) {
      #expect(CaptionText.cleaned(run.text) == run.text, "\(name)")
    }
    let lineCount = bytes.count { $0 == 10 || $0 == 13 } + 1
    #expect(reading.problems.first.allSatisfy { (1...lineCount).contains($0.line) }, "\(name)")
    let written = WebVTTWriter.write(track)
    #expect(WebVTTReader.read(Array(written.text.utf8))?.cues.count == reading.cues.count, "\(name)")
  }

  @Test("The complete file")
  func complete() throws {
    let reading = try #require(WebVTTReader.read(Array(Self.file.utf8)))
    #expect(reading.cues.count == 3)
    #expect(reading.problems.count == 0)
    let track = CaptionTrack(reading.cues.map(\.cue), regions: reading.regions)
    let again = try #require(WebVTTReader.read(Array(WebVTTWriter.write(track).text.utf8)))
    #expect(CaptionTrack(again.cues.map(\.cue), regions: again.regions) == track)
  }

  @Test("Truncated files")
  func cut() {
    let bytes = Array(Self.file.utf8)
    for length in bytes.indices { checkReading(Array(bytes[..<length]), "first \(length) bytes") }
  }

  @Test("Bytes that are changed, removed, duplicated and moved")
  func mutated() {
    let pieces = [
      "<", ">", "&", "&#", "-->", "\n", "\n\n", "\r", "\0", ":", ".", "%", "</", "<ruby>", "<rt>", "<v ", "9",
    ]
    for seed in 0..<1000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(Self.file.utf8)
      for _ in 0...Int.random(in: 0..<12, using: &random) {
        let position = Int.random(in: 7..<bytes.count, using: &random)
        let end = min(bytes.count, position + Int.random(in: 0..<20, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(position..<end)
        case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
        default: bytes.insert(contentsOf: random.pick(pieces).utf8, at: position)
        }
      }
      checkReading(bytes, "seed \(seed)")
    }
  }

  @Test("Random bytes after the signature")
  func random() {
    let pieces: [[UInt8]] = [
      "00:00.000 --> 00:01.000", "\n", "\n\n", "\r\n", "<b>", "</b>", "<", ">", "&", ";", "#x", "<v a>", "<ruby>",
      "<rt>",
      "</ruby>", "<00:00.500>", "amp", "STYLE\n", "REGION\nid:a", " region:a", " line:", "%", "1", "-", ".", "NOTE",
      "é",
    ].map { Array($0.utf8) }
    for seed in 0..<1000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = Array("WEBVTT\n\n".utf8)
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        bytes += random.chance(6) ? [UInt8.random(in: 0...255, using: &random)] : random.pick(pieces)
      }
      checkReading(bytes, "seed \(seed)")
    }
  }

  @Test("Text above 64 KiB is cut at a whole character and reported")
  func longText() throws {
    let reading = webVTT(
      "00:00.000 --> 00:01.000\nx\(String(repeating: "é", count: 40_000))\n\n00:01.000 --> 00:02.000\nb")
    #expect(reading.problems.first == [CaptionProblem(line: 3, .textTooLong)])
    #expect(reading.cues.map(\.cue.plainText.utf8.count) == [CaptionDocument.cueTextLimit - 1, 1])
    #expect(reading.cues.first?.cue.plainText.contains("\u{FFFD}") == false)
    let exact = webVTT("00:00.000 --> 00:01.000\n\(String(repeating: "a", count: CaptionDocument.cueTextLimit))")
    #expect(exact.problems.count == 0)
  }

  @Test("Too many cues or runs are reported, and the first cues are kept")
  func tooMany() {
    let cue = "0:00:00.000-->0:00:00.001\na\nb\n"
    let bytes = Array("WEBVTT\n\n\(String(repeating: cue, count: 10))".utf8)
    #expect(WebVTTReader.read(bytes, cueLimit: 10, runLimit: 20)?.problems.count == 0)
    for (cueLimit, runLimit) in [(7, 20), (10, 14), (10, 15)] {
      let reading = WebVTTReader.read(bytes, cueLimit: cueLimit, runLimit: runLimit)
      #expect(reading?.cues.count == 7)
      #expect(reading?.problems.first == [CaptionProblem(line: 24, .tooManyCues)])
      #expect(reading?.problems.count == 1)
    }
  }

  @Test("Too many regions are reported, and the first ones are kept")
  func manyRegions() {
    let count = CaptionDocument.regionLimit
    let reading = webVTT((0...count).map { "REGION\nid:\($0)\n\n" }.joined() + "REGION\nid:0\nlines:9")
    #expect(reading.regions.count == count)
    #expect(reading.regions.first?.lines == 9)
    #expect(reading.problems.first == [CaptionProblem(line: 3 + 3 * count, .tooManyRegions)])
  }

  @Test("Messages contain only the start of a long text")
  func longProblems() {
    let long = String(repeating: "x", count: 100_000)
    let reading = webVTT("\(long)\n\n\(long) --> \n\n00:00.000 --> 00:01.000 \(long)")
    #expect(reading.problems.count == 3)
    #expect(reading.problems.first.allSatisfy { $0.description.utf8.count < 200 })
  }

  @Test(
    "Repeated tags and references take linear time",
    arguments: [
      "<b>", "<b>x", "<c.a>x", "<ruby>x", "<ruby>x<rt>y", "<ruby><rt>", "<lang en>", "<v a>x", "</ruby>", "&", "&#",
      "&#0",
      "&amp", "&#10;", "<", "<.", "<c.", "<0", "<00:00.001>", "<00:00.001>x", "-->", "--", "\0", "\u{2028}", "x\n",
    ])
  func repeated(piece: String) throws {
    let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
    let reading = try #require(WebVTTReader.read(Array("WEBVTT\n\n00:00.000 --> 00:01.000\n\(text)".utf8)))
    #expect(reading.cues.count <= 1)
    checkReading(Array("WEBVTT\n\n00:00.000 --> 00:01.000\n\(text.prefix(4000))".utf8), piece)
  }
}
