import TestTools
import Testing

@testable import OverlayRender

/// Compares pictures of every frame, each drawn from scratch, with the announced changes.
@Suite("Announced changes")
struct NextChangeTests {
  private static let rate = FrameRate.fps(30)

  private func configuration(_ size: PixelSize) -> RenderConfiguration {
    var configuration = RenderConfiguration(
      size: size, frameRate: Self.rate, start: WallTime(nanosecondsSince1970: 1_767_225_596_250_000_000))
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }

  /// Renders frames from scratch. Every change of the picture must have been announced, and with `isExact` every
  /// announced frame must have a change.
  private func expectAnnounced(
    _ view: any View, frames: Int64, size: PixelSize, isExact: Bool, rasterizer: Rasterizer, _ name: String
  ) throws {
    func render(_ frame: Int64) throws -> (sample: SampleBuffer, next: MediaTime) {
      let renderer = try Renderer(
        root: { view.resolve(into: &$0) }, configuration: configuration(size), streamStart: .zero,
        clock: ManualClock(), rasterizer: rasterizer)
      return (try renderer.render(at: Self.rate.time(ofFrame: frame)), renderer.nextChange)
    }
    var current = try render(0)
    for frame in 1..<frames {
      let time = Self.rate.time(ofFrame: frame)
      let fresh = try render(frame)
      try #require(fresh.next > time, "\(name), frame \(frame): a change in the past")
      let isSame = fresh.sample.hasSamePicture(as: current.sample)
      if current.next <= time {
        if isExact { try #require(!isSame, "\(name), frame \(frame): nothing changed") }
        current = fresh
      } else {
        try #require(isSame, "\(name), frame \(frame): a change that was not announced")
      }
    }
  }

  @Test("Pictures of random views change only when announced", arguments: 0..<8)
  func randomViews(part: Int) throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    for seed in 7000..<7080 where seed % 8 == part {
      var generator = SeededGenerator(seed: UInt64(seed))
      let view = RandomView.make(depth: 3, rate: Self.rate, &generator)
      try expectAnnounced(
        RandomView.inMotion(view, .text("other"), &generator), frames: 75, size: PixelSize(64, 40), isExact: false,
        rasterizer: rasterizer, "seed \(seed), \(view)")
    }
  }

  /// A moving view and its name.
  struct Moving: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let view: any View
  }

  private static let box = Rectangle().fill(.white).frame(width: 40, height: 30)
  private static let range = MediaTimeRange(start: .milliseconds(320), end: .milliseconds(2100))

  private static func visible(_ entering: Transition, _ leaving: Transition) -> any View {
    box.visible(during: range, entering: entering, leaving: leaving)
  }

  static let moving = [
    Moving(
      testDescription: "fade",
      view: visible(.opacity(easing: .linear), .opacity(duration: .seconds(1), easing: .linear))),
    Moving(
      testDescription: "slow fade",
      view: box.transition(.opacity(duration: .seconds(60), easing: .linear), since: .zero)),
    Moving(testDescription: "slide", view: visible(.slide(from: .leading, easing: .linear), .identity)),
    Moving(testDescription: "wipe", view: visible(.identity, .wipe(from: .bottom, easing: .linear))),
    Moving(
      testDescription: "steps",
      view: box.transition(.slide(from: .top, duration: .seconds(2), easing: .steps(5)), since: .milliseconds(10))),
    Moving(testDescription: "ticker", view: Ticker(speed: 11.3, gap: 13) { box }),
    Moving(testDescription: "slow ticker", view: Ticker(speed: 0.7, since: .seconds(-100)) { box }),
    Moving(
      testDescription: "keyframes",
      view: KeyframeView(
        Keyframes(
          from: Color.white, [Keyframe(.black, at: .seconds(1), easing: .hold), Keyframe(.red, at: .seconds(2))],
          repeats: .reversing)
      ) { Rectangle().fill($0) }),
  ]

  @Test("Pictures of moving views change exactly on the announced frames", arguments: moving)
  func exact(moving: Moving) throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    try expectAnnounced(
      moving.view, frames: 100, size: PixelSize(64, 40), isExact: true, rasterizer: rasterizer, moving.testDescription)
  }
}
