import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Visible damage")
struct ShownDamageTests {
  /// Returns a picture that is drawn without the tint, then tinted inside the damage, and converted as a whole.
  private func expected(
    _ plain: SampleBuffer, damage: Damage, _ configuration: RenderConfiguration
  ) throws -> PixelBuffer {
    let picture = try #require(plain.pixelBuffer)
    var draft = try PixelBufferDraft(format: picture.format)
    draft.withUnsafeMutableBytes { bytes in picture.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    draft.tint(damage)
    let tinted = draft.freeze(stamp: 1)
    let converter = try FrameConverter(
      from: picture.format, to: configuration.videoFormat(), clock: ManualClock())
    return try converter.convert(tinted, damage: Damage(picture.format.bounds))
  }

  @Test(
    "The tint covers exactly the latest damage, in every format and any memory",
    arguments: [PixelFormat.bgraPremultiplied, .rgba, .yuv420p])
  func latestDamageOnly(pixelFormat: PixelFormat) throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    var drawn = 0
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let view = RandomView.make(depth: 5, rate: .fps(30), &generator)
      let explanations = Explanations()
      var plain = FrameStreamTests.configuration()
      plain.size = PixelSize(61, 33)
      plain.background = generator.pick([.clear, .black])
      var shown = explanations.explaining(plain)
      shown.showsDamage = true
      shown.pixelFormat = pixelFormat
      let renderer = try makeRenderer(rasterizer, view, shown)
      var held: [SampleBuffer] = []
      var damage = Damage()
      for frame in [0, 1, 2, 3, 15, 30, 31, 60, 90, 4] as [Int64] {
        let time = FrameRate.fps(30).time(ofFrame: frame)
        let count = explanations.all.count
        let sample = try renderer.render(at: time)
        if explanations.all.count > count {
          damage = explanations.all.last?.damage ?? .nothing
          drawn += 1
        } else {
          #expect(sample.pixelBuffer === held.last?.pixelBuffer && sample.damage.isEmpty, "nothing is drawn again")
        }
        let scratch = try expected(makeRenderer(rasterizer, view, plain).render(at: time), damage: damage, shown)
        let picture = try #require(sample.pixelBuffer)
        let isSame = picture.withUnsafeBytes { a in scratch.withUnsafeBytes { b in a.elementsEqual(b) } }
        try #require(isSame, "seed \(seed), frame \(frame)")
        held.append(sample)
        if held.count > 3 || generator.chance(3) { held.removeFirst() }
        if held.isEmpty { held.append(sample) }
      }
    }
    #expect(drawn > 100)
  }

  private func makeRenderer(
    _ rasterizer: Rasterizer, _ view: RandomView, _ configuration: RenderConfiguration
  ) throws -> Renderer {
    try Renderer(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
      rasterizer: rasterizer)
  }

  @Test("The damage of a sample includes the earlier tint, so that copying the damage produces the picture")
  func sampleDamage() throws {
    var configuration = FrameStreamTests.configuration()
    configuration.showsDamage = true
    let renderer = try Renderer(FrameStreamTests.clock, configuration: configuration, clock: ManualClock())
    var copy = try #require(Picture(renderer.render(at: .zero)))
    for second in 1...12 as ClosedRange<Int64> {
      let sample = try renderer.render(at: .seconds(second))
      let picture = try #require(Picture(sample))
      for rectangle in sample.damage.rectangles {
        for y in rectangle.minY..<rectangle.maxY {
          for x in rectangle.minX..<rectangle.maxX { copy[x, y] = picture[x, y] }
        }
      }
      #expect(copy == picture)
    }
  }

  @Test("The tint is translucent magenta with a line along the edges")
  func colors() throws {
    var configuration = FrameStreamTests.configuration()
    configuration.showsDamage = true
    configuration.background = .white
    let renderer = try Renderer(Spacer(), configuration: configuration, clock: ManualClock())
    let picture = try #require(Picture(renderer.render(at: .zero)))
    for (x, y) in [(0, 0), (79, 0), (0, 15), (79, 15), (40, 0)] {
      #expect(Array(picture[x, y]) == [255, 51, 255, 255])
    }
    for (x, y) in [(1, 1), (78, 14)] { #expect(Array(picture[x, y]) == [255, 178, 255, 255]) }
  }
}
