import Foundation
import OverlayMedia
import OverlayRender
import Testing

@Suite("Formats of movies")
struct MovieFormatTests {
  @Test("A program that contains the module writes a movie with one call")
  func oneCall() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("clock.mp4").path
    let stream = FrameStream(Rectangle().foregroundColor(.red), size: PixelSize(64, 36), frameRate: .fps(10))
    let result = try await stream.write(to: path, duration: .seconds(2))
    #expect(result.ending == .finished)
    // An mp4 begins with the size and the name of its first box.
    #expect(try Data(contentsOf: URL(fileURLWithPath: path))[4..<8] == Data("ftyp".utf8))
  }

  @Test("The program has the formats of the core, and then each container and each protocol once")
  func available() {
    let names = OutputFormat.available.map(\.name)
    #expect(names == OutputFormat.builtIn.map(\.name) + MovieContainer.all.map(\.name) + StreamProtocol.all.map(\.name))
  }

  @Test("The name of a file selects the container", arguments: MovieContainer.all)
  func names(container: MovieContainer) throws {
    for name in container.fileExtensions {
      let plan = try OutputPlan(destination: OutputDestination("a.\(name)"))
      #expect(plan.format.name == container.name)
      #expect(plan.pixelFormat == container.codecs[0].pixelFormats[0])
    }
  }

  @Test("Only containers that can hold transparent pictures have pixel formats with alpha")
  func alpha() {
    let withAlpha = MovieContainer.all.filter { OutputFormat.movie($0).pixelFormats.contains(where: \.hasAlpha) }
    #expect(withAlpha == [.mov, .mkv, .webm, .nut, .gif, .apng])
    var options = MovieOptions()
    options.codec = .vp9
    #expect(OutputFormat.movie(.mp4, options).pixelFormats == [.yuv420p, .yuv444p])
    #expect(OutputFormat.movie(.webm, options).pixelFormats == [.yuv420p, .yuva420p, .yuv444p])
  }
}

@Suite("Checks of movie options")
struct MovieOptionsTests {
  /// The error for options, before any library is loaded.
  private func error(
    _ container: MovieContainer, _ pixelFormat: PixelFormat = .yuv420p, _ change: (inout MovieOptions) -> Void
  ) -> MediaError? {
    var options = MovieOptions()
    change(&options)
    do throws(MediaError) {
      try container.check(options, pixelFormat: pixelFormat)
      return nil
    } catch {
      return error
    }
  }

  @Test("Defaults are accepted by every container", arguments: MovieContainer.all)
  func defaults(container: MovieContainer) {
    for pixelFormat in OutputFormat.movie(container).pixelFormats {
      #expect(error(container, pixelFormat) { _ in } == nil)
    }
  }

  @Test("A codec must be one that the container holds")
  func codec() {
    #expect(error(.webm) { $0.codec = .vp9 } == nil)
    #expect(
      error(.webm) { $0.codec = .h264 } == .codecNotHeld(codec: .h264, container: "webm", supported: [.vp9, .av1]))
  }

  @Test("A setting must have a meaning for the codec, and the error names codecs that have it")
  func settings() {
    #expect(error(.mp4) { $0.constantRateFactor = 20 } == nil)
    #expect(
      error(.mov, .yuva444p10le) { $0.constantRateFactor = 20 }
        == .settingNotSupported(.constantRateFactor, by: "prores", alternatives: ["h264", "hevc"]))
    #expect(
      error(.mkv, .bgra) { $0.bitRate = 1_000_000 }
        == .settingNotSupported(.bitRate, by: "ffv1", alternatives: ["h264", "hevc", "vp9", "av1"]))
    #expect(
      error(.gif, .bgra) { $0.preset = "fast" } == .settingNotSupported(.preset, by: "gif", alternatives: []))
    #expect(
      error(.webm) { $0.isFragmented = true }
        == .settingNotSupported(.fragments, by: "webm", alternatives: ["mp4", "mov"]))
    #expect(
      error(.mp4) { ($0.bitRate, $0.constantRateFactor) = (1000, 20) }
        == .settingsExclusive(.constantRateFactor, .bitRate))
    #expect(
      error(.mp4) { ($0.codec, $0.bitRate, $0.frames) = (.hevc, 1000, .changed) }
        == .settingNotSupported(.bitRate, by: "hevc with changed frames only", alternatives: []))
  }

  @Test("The quality and the preset must be ones of the codec")
  func values() {
    #expect(error(.mp4) { $0.constantRateFactor = 51 } == nil)
    #expect(error(.mp4) { $0.constantRateFactor = 52 } == .qualityOutOfRange(52, codec: .h264, range: 0...51))
    #expect(error(.webm) { $0.constantRateFactor = 63 } == nil)
    #expect(error(.webm) { $0.constantRateFactor = 20.5 } == .qualityOutOfRange(20.5, codec: .vp9, range: 0...63))
    #expect(error(.mp4) { $0.preset = "veryfast" } == nil)
    #expect(error(.mp4) { $0.preset = "8" } == .presetUnknown("8", codec: .h264))
    #expect(error(.webm) { $0.preset = "8" } == nil)
    #expect(error(.webm) { $0.preset = "veryfast" } == .presetUnknown("veryfast", codec: .vp9))
  }

  @Test("Sound must be something that the container holds")
  func sound() {
    #expect(error(.mp4) { $0.sound = .ticks(first: .zero) } == nil)
    #expect(error(.gif, .bgra) { $0.sound = .ticks(first: .zero) } == .soundNotHeld(container: "gif"))
  }
}

@Suite("Capabilities of FFmpeg")
struct FFmpegCapabilitiesTests {
  @Test("The installed libraries, encoders, decoders and protocols are listed")
  func lists() throws {
    let capabilities = try FFmpegCapabilities()
    #expect(capabilities.version.first?.isNumber == true || capabilities.version.hasPrefix("n"))
    #expect(capabilities.libraries.map(\.name).count == 5)
    #expect(capabilities.libraries.allSatisfy { $0.version.contains(/^\d+\.\d+\.\d+$/) })
    let codecs = capabilities.pictureCodecs.map(\.name)
    #expect(codecs == MovieCodec.allCases.filter { ![.raw, .gif].contains($0) }.map(\.rawValue))
    // FFmpeg has these encoders without other libraries.
    for name in ["prores", "animation", "ffv1"] {
      let entry = try #require(capabilities.pictureCodecs.first { $0.name == name })
      #expect(entry.encoders.count == 1 && entry.missing.isEmpty)
    }
    #expect(Set(capabilities.soundEncoders.map(\.name)).isSuperset(of: ["aac", "pcm_s16le"]))
    #expect(Set(capabilities.soundDecoders).isSuperset(of: ["aac", "mp3", "flac", "pcm_s16le"]))
    #expect(Set(capabilities.protocols).isSuperset(of: ["file", "pipe"]))
  }
}
