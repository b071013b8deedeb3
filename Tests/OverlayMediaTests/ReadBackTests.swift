import Foundation
import OverlayMedia
import OverlayRender
import TestTools
import Testing

/// Movies are read back with ffprobe and ffmpeg.
@Suite("Movies read by other programs", .requires(.ffprobe), .requires(.ffmpeg))
struct ReadBackTests {
  /// A container with a pixel format, and what ffprobe says about it.
  struct Case: CustomTestStringConvertible, Sendable {
    let container: MovieContainer
    let pixelFormat: PixelFormat?
    var codec: MovieCodec?
    let codecName: String
    let pixelFormatName: String
    var range = "tv"
    var matrix = "smpte170m"
    /// The greatest difference of a color from the original, in 8-bit code values.
    let tolerance: Int
    var decoder: String?

    var testDescription: String { "\(container) \(codecName) \(pixelFormatName)" }

    var format: OutputFormat {
      var options = MovieOptions()
      options.codec = codec
      return .movie(container, options)
    }
  }

  static let cases = [
    Case(container: .mp4, pixelFormat: nil, codecName: "h264", pixelFormatName: "yuv420p", tolerance: 4),
    Case(
      container: .mp4, pixelFormat: nil, codec: .hevc, codecName: "hevc", pixelFormatName: "yuv420p", tolerance: 6),
    Case(container: .mp4, pixelFormat: nil, codec: .av1, codecName: "av1", pixelFormatName: "yuv420p", tolerance: 6),
    Case(container: .mkv, pixelFormat: nil, codecName: "h264", pixelFormatName: "yuv420p", tolerance: 4),
    Case(
      container: .mkv, pixelFormat: .bgra, codecName: "ffv1", pixelFormatName: "bgra", range: "pc", matrix: "gbr",
      tolerance: 0),
    Case(container: .webm, pixelFormat: nil, codecName: "vp9", pixelFormatName: "yuv420p", tolerance: 6),
    Case(
      container: .webm, pixelFormat: .yuva420p, codecName: "vp9", pixelFormatName: "yuv420p", tolerance: 6,
      decoder: "libvpx-vp9"),
    Case(container: .webm, pixelFormat: nil, codec: .av1, codecName: "av1", pixelFormatName: "yuv420p", tolerance: 6),
    Case(container: .mov, pixelFormat: nil, codecName: "prores", pixelFormatName: "yuva444p12le", tolerance: 3),
    Case(
      container: .mov, pixelFormat: .argb, codecName: "qtrle", pixelFormatName: "argb", range: "unknown",
      matrix: "gbr", tolerance: 0),
    Case(
      container: .mov, pixelFormat: nil, codec: .h264, codecName: "h264", pixelFormatName: "yuv420p", tolerance: 4),
    Case(
      container: .nut, pixelFormat: .bgra, codecName: "rawvideo", pixelFormatName: "bgra", range: "unknown",
      matrix: "unknown", tolerance: 0),
    Case(
      container: .apng, pixelFormat: nil, codecName: "apng", pixelFormatName: "rgba", range: "pc", matrix: "unknown",
      tolerance: 0),
  ]

  private static let seconds = 12

  @Test("Codec, size, rate, duration and color match the stream", arguments: cases)
  func properties(_ movie: Case) async throws {
    let file = try await MovieFile(
      ColorClock(), name: "a." + movie.container.fileExtensions[0], as: movie.format,
      duration: .seconds(Self.seconds), pixelFormat: movie.pixelFormat)
    let found = try file.properties(
      "codec_name", "width", "height", "pix_fmt", "color_range", "color_space", "color_primaries", "color_transfer")
    #expect(found["codec_name"] == movie.codecName && found["pix_fmt"] == movie.pixelFormatName)
    #expect(found["width"] == "64" && found["height"] == "36")
    #expect(found["color_range"] ?? "unknown" == movie.range && found["color_space"] ?? "unknown" == movie.matrix)
    if movie.matrix != "unknown" {
      #expect(found["color_primaries"] == "bt709" && found["color_transfer"] == "bt709")
    }
    let packets = try file.packets()
    let end = try #require(packets.last?.seconds) + 1.0 / 30
    #expect(abs(end - Double(Self.seconds)) < 0.002)
    if movie.container != .apng, movie.container != .nut {
      let duration = try file.duration()
      #expect(abs(duration - Double(Self.seconds)) < 0.04)
    }
  }

  @Test(
    "Timestamps increase, no picture is held over a second, and keyframes are at most five seconds apart",
    arguments: cases)
  func timestamps(_ movie: Case) async throws {
    // Changes at irregular times, with long pauses.
    let file = try await MovieFile(
      ColorClock(colors: [.red, .red, .red, .green, .red, .blue, .blue]),
      name: "a." + movie.container.fileExtensions[0],
      as: movie.format, duration: .seconds(Self.seconds), pixelFormat: movie.pixelFormat)
    let packets = try file.packets()
    let times = packets.map(\.seconds)
    #expect(times.first == 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 1.0015 })
    // apng has no keyframes: each picture is drawn over the one before.
    guard movie.container != .apng else { return }
    let keyframes = packets.filter(\.isKeyframe).map(\.seconds) + [Double(Self.seconds)]
    #expect(keyframes.first == 0)
    #expect(zip(keyframes, keyframes.dropFirst()).allSatisfy { $1 - $0 < 5.002 })
  }

  @Test(
    "Keyframes are at most five seconds apart in a movie of changed frames, also if an encoder counts frames",
    arguments: [(MovieContainer.mp4, MovieCodec.av1), (.mp4, .h264), (.mp4, .hevc), (.webm, .vp9), (.mov, .animation)])
  func keyframes(container: MovieContainer, codec: MovieCodec) async throws {
    var options = MovieOptions()
    options.codec = codec
    options.frames = .changed
    // libaom, which makes keyframes where they are requested, has no such preset.
    if codec == .av1 { options.preset = "13" }
    // Large enough for SVT-AV1.
    let file = try await MovieFile(
      ColorClock(), name: "a.\(container)", as: .movie(container, options), size: PixelSize(128, 72),
      duration: .seconds(17))
    let keyframes = try file.packets().filter(\.isKeyframe).map(\.seconds) + [17]
    #expect(zip(keyframes, keyframes.dropFirst()).allSatisfy { $1 - $0 < 5.002 })
  }

  @Test(
    "A movie of one changed picture per second has the bit rate that is requested",
    arguments: [(MovieContainer.mp4, MovieCodec.h264), (.mp4, .hevc), (.webm, .vp9), (.mp4, .av1)])
  func bitRate(container: MovieContainer, codec: MovieCodec) async throws {
    let options = MovieOptions(codec: codec, bitRate: 60_000)
    let file = try await MovieFile(
      PixelSourceView(Noise()), name: "a.\(container)", as: .movie(container, options), size: Noise.size,
      duration: .seconds(20))
    let bits = try file.packets().compactMap { Int($0.size) }.reduce(0, +) * 8
    #expect((30_000...120_000).contains(bits / 20))
  }

  @Test("HEVC in mp4 and mov has the tag that QuickTime and Safari need", arguments: [MovieContainer.mp4, .mov])
  func tagOfHEVC(container: MovieContainer) async throws {
    var options = MovieOptions()
    options.codec = .hevc
    let file = try await MovieFile(
      ColorClock(), name: "a.\(container)", as: .movie(container, options), duration: .seconds(1))
    #expect(try file.properties("codec_tag_string") == ["codec_tag_string": "hvc1"])
  }

  @Test("ProRes has limited range only")
  func rangeOfProRes() async throws {
    await #expect(throws: MediaError.fullRangeNotPossible(codec: .prores)) {
      _ = try await MovieFile(Color.red, name: "a.mov", as: .movie(.mov), duration: .seconds(1), range: .full)
    }
  }

  @Test("Colors and alpha match the view", arguments: cases)
  func colors(_ movie: Case) async throws {
    let hasAlpha = (movie.pixelFormat ?? movie.format.defaultPixelFormat)?.hasAlpha == true
    let colors = [
      Color(red: 1, green: 0.5, blue: 0.25, alpha: hasAlpha ? 0.75 : 1), Color(red: 0.1, green: 0.7, blue: 0.9),
    ]
    let file = try await MovieFile(
      ColorClock(colors: colors), name: "a." + movie.container.fileExtensions[0], as: movie.format,
      duration: .seconds(4), pixelFormat: movie.pixelFormat)
    for (second, color) in [(0.0, colors[0]), (1.0, colors[1]), (2.5, colors[0])] {
      let bytes = try file.picture(at: second, as: "rgba", decoder: movie.decoder)
      let middle = 4 * (18 * 64 + 32)
      try #require(bytes.count == 64 * 36 * 4)
      let components = [color.red, color.green, color.blue, color.alpha]
      let expected = components.map { Int(($0 * 255).rounded()) }
      for (found, wanted) in zip(bytes[middle..<(middle + 4)], expected) {
        // One more for the rounding of ffmpeg and of premultiplied alpha.
        #expect(abs(Int(found) - wanted) <= movie.tolerance + 1)
      }
    }
  }

  @Test(
    "At a constant rate, every frame is there, and a movie of changed frames shows the same",
    arguments: [
      FrameRate.fps(25), .ntsc, .fps(60), .fps(10),
    ])
  func rates(rate: FrameRate) async throws {
    var options = MovieOptions()
    options.frames = .every
    let every = try await MovieFile(
      ColorClock(), name: "a.mp4", as: .movie(.mp4, options), rate: rate, duration: .seconds(6))
    let count = Int(rate.frame(atOrAfter: .seconds(6)))
    #expect(try every.packets().count == count)
    let fraction = try #require(try every.properties("avg_frame_rate")["avg_frame_rate"])
    #expect(fraction == "\(rate.numerator)/\(rate.denominator)")
    options.frames = .changed
    let changed = try await MovieFile(
      ColorClock(), name: "a.mkv", as: .movie(.mkv, options), rate: rate, duration: .seconds(6))
    // At 29.97 fps, 30 frames are longer than a second, so each picture is repeated once.
    #expect(try changed.packets().count <= 14)
    let end = rate.time(ofFrame: Int64(count)).seconds
    for duration in [try changed.duration(), try every.duration()] { #expect(abs(duration - end) < 0.002) }
  }

  @Test(
    "A movie of one label has a picture each second and at its end",
    arguments: [
      MovieContainer.mp4, .mkv, .webm, .apng,
    ])
  func label(container: MovieContainer) async throws {
    let file = try await MovieFile(
      Color.orange, name: "a." + container.name, as: .movie(container), duration: .milliseconds(2500))
    let times = try file.packets().map(\.seconds)
    #expect(times.count == 4)
    for (found, expected) in zip(times, [0, 1, 2, 74.0 / 30]) { #expect(abs(found - expected) < 0.002) }
  }
}

/// Random pixels, different ones in each second.
private struct Noise: PixelSource {
  static let size = PixelSize(128, 72)
  var naturalSize: PixelSize { Self.size }

  func pixels(at time: MediaTime) -> PixelBuffer? {
    var random = SeededGenerator(seed: UInt64(FrameRate.fps(1).frame(atOrBefore: time)))
    guard let format = try? VideoFormat(size: Self.size, pixelFormat: .bgraPremultiplied),
      var draft = try? PixelBufferDraft(format: format)
    else { return nil }
    draft.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
    }
    return draft.freeze()
  }

  func nextChange(after time: MediaTime) -> MediaTime { .seconds(FrameRate.fps(1).frame(atOrBefore: time) + 1) }
}
