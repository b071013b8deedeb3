import Testing

@Suite("Planned features")
struct PlannedFeatureTests {
  @Test(
    "Planned options are unavailable, and no file is created",
    arguments: ["--reconnect"])
  func options(option: String) throws {
    let folder = try ScratchFolder()
    let outcome = try overlayRender(smallClock + ["--duration", "1s", "-o", "x.y4m", option], in: folder)
    let name = option.split(separator: "=")[0]
    #expect(outcome.status == 69)
    #expect(
      outcome.messages == [
        "overlay-render: \(name) is not available in this version: leave it out, or pipe y4m or raw into ffmpeg"
      ])
    #expect(try folder.names.isEmpty)
  }

  @Test("Planned network protocols are unavailable", arguments: ["rtmp://host/app", "srt://host:9000", "UDP://host:1"])
  func network(url: String) throws {
    let outcome = try overlayRender("clock", "-o", url)
    let scheme = url.prefix { $0 != ":" }.lowercased()
    #expect(outcome.status == 69)
    #expect(
      outcome.messages == [
        "overlay-render: \(url): sending over \(scheme) is not available in this version: pipe y4m into ffmpeg"
      ])
  }
}
