import Testing

@testable import OverlayCaptions

/// Tests of W3C WebVTT, section 6.2: "collect WebVTT region settings".
@Suite("WebVTT regions")
struct WebVTTRegionTests {
  private func region(_ settings: String) -> CaptionRegion? {
    webVTT("REGION\nid:r \(settings)").regions.first
  }

  @Test("The default region is the bottom three lines")
  func usual() {
    let reading = webVTT("REGION\nid:r")
    #expect(reading.regions == [CaptionRegion(identifier: "r")])
    #expect(reading.problems.count == 0)
  }

  @Test("Settings can be on one line or on several")
  func settings() {
    let expected = CaptionRegion(
      identifier: "a:b", width: 40.5, lines: 2, anchor: .init(x: 10, y: 20), viewportAnchor: .init(x: 30, y: 40),
      scrolls: true)
    for separator in [" ", "\n", "\t", " \n\t "] {
      let settings = [
        "id:a:b", "width:40.5%", "lines:2", "regionanchor:10%,20%", "viewportanchor:30%,40%", "scroll:up",
      ]
      #expect(webVTT("REGION \t\n" + settings.joined(separator: separator)).regions == [expected])
      #expect(webVTT("REGION\n" + settings.reversed().joined(separator: separator)).regions == [expected])
    }
  }

  @Test(
    "lines",
    arguments: [
      ("0", 0), ("1", 1), ("0018", 18), ("2147483647", 2_147_483_647), ("99999999999999999999999", 2_147_483_647),
    ])
  func lines(value: String, lines: Int) {
    #expect(region("lines:\(value)")?.lines == lines)
  }

  @Test(
    "Invalid settings are reported and change nothing",
    arguments: [
      "width", "width:", ":40%", "width:40", "width:-1%", "width:101%", "width:4.%", "Width:40%", "lines:-1",
      "lines:1.5",
      "lines:1%", "lines:x", "lines:+1", "regionanchor:10%", "regionanchor:10%,", "regionanchor:,10%",
      "regionanchor:10,20", "regionanchor:10%,20%,30%", "regionanchor:101%,0%", "viewportanchor:10%",
      "viewportanchor:10%,x", "viewportanchor:10%;20%", "scroll:down", "scroll:Up", "scroll:", "unknown:1", "x",
    ])
  func refused(setting: String) {
    let reading = webVTT("REGION\nid:r \(setting)")
    #expect(reading.regions == [CaptionRegion(identifier: "r")])
    #expect(reading.problems.first == [CaptionProblem(line: 3, .badSetting(setting))])
  }

  @Test("The last setting of each name is used")
  func repeated() {
    #expect(region("lines:1 id:q lines:2 lines:x") == CaptionRegion(identifier: "q", lines: 2))
  }

  @Test("A region without an identifier is ignored")
  func noIdentifier() {
    #expect(webVTT("REGION\nwidth:40%").regions.isEmpty)
  }

  @Test("A later region replaces one with the same identifier")
  func replaced() {
    let reading = webVTT(
      "REGION\nid:a lines:1\n\nREGION\nid:b\n\nREGION\nid:a lines:2\n\n00:00.000 --> 00:01.000 region:a")
    #expect(reading.regions == [CaptionRegion(identifier: "a", lines: 2), CaptionRegion(identifier: "b")])
    #expect(reading.cues.first?.cue.placement.region == "a")
  }

  @Test("A region ends at an empty line or an arrow; a word after REGION makes it invalid")
  func ends() {
    let reading = webVTT("REGION\nid:a\n\nlines:2\n\nREGION\nid:b\n00:00.000 --> 00:01.000 region:b\n\nREGION x\nid:c")
    #expect(reading.regions.map(\.identifier) == ["a", "b"])
    #expect(reading.cues.first?.cue.placement.region == "b")
    #expect(webVTT("REGION x\nid:c").regions.isEmpty)
    #expect(webVTT("REGIONS\nid:c").regions.isEmpty)
    #expect(webVTT(" REGION\nid:c").regions.isEmpty)
  }
}
