import Testing

@testable import OverlayCaptions

/// Tests of W3C WebVTT, section 6.3: "parse the WebVTT cue settings".
@Suite("WebVTT cue settings")
struct WebVTTSettingTests {
  private let usual = CaptionPlacement()

  @Test("The default placement is the bottom center")
  func none() {
    #expect(webVTTPlacement("") == usual)
  }

  @Test(
    "vertical",
    arguments: [("rl", .verticalGrowingLeft), ("lr", .verticalGrowingRight)]
      as [(String, CaptionPlacement.WritingDirection)])
  func vertical(value: String, direction: CaptionPlacement.WritingDirection) {
    #expect(webVTTPlacement("vertical:\(value)") == CaptionPlacement(direction: direction))
  }

  @Test(
    "line",
    arguments: [
      ("0", .number(0), .start), ("-0", .number(0), .start), ("-1", .number(-1), .start), ("007", .number(7), .start),
      ("1.5", .number(1.5), .start), ("-2.25", .number(-2.25), .start), ("65536", .number(65536), .start),
      ("18446744073709552000", .number(0x1p64), .start),
      ("10000000000000000000000000000000000", .number(1e34), .start), ("0%", .percentage(0), .start),
      ("00%", .percentage(0), .start), ("33.5%", .percentage(33.5), .start), ("100.0%", .percentage(100), .start),
      ("0,start", .number(0), .start), ("-1,center", .number(-1), .center), ("5,end", .number(5), .end),
      ("50%,center", .percentage(50), .center), ("100%,end", .percentage(100), .end),
    ] as [(String, CaptionPlacement.Line, CaptionPlacement.LineAlignment)])
  func line(value: String, line: CaptionPlacement.Line, alignment: CaptionPlacement.LineAlignment) {
    #expect(webVTTPlacement("line:\(value)") == CaptionPlacement(line: line, lineAlignment: alignment))
  }

  @Test("A minus sign before zero has no effect")
  func negativeZero() {
    guard case .number(let number) = webVTTPlacement("line:-0")?.line else {
      Issue.record("no line")
      return
    }
    #expect(number.sign == .plus)
  }

  @Test(
    "position",
    arguments: [
      ("0%", 0, .automatic), ("50.5%", 50.5, .automatic), ("100%", 100, .automatic), ("10%,line-left", 10, .lineLeft),
      ("10%,center", 10, .center), ("10%,line-right", 10, .lineRight),
    ] as [(String, Double, CaptionPlacement.PositionAlignment)])
  func position(value: String, position: Double, alignment: CaptionPlacement.PositionAlignment) {
    #expect(webVTTPlacement("position:\(value)") == CaptionPlacement(position: position, positionAlignment: alignment))
  }

  @Test("size", arguments: [("0%", 0), ("33.333%", 33.333), ("100%", 100)] as [(String, Double)])
  func size(value: String, size: Double) {
    #expect(webVTTPlacement("size:\(value)") == CaptionPlacement(size: size))
  }

  @Test(
    "align",
    arguments: [("start", .start), ("center", .center), ("end", .end), ("left", .left), ("right", .right)]
      as [(String, CaptionPlacement.TextAlignment)])
  func align(value: String, alignment: CaptionPlacement.TextAlignment) {
    #expect(webVTTPlacement("align:\(value)") == CaptionPlacement(textAlignment: alignment))
  }

  @Test(
    "Invalid settings are reported and change nothing",
    arguments: [
      "line", "line:", ":line", ":", "line=1", "Line:1", "lines:1", "vertical:tb", "vertical:RL", "vertical:rl,",
      "line:-", "line:%", "line:.5", "line:5.", "line:1..5", "line:1.2.3", "line:1-", "line:--1", "line:+1", "line:1e3",
      "line:auto", "line:-0%", "line:101%", "line:100.1%", "line:1%%", "line:%1", "line:0%0", "line:0x1", "line:1%x",
      "line:1,", "line:1,middle", "line:1,START", "line:1,start,", "line:,start", "line:65536%", "line:٣",
      "line:1\(String(repeating: "0", count: 400))", "position:50", "position:-1%", "position:101%", "position:50%,",
      "position:50%,start", "position:50%,middle", "position:,center", "position:.5%", "position:5.%", "position:+5%",
      "position:auto", "size:50", "size:-0%", "size:100.0000001%", "size:50%,center", "size:", "align:middle",
      "align:Start", "align:start,", "align", "unknown:1", "x",
    ])
  func refused(setting: String) {
    let reading = webVTT("00:00.000 --> 00:01.000 \(setting)\ntext")
    #expect(reading.cues.map(\.cue.placement) == [usual])
    #expect(reading.problems.first.map(\.kind) == [.badSetting(String(setting.prefix(400)))])
  }

  @Test("A missing region is reported by name")
  func missingRegion() {
    let reading = webVTT("00:00.000 --> 00:01.000 region:none\ntext")
    #expect(reading.cues.map(\.cue.placement) == [usual])
    #expect(reading.problems.first.map(\.kind) == [.missingRegion("none")])
    #expect(
      reading.problems.first.first?.description
        == "no region above is named 'none': define it before the first cue")
  }

  @Test("Whitespace separates settings in any order; the last one of each name is used")
  func several() {
    let expected = CaptionPlacement(
      direction: .verticalGrowingLeft, line: .percentage(20), lineAlignment: .end, position: 30,
      positionAlignment: .lineRight, size: 40, textAlignment: .right)
    #expect(
      webVTTPlacement("vertical:rl line:20%,end position:30%,line-right size:40% align:right") == expected)
    #expect(
      webVTTPlacement("align:right\tsize:40% \t position:30%,line-right\u{C}line:20%,end  vertical:rl ") == expected)
    #expect(
      webVTTPlacement("size:1% align:left line:3 line:20%,end align:right vertical:lr size:40% vertical:rl size:200%")
        == CaptionPlacement(
          direction: .verticalGrowingLeft, line: .percentage(20), lineAlignment: .end, size: 40, textAlignment: .right))
  }

  @Test("A setting with an invalid alignment leaves the previous one unchanged")
  func badAlignment() {
    #expect(
      webVTTPlacement("line:4,end line:5,bad position:6%,center position:7%,bad")
        == CaptionPlacement(line: .number(4), lineAlignment: .end, position: 6, positionAlignment: .center))
    #expect(
      webVTTPlacement("line:4,end line:5 position:6%,center position:7%")
        == CaptionPlacement(line: .number(5), lineAlignment: .end, position: 7, positionAlignment: .center))
  }

  @Test(
    "A line, a size or a direction removes the cue from a region named before it",
    arguments: [
      ("region:r", true), ("region:r line:0", false), ("line:0 region:r", true), ("region:r size:50%", false),
      ("size:50% region:r", true), ("region:r size:100%", true), ("region:r vertical:lr", false),
      ("vertical:lr region:r", true), ("region:r vertical:bad", true), ("vertical:lr region:r vertical:bad", false),
      ("region:r line:bad size:bad", true), ("region:r position:50% align:left", true), ("region:r region:none", false),
      ("region:none region:r", true), ("region:R", false),
    ])
  func region(settings: String, isIn: Bool) {
    #expect(webVTTPlacement(settings, before: "REGION\nid:r\n\n")?.region == (isIn ? "r" : nil))
  }
}
