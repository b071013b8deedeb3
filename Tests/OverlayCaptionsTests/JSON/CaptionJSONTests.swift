import OverlayRender
import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Captions as JSON")
struct CaptionJSONTests {
  private func read(_ text: String) throws(CaptionJSONError) -> CaptionTrack {
    CaptionDocument(try CaptionJSON.read(Array(text.utf8)), format: .json).track
  }

  private func error(_ text: String) -> String {
    do {
      _ = try CaptionJSON.read(Array(text.utf8))
      return "none"
    } catch {
      return error.description
    }
  }

  @Test("Everything in a track is read as it was written")
  func roundTrip() throws {
    for seed in 0..<500 {
      var random = RandomTrack(seed: seed)
      let track = random.track()
      let written = CaptionJSON.write(track)
      #expect(try read(written.text) == track, "seed \(seed)")
      #expect(written.losses == [], "seed \(seed)")
      #expect(CaptionJSON.write(try read(written.text)).text == written.text, "seed \(seed)")
    }
  }

  @Test("Each cue is on one line, and default values are left out")
  func layout() {
    var cue = CaptionCue(start: .zero, end: .milliseconds(2500), text: "one\ntwo")
    cue.identifier = "a"
    cue.placement = CaptionPlacement(line: .percentage(10), textAlignment: .left)
    cue.lines[0].runs[0].style = TextStyle(weight: .bold, color: Color.red.opacity(0.2), underline: .single)
    cue.lines[1].runs[0].time = .nanoseconds(1_000_000_001)
    cue.lines[1].runs[0].ruby = CaptionRuby("r", number: 0)
    let track = CaptionTrack(
      [cue, CaptionCue(start: .seconds(3), end: .positiveInfinity, text: "")],
      regions: [CaptionRegion(identifier: "r", width: 40, scrolls: true)], tags: [CaptionTag(name: "ti", value: "T\"")])
    #expect(
      CaptionJSON.write(track).text == #"""
        {
          "tags": [
            {"name": "ti", "value": "T\""}
          ],
          "regions": [
            {"id": "r", "width": 40, "scroll": "up"}
          ],
          "cues": [
            {"id": "a", "start": 0, "end": 2.5, "settings": {"line": "10%", "align": "left"}, "lines": [[{"text": "one", "bold": true, "underline": true, "color": "#ff000033"}], [{"text": "two", "time": 1.000000001, "ruby": {"text": "r", "number": 0}}]]},
            {"start": 3, "end": null, "lines": [[]]}
          ]
        }

        """#)
    #expect(CaptionJSON.write(CaptionTrack([])).text == "{\n  \"cues\": []\n}\n")
  }

  @Test(
    "Times are exact to the nanosecond",
    arguments: [
      ("0", MediaTime.zero), ("-1.5", .milliseconds(-1500)), ("36000.123456789", .nanoseconds(36_000_123_456_789)),
      ("9007199254.740993001", MediaTime(value: 9_007_199_254_740_993_001, timescale: 1_000_000_000)),
      ("0.0000000014", .nanoseconds(1)), ("0.0000000015", .nanoseconds(2)), ("1.25e1", .milliseconds(12_500)),
      ("123456789012345678", .seconds(123_456_789_012_345_678)), ("-0.1", .milliseconds(-100)),
    ])
  func times(number: String, time: MediaTime) throws {
    let track = try read("[{\"start\": \(number), \"end\": null, \"text\": \"x\"}]")
    #expect(track.cues[0].start == time)
  }

  @Test("Values that JSON cannot represent are rounded and reported")
  func losses() throws {
    func losses(_ change: (inout CaptionCue) -> Void) throws -> [String] {
      var cue = CaptionCue(start: .zero, end: .seconds(1), text: "x")
      change(&cue)
      let written = CaptionJSON.write(CaptionTrack([cue]))
      // Whatever is lost, the rest is read.
      #expect(try read(written.text).cues.count == 1)
      return written.losses.map { "\($0.kind) \($0.cueCount)" }
    }
    #expect(try losses { $0.end = MediaTime(value: 1, timescale: 3) } == ["times 1"])
    #expect(try losses { $0.end = .invalid } == ["times 1"])
    #expect(try losses { $0.start = .negativeInfinity } == [])
    #expect(try losses { $0.lines[0].runs[0].time = .positiveInfinity } == ["wordTimes 1"])
    #expect(try losses { $0.lines[0].runs[0].style = TextStyle(color: Color(white: 0.2)) } == [])
    #expect(try losses { $0.lines[0].runs[0].style = TextStyle(color: Color(white: 0.301)) } == ["colors 1"])
    #expect(try losses { $0.placement.size = .nan } == ["placement 1"])
    #expect(try losses { $0.placement.line = .number(.infinity) } == ["placement 1"])
    #expect(try losses { $0.lines[0].runs[0].ruby = CaptionRuby("x", number: -1) } == ["ruby 1"])
    let track = CaptionTrack([], regions: [CaptionRegion(identifier: "r", width: -1, lines: .max)])
    #expect(CaptionJSON.write(track).losses.map(\.kind) == [.regions])
    _ = try read(CaptionJSON.write(track).text)
  }

  @Test(
    "Short forms are accepted: an array alone, text instead of lines, strings as lines, annotations without numbers")
  func shortForms() throws {
    #expect(try read("[]") == CaptionTrack([]))
    let plain = try read(#" [{"start": 0, "end": 1, "text": "a\r\n\nb\n"}, {"start": 1, "end": 2}] "#)
    #expect(plain.cues.map { $0.lines.map(\.plainText) } == [["a", "", "b"], []])
    let lines = try read(
      #"""
      {"version": [1, {"x": [null, true, "\\"]}], "cues": [{"start": 0, "end": 1, "id": null, "lines":
        ["one", "", [{"text": "a", "ruby": "x", "voice": null}, {"text": "b", "ruby": "y", "other": {}}]]}]}
      """#)
    #expect(lines.cues[0].lines.map(\.plainText) == ["one", "", "ab"])
    #expect(lines.cues[0].lines[2].runs.map { $0.ruby?.number } == [0, 1])
  }

  @Test("The line on which a cue starts is known for all line ends")
  func lineNumbers() throws {
    for end in ["\n", "\r\n", "\r"] {
      let lines = ["[", "", "{\"start\": 0,", "\"end\": 1},", "", "  {\"start\": 1, \"end\": 2}]"]
      let reading = try CaptionJSON.read(Array(lines.joined(separator: end).utf8))
      #expect(reading.cues.map(\.line) == [3, 6])
    }
  }

  @Test(
    "Errors state the line and the path",
    arguments: [
      ("", "line 1: the document is not JSON: a value is missing"),
      ("{}", "line 1: the document has no 'cues'"),
      ("7", "line 1: the document should be an object in { }"),
      ("{\"cues\": {}}", "line 1: cues should be a list in [ ]"),
      ("[{\"end\": 1}]", "line 1: [0] has no 'start'"),
      ("[{\"start\": 1}]", "line 1: [0] has no 'end'"),
      (
        "{\"cues\": [\n{\"start\": 0, \"end\": 1},\n{\"start\": \"1\"}]}",
        "line 3: cues[1].start should be a number of seconds such as 12.5"
      ),
      ("[{\"start\": 1e30}]", "line 1: [0].start is '1e30' and should be a number of seconds such as 12.5"),
      ("[{\"start\": 1e400}]", "line 1: [0].start is '1e400' and should be a number of seconds such as 12.5"),
      (
        "[{\"start\": 1234567890123456789}]",
        "line 1: [0].start is '1234567890123456789' and should be a number of seconds such as 12.5"
      ),
      ("[{\"lines\": [[{}]]}]", "line 1: [0].lines[0][0] has no 'text'"),
      (
        "[{\"lines\": [[{\"color\": \"reddish\"}]]}]",
        "line 1: [0].lines[0][0].color is 'reddish' and should be a color such as \"#ffd040\", \"#ffd04080\" or \"white\""
      ),
      (
        "[{\"settings\": {\"align\": \"top\"}}]",
        "line 1: [0].settings.align is 'top' and should be \"start\", \"center\", \"end\", \"left\" or \"right\""
      ),
      ("[{\"settings\": {\"size\": 101}}]", "line 1: [0].settings.size is '101' and should be a number from 0 to 100"),
      (
        "[{\"settings\": {\"line\": \"ten\"}}]",
        "line 1: [0].settings.line is 'ten' and should be a line's number, or a text from \"0%\" to \"100%\""
      ),
      ("[{\"start\": 1 \"end\": 2}]", "line 1: [0].start is not JSON: a , or } is missing"),
      (
        "[{\"start\": 1, \"text\": \"x\ny\"}]",
        "line 1: [0].text is not JSON: a control character or a line end is in a text: write \\n, \\t or \\u0000"
      ),
      ("[] x", "line 1: the document is not JSON: there is text after its end"),
      ("{\"cues\": [], \"regions\": [{}]}", "line 1: regions[0] has no 'id'"),
      ("{\"cues\": [], \"tags\": [{\"value\": \"\"}]}", "line 1: tags[0] has no 'name'"),
      ("{\"a\\n\": x}", "line 1: a\\n is not JSON: a value is missing"),
    ])
  func errors(text: String, expected: String) {
    #expect(error(text) == expected)
  }

  @Test("Too many runs are reported once, and the first ones are kept")
  func runLimit() throws {
    let text = """
      {"cues": [{"start": 0, "end": 1, "lines": [[{"text": "a"}, {"text": "b"}, {"text": "c"}], "d"]},
      {"start": 1, "end": 2, "text": "e"}], "tags": [{"name": "ti", "value": "T"}]}
      """
    var reader = CaptionJSONReader(Array(text.utf8), runLimit: 2)
    let reading = try reader.read()
    #expect(reading.cues.map(\.cue.plainText) == ["ab\n"])
    #expect(reading.problems.first == [CaptionProblem(line: 1, .tooManyCues)])
    #expect(reading.tags.count == 1)
  }

  @Test("Text above the limit is cut and reported")
  func limits() throws {
    let long = String(repeating: "é", count: CaptionDocument.cueTextLimit)
    let text = "[{\"start\": 0, \"end\": 1, \"lines\": [[{\"text\": \"\(long)\"}, {\"text\": \"x\"}], \"y\"]}]"
    let reading = try CaptionJSON.read(Array(text.utf8))
    #expect(reading.cues[0].cue.plainText.utf8.count == CaptionDocument.cueTextLimit - 2)
    #expect(reading.problems.first == [CaptionProblem(line: 1, .textTooLong)])
    let lines = String(repeating: "\\n", count: CaptionDocument.cueTextLimit + 5)
    let empty = try CaptionJSON.read(Array("[{\"start\": 0, \"end\": 1, \"text\": \"\(lines)\"}]".utf8))
    #expect(empty.cues[0].cue.lines.count == CaptionDocument.cueTextLimit)
    #expect(empty.problems.first == [CaptionProblem(line: 1, .textTooLong)])
  }

  @Test("Control characters are removed from text")
  func controlCharacters() throws {
    let track = try read(#"[{"start": 0, "end": 1, "lines": [[{"text": "a\u0000b\nc\u2028d"}]]}]"#)
    #expect(track.cues[0].plainText == "ab c d")
  }

  @Test("Random and mutated bytes never trap")
  func randomBytes() {
    var random = RandomTrack(seed: 1)
    let seeds = (0..<20).map { _ in Array(CaptionJSON.write(random.track()).text.utf8) }
    let marks = Array("{}[]\",:\\u-.e0129 \nnt".utf8)
    for seed in 0..<2000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = generator.pick(seeds)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = generator.chance(4) ? UInt8.random(in: 0...255, using: &generator) : generator.pick(marks)
      }
      do throws(CaptionJSONError) {
        _ = try CaptionJSON.read(bytes)
      } catch {
        #expect(!error.description.contains { $0.isNewline }, "seed \(seed)")
      }
    }
  }
}
