import Testing

@testable import OverlayRender

@Suite("Times as decimal numbers")
struct MediaTimeDecimalsTests {
  @Test(
    "Seconds have as many decimals as they need, up to a limit",
    arguments: [
      (MediaTime.zero, 9, "0 s"), (.seconds(2), 9, "2 s"), (MediaTime(value: 3, timescale: 2), 9, "1.5 s"),
      (MediaTime(value: 1, timescale: 3), 9, "0.333333333 s"), (MediaTime(value: 2, timescale: 3), 3, "0.667 s"),
      (MediaTime(value: -1, timescale: 2000), 3, "-0.001 s"), (MediaTime(value: -1, timescale: 2001), 3, "0 s"),
      (MediaTime(value: .max, timescale: 1), 9, "9223372036854775807 s"), (.positiveInfinity, 9, "+infinity"),
    ] as [(MediaTime, Int, String)])
  func seconds(time: MediaTime, places: Int, text: String) {
    #expect(time.inSeconds(places: places) == text)
  }

  @Test("What is cut off is told apart from what is exact")
  func exactness() {
    #expect(MediaTime(value: 1, timescale: 8).decimalSeconds() == ("0.125", true))
    #expect(MediaTime(value: 1, timescale: 3).decimalSeconds() == ("0.333333333", false))
    #expect(MediaTime(value: 1, timescale: 8).decimalSeconds(places: 2) == ("0.13", false))
  }
}
