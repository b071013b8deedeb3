import OverlayRender
import Testing

@Suite("Planned features", .ownThreads)
struct PlannedFeatureTests {
  @Test("Planned network protocols are unavailable", arguments: ["rtsp://host/app", "HTTPS://host/a"])
  func network(url: String) throws {
    let outcome = try overlayRender("clock", "-o", url)
    let scheme = url.prefix { $0 != ":" }.lowercased()
    #expect(outcome.status == 69)
    #expect(
      outcome.messages == [
        "overlay-render: \(RedactedURL(url)): sending over \(scheme) is not available in this version: "
          + "use rtmp, srt or m3u8, or pipe y4m into ffmpeg"
      ])
  }
}
