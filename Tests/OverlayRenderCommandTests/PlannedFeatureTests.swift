import Testing

@Suite("Planned features")
struct PlannedFeatureTests {
  @Test(
    "Planned commands are unavailable, with any arguments", arguments: ["compare", "play"])
  func commands(name: String) throws {
    for arguments in [[name], [name, "file", "--every", "2s", "--help"]] {
      let outcome = try overlayRender(arguments, in: ScratchFolder())
      #expect(outcome.status == 69)
      #expect(
        outcome.messages == [
          "overlay-render: \(name) is not available in this version: "
            + "use clock, countdown, stopwatch, timecode, text, subtitles, captions or doctor"
        ])
    }
  }

  @Test(
    "Planned options are unavailable, and no file is created",
    arguments: [
      "--over=a.mp4", "--audio=a.wav", "--pip", "--codec=h264", "--crf=20", "--preset=fast",
      "--bitrate=1M", "--keyint=2s", "--fragmented", "--faststart", "--reconnect", "--position=top", "--opacity=0.5",
      "--close-after=3s", "--linear", "--no-controls", "--another",
    ])
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

  @Test("Planned containers are unavailable", arguments: ["nut", "mp4", "mov", "mkv", "webm", "gif", "apng"])
  func containers(format: String) throws {
    let expected = "\(format) is not available in this version: write y4m, raw or png, and convert it with ffmpeg"
    let named = try overlayRender(smallClock + ["--duration", "1s", "-o", "x.\(format)"], in: ScratchFolder())
    #expect(named.status == 69)
    #expect(named.messages == ["overlay-render: x.\(format): \(expected)"])
    let requested = try overlayRender(smallClock + ["--duration", "1s", "--as", format], in: ScratchFolder())
    #expect(requested.status == 69)
    #expect(requested.messages == ["overlay-render: \(expected)"])
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
