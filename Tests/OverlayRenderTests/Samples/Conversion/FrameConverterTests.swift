import OverlayRender
import Testing

@Suite("FrameConverter")
struct FrameConverterTests {
  static let sizes = [(37, 23), (40, 18), (1, 1), (2, 5), (5, 2)]

  func makeConverter(_ picture: TestPicture, to pixelFormat: PixelFormat) throws -> FrameConverter {
    let target = try VideoFormat(size: picture.format.size, pixelFormat: pixelFormat, matrix: .bt709)
    return try FrameConverter(from: picture.format, to: target, clock: ManualClock())
  }

  func randomRectangle(in bounds: PixelRect, using random: inout PictureGenerator) -> PixelRect {
    let x = Int.random(in: 0..<bounds.width, using: &random)
    let y = Int.random(in: 0..<bounds.height, using: &random)
    return PixelRect(
      x: x, y: y, width: .random(in: 1...max(1, min(12, bounds.width - x)), using: &random),
      height: .random(in: 1...max(1, min(8, bounds.height - y)), using: &random))
  }

  @Test("Converting only the damage gives the same bytes as converting everything", arguments: PixelFormat.builtIn)
  func incrementalIsWhole(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 10)
    for (width, height) in Self.sizes {
      var picture = try TestPicture(width: width, height: height)
      picture.fillWithNoise(picture.format.bounds, using: &random)
      let converter = try makeConverter(picture, to: pixelFormat)
      // Some pictures are kept for a while, so that memory with pictures of different ages returns.
      var kept: [PixelBuffer] = []
      var wrong = 0
      for step in 0..<10 {
        var damage = step == 0 ? Damage(picture.format.bounds) : Damage()
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let rectangle = randomRectangle(in: picture.format.bounds, using: &random)
          picture.fillWithNoise(rectangle, using: &random)
          damage.insert(rectangle)
        }
        let converted = try converter.convert(picture.frozen(), damage: damage)
        let expected = try picture.converted(to: pixelFormat)
        if converted.withUnsafeBytes({ Array($0) }) != expected { wrong += 1 }
        kept.append(converted)
        if kept.count > 3 || Bool.random(using: &random) { kept.removeFirst() }
      }
      #expect(wrong == 0, "\(width)x\(height)")
    }
  }

  @Test("Without damage, the previous picture is returned")
  func noDamage() throws {
    let picture = try TestPicture(width: 6, height: 6)
    let converter = try makeConverter(picture, to: .yuv420p)
    let first = try converter.convert(picture.frozen(), damage: .nothing)
    #expect(try converter.convert(picture.frozen(), damage: .nothing) === first)
    let outside = Damage(PixelRect(x: 6, y: 0, width: 5, height: 5))
    #expect(try converter.convert(picture.frozen(), damage: outside) === first)
    #expect(try converter.convert(picture.frozen(), damage: Damage(picture.format.bounds)) !== first)
  }

  @Test("A returned picture never changes", arguments: PixelFormat.builtIn)
  func frozen(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 4)
    var picture = try TestPicture(width: 9, height: 7)
    let converter = try makeConverter(picture, to: pixelFormat)
    let first = try converter.convert(picture.frozen(), damage: .nothing)
    let bytes = first.withUnsafeBytes { Array($0) }
    for _ in 0..<4 {
      picture.fillWithNoise(picture.format.bounds, using: &random)
      _ = try converter.convert(picture.frozen(), damage: Damage(picture.format.bounds))
    }
    #expect(first.withUnsafeBytes { Array($0) } == bytes)
  }

  @Test("A released picture is updated in its memory, and kept ones have memory of their own")
  func memory() throws {
    let picture = try TestPicture(width: 16, height: 16)
    let changed = Damage(PixelRect(x: 3, y: 3, width: 2, height: 2))
    for keepsPictures in [false, true] {
      let converter = try makeConverter(picture, to: .nv12)
      var addresses: Set<UInt> = []
      var kept: [PixelBuffer] = []
      for _ in 0..<8 {
        let converted = try converter.convert(picture.frozen(), damage: changed)
        converted.withUnsafeBytes { _ = addresses.insert(UInt(bitPattern: $0.baseAddress)) }
        if keepsPictures { kept.append(converted) }
      }
      #expect(addresses.count == (keepsPictures ? 8 : 1))
    }
  }

  @Test("Pictures of another size or format are refused with their cause")
  func refusals() throws {
    let small = try VideoFormat(size: PixelSize(4, 4), pixelFormat: .bgraPremultiplied)
    let large = try VideoFormat(size: PixelSize(8, 4), pixelFormat: .yuv420p)
    let planar = try VideoFormat(size: PixelSize(4, 4), pixelFormat: .yuv420p)
    #expect(throws: FrameConverterError.differentSizes(from: small.size, to: large.size)) {
      try FrameConverter(from: small, to: large, clock: ManualClock())
    }
    let converter = try FrameConverter(from: small, to: planar, clock: ManualClock())
    let other = try PixelBufferDraft(format: planar).freeze(stamp: 1)
    #expect(throws: FrameConverterError.formatMismatch(expected: small, got: planar)) {
      try converter.convert(other, damage: .nothing)
    }
  }
}
