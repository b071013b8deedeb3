import OverlayRender

/// A mutable picture of premultiplied color, and its reference conversion.
struct TestPicture {
  let format: VideoFormat
  /// B, G, R, A.
  var bytes: [UInt8]

  init(width: Int, height: Int) throws {
    format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgraPremultiplied)
    bytes = Array(repeating: 0, count: format.byteCount)
  }

  var width: Int { format.size.width }
  var height: Int { format.size.height }

  /// The four bytes of a pixel. Beyond the edges, the outermost pixels continue.
  func pixel(_ x: Int, _ y: Int) -> (blue: Int, green: Int, red: Int, alpha: Int) {
    let offset = 4 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1))
    return (Int(bytes[offset]), Int(bytes[offset + 1]), Int(bytes[offset + 2]), Int(bytes[offset + 3]))
  }

  mutating func setPixel(_ x: Int, _ y: Int, blue: Int, green: Int, red: Int, alpha: Int) {
    let offset = 4 * (y * width + x)
    for (index, value) in [blue, green, red, alpha].enumerated() { bytes[offset + index] = UInt8(value) }
  }

  /// Fills a rectangle with noise: transparent, opaque and translucent runs of premultiplied color.
  mutating func fillWithNoise(_ rectangle: PixelRect, using random: inout some RandomNumberGenerator) {
    for y in rectangle.minY..<rectangle.maxY {
      var alpha = 0
      for x in rectangle.minX..<rectangle.maxX {
        if x == rectangle.minX || Int.random(in: 0..<12, using: &random) == 0 {
          alpha = [0, 255, Int.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        let bits = random.next()
        setPixel(
          x, y, blue: Int(bits & 0xff) * alpha / 255, green: Int(bits >> 8 & 0xff) * alpha / 255,
          red: Int(bits >> 16 & 0xff) * alpha / 255, alpha: alpha)
      }
    }
  }

  func frozen() throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return draft.freeze()
  }

  /// Returns the conversion of the whole picture.
  func converted(
    to pixelFormat: PixelFormat, matrix: ColorMatrix = .bt709, range: ColorRange = .limited
  ) throws -> [UInt8] {
    let target = try VideoFormat(size: format.size, pixelFormat: pixelFormat, matrix: matrix, range: range)
    let converter = try FrameConverter(from: format, to: target, clock: ManualClock())
    return try converter.convert(frozen(), damage: Damage(format.bounds)).withUnsafeBytes { Array($0) }
  }
}

/// The generator SplitMix64.
struct PictureGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
