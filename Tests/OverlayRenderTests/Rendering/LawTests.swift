import Foundation
import TestTools
import Testing

@testable import OverlayRender

/// The law: for any view and any times, drawing only the changes produces the same bytes as drawing everything.
@Suite("The law: incremental drawing equals drawing from scratch")
struct LawTests {
  /// The seeds of the random views, each of which is drawn at several times. `make fuzz` tries more of them with
  /// OVERLAY_RENDER_LAW_SEEDS.
  static let seeds = 0..<(ProcessInfo.processInfo.environment["OVERLAY_RENDER_LAW_SEEDS"].flatMap(Int.init) ?? 2400)

  @Test("Pictures and converted planes are byte-identical", arguments: 0..<8)
  func incrementalEqualsFromScratch(part: Int) throws {
    let shared = try Rasterizer(fonts: FixtureFonts.configuration)
    for seed in Self.seeds where seed % 8 == part {
      var generator = SeededGenerator(seed: UInt64(seed))
      let configuration = Self.configuration(&generator)
      let view = RandomView.make(depth: 5, rate: configuration.frameRate, &generator)
      let renderer = try Renderer(
        root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
        rasterizer: shared)
      // The reference of each picture has no masks and surfaces yet, so that a key that lacks a property makes a
      // difference.
      // Sometimes both use the same caches, as streams that share a rasterizer do.
      let sharesCaches = seed % 16 == 0
      var held: [SampleBuffer] = []
      for frame in Self.frames(&generator) {
        let time = configuration.frameRate.time(ofFrame: frame)
        let sample = try renderer.render(at: time)
        let scratch = try Renderer(
          root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
          rasterizer: sharesCaches
            ? shared : try Rasterizer(fonts: FixtureFonts.configuration, masks: CoverageMasks()))
        let expected = try scratch.render(at: time)
        try #require(sample.hasSamePicture(as: expected), "seed \(seed), frame \(frame), \(view)")
        // A reader that keeps pictures makes the pool return older and fresh memory in turn.
        held.append(sample)
        if held.count > 3 || generator.chance(3) { held.removeFirst() }
      }
    }
  }

  private static func configuration(_ generator: inout SeededGenerator) -> RenderConfiguration {
    let size = PixelSize(Int.random(in: 1...128, using: &generator), Int.random(in: 1...80, using: &generator))
    var configuration = RenderConfiguration(
      size: size, frameRate: generator.pick([.fps(30), .ntsc, .fps(25), .ntscFilm]),
      start: WallTime(nanosecondsSince1970: Int64.random(in: -2_000_000_000...2_000_000_000, using: &generator) << 29))
    configuration.fonts = FixtureFonts.configuration
    configuration.alignment = generator.pick([.center, .topLeading, .bottomTrailing])
    configuration.background = generator.pick([.clear, .black, Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.4)])
    configuration.pixelFormat =
      generator.chance(2)
      ? .bgraPremultiplied
      : generator.pick([.rgbaPremultiplied, .bgra, .rgba, .yuv420p, .nv12, .yuv444p, .yuva420p, .gray])
    configuration.matrix = generator.pick([.bt601, .bt709])
    configuration.range = generator.pick([.limited, .full])
    return configuration
  }

  /// Mostly a few frames forward, sometimes far, sometimes back.
  private static func frames(_ generator: inout SeededGenerator) -> [Int64] {
    var frame: Int64 = 0
    return (0..<6).map { _ in
      defer {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: frame = Int64.random(in: 0...5000, using: &generator)
        case 1: frame = max(frame - 3, 0)
        default: frame += Int64.random(in: 1...45, using: &generator)
        }
      }
      return frame
    }
  }
}

extension Renderer {
  /// Expects the same picture as from a new renderer.
  func expectPictureFromScratch(
    of view: some View, configuration: RenderConfiguration, at time: MediaTime,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try Renderer(view, configuration: configuration, clock: ManualClock())
    let isSame = try render(at: time).hasSamePicture(as: scratch.render(at: time))
    #expect(isSame, sourceLocation: sourceLocation)
  }
}

@Suite("The law for content much larger than a picture")
struct LongContentLawTests {
  private static let long = Text(String(repeating: "Breaking news ", count: 400)).font(size: 40)

  @Test("A long ticker with nested shadows")
  func shadows() throws {
    try obeysLaw(Ticker(speed: 1000) { Self.long.shadow(radius: 3).shadow(radius: 5) })
  }

  @Test("A long rotated line keeps its shadow")
  func turned() throws {
    try obeysLaw(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001).shadow(color: .red, radius: 5) })
    let plain = try inkedPixels(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001) })
    let shadowed = try inkedPixels(Ticker(speed: 1000) { Self.long.rotationEffect(degrees: 0.001).shadow(radius: 5) })
    #expect(shadowed > plain * 3 / 2, "\(shadowed) and \(plain)")
  }

  @Test("A text longer than Pango's limit is wrapped and visible", arguments: ["a", "some words of news "])
  func endless(piece: String) throws {
    let text = Text(String(repeating: piece, count: 60_000 / piece.utf8.count)).font(size: 96)
    #expect(try inkedPixels(text.frame(maxHeight: .infinity, alignment: .top)) > 200)
  }

  private func obeysLaw(_ view: some View) throws {
    let renderer = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
    for frame in [30, 600, 603, 1200] as [Int64] {
      let time = FrameRate.fps(30).time(ofFrame: frame)
      let sample = try renderer.render(at: time)
      let scratch = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
      let expected = try scratch.render(at: time)
      #expect(sample.hasSamePicture(as: expected), "frame \(frame)")
    }
  }

  private func inkedPixels(_ view: some View) throws -> Int {
    let renderer = try Renderer(view, configuration: Self.configuration, clock: ManualClock())
    let picture = try #require(Picture(try renderer.render(at: .seconds(20))))
    return stride(from: 3, to: picture.bytes.count, by: 4).count { picture.bytes[$0] > 0 }
  }

  private static let configuration: RenderConfiguration = {
    var configuration = RenderConfiguration(size: PixelSize(320, 80), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }()
}
