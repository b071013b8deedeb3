import Testing

@testable import OverlayCaptions

/// Tests of W3C WebVTT, section 6.3: "collect WebVTT cue timings and settings", "collect a WebVTT timestamp".
@Suite("WebVTT times")
struct WebVTTTimingTests {
  @Test(
    "Times with and without hours",
    arguments: [
      ("00:00.000", 0), ("00:01.500", 1500), ("59:59.999", 3_599_999), ("00:00:00.001", 1), ("01:00:00.000", 3_600_000),
      // A number with more than two digits, or above 59, is hours.
      ("1:02:03.004", 3_723_004), ("001:00:00.000", 3_600_000), ("60:00:00.000", 216_000_000),
      ("100:00:00.000", 360_000_000), ("0:00:01.000", 1000), ("00000000000000000000000001:00:00.000", 3_600_000),
      // The longest time that fits.
      ("2562047788015:12:55.807", .max),
    ] as [(String, Int64)])
  func times(text: String, milliseconds: Int64) {
    #expect(WebVTTTimestamp.time(Array(text.utf8)[...]) == .milliseconds(milliseconds))
    #expect(webVTTCue(timing: "\(text) --> \(text)")?.start == .milliseconds(milliseconds))
    #expect(webVTTCue(timing: "\(text) --> \(text)")?.end == .milliseconds(milliseconds))
  }

  @Test(
    "Invalid times",
    arguments: [
      "", "0", "00", "00:", "00:0", "00:00", "00:00.", "00:00.0", "00:00.00", "00:00.0000", "00:00,000", "0:00.000",
      "00:0.000", "00:000.000", "00:60.000", "60:00.000", "000:00.000", "00:60:00.000", "00:00:60.000", "00:0:00.000",
      "00:00:0.000", "00:000:00.000", "00:00:000.000", "00:00:00", "00:00:00.00", "00:00:00.0000", "00:00:00:000",
      "-00:00.000", "+00:00.000", " 00:00.000", "00:00.000 ", "00 :00.000", "00:00. 000", "a0:00.000", "00:00.00a",
      "٠٠:٠٠.٠٠٠", "00：00.000", "1.000", "2562047788015:12:55.808", "9999999999999999999999:00:00.000",
    ])
  func noTimes(text: String) {
    #expect(WebVTTTimestamp.time(Array(text.utf8)[...]) == nil)
  }

  @Test(
    "The reason why a time is invalid is reported",
    arguments: [
      ("00:60.000", .seconds), ("75:30.000", .minutes), ("1:60:00.000", .minutes), ("00:00:99.000", .seconds),
      ("00:00,000", .comma), ("00:00:01,5", .comma), ("00:00.00", .milliseconds), ("00:00.0000", .milliseconds),
      ("00:00:01", .milliseconds), ("00:00.", .milliseconds), ("00:00x", .milliseconds),
      ("00:00:00:000", .milliseconds),
      ("9999999999999:00:00.000", .tooLong),
    ] as [(String, CaptionProblem.TimeError)])
  func faults(text: String, fault: CaptionProblem.TimeError) {
    let reading = webVTT("\(text) --> 00:00.000")
    #expect(reading.problems.first == [CaptionProblem(line: 3, .notATime(text, fault))])
  }

  @Test(
    "Any whitespace, or none, can be before, between and after the times",
    arguments: [
      "00:01.000-->00:02.000", "  00:01.000  -->  00:02.000  ", "\t00:01.000\t-->\t00:02.000\t",
      "\u{C}00:01.000\u{C}-->\u{C}00:02.000", "00:01.000 -->00:02.000 \t", "00:01.000--> 00:02.000",
    ])
  func whiteSpace(timing: String) {
    let cue = webVTTCue(timing: timing)
    #expect(cue?.start == .seconds(1))
    #expect(cue?.end == .seconds(2))
  }

  @Test(
    "Lines with an arrow and invalid times",
    arguments: [
      "00:01.000 --> ", "--> 00:02.000", "-->", "00:01.000 ->--> 00:02.000", "00:01.000 ---> 00:02.000",
      "00:01.000 --> --> 00:02.000", "x 00:01.000 --> 00:02.000", "00:01.000x --> 00:02.000",
      "00:01.000 --> x00:02.000",
      "\u{B}00:01.000 --> 00:02.000", "\u{A0}00:01.000 --> 00:02.000", "00:01.000 \u{2003}--> 00:02.000",
      "00:01,000 --> 00:02,000",
    ])
  func noTimings(timing: String) {
    #expect(webVTTCue(timing: timing) == nil)
  }

  @Test("Settings can follow the second time without a space")
  func settingsAtOnce() {
    #expect(webVTTCue(timing: "00:01.000 --> 00:02.000align:end")?.placement.textAlignment == .end)
    #expect(webVTTCue(timing: "00:01.000 --> 00:02.0000 align:end")?.placement == nil)
  }

  @Test(
    "A dash in the arrow is reported with its line",
    arguments: [
      ("00:01.000 –> 00:02.000", "–>"), ("00:01.000 -–> 00:02.000", "-–>"), ("00:01.000–>00:02.000", "–>"),
      ("00:01.000 —> 00:02.000 align:start", "—>"), ("00:01.000 → 00:02.000", "→"),
    ])
  func dashes(timing: String, arrow: String) {
    #expect(webVTT("\(timing)\ntext").problems.first == [CaptionProblem(line: 3, .notAnArrow(arrow))])
    #expect(webVTT("name\n\(timing)\ntext").problems.first == [CaptionProblem(line: 4, .notAnArrow(arrow))])
  }

  @Test("An end before the start is kept and is not a problem")
  func endBeforeStart() {
    let reading = webVTT("00:02.000 --> 00:01.000\na\n\n00:02.000 --> 00:02.000\nb")
    #expect(reading.cues.map(\.cue.end) == [.seconds(1), .seconds(2)])
    #expect(reading.problems.count == 0)
  }

  @Test(
    "Times are written with hours of two digits or more",
    arguments: [
      (0, "00:00:00.000"), (1, "00:00:00.001"), (3_599_999, "00:59:59.999"), (360_000_000, "100:00:00.000"),
      (.max, "2562047788015:12:55.807"),
    ] as [(Int64, String)])
  func writing(milliseconds: Int64, text: String) {
    #expect(WebVTTTimestamp.text(milliseconds: milliseconds) == text)
  }
}
