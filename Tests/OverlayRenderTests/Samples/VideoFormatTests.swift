import OverlayRender
import Testing

@Suite("VideoFormat")
struct VideoFormatTests {
  @Test(
    "Planes have no padding or gaps, and subsampled chroma is rounded up",
    arguments: [
      (PixelFormat.bgraPremultiplied, [7 * 5 * 4]), (.rgba, [7 * 5 * 4]), (.gray, [35]), (.yuv444p, [35, 35, 35]),
      (.yuv420p, [35, 12, 12]), (.nv12, [35, 24]), (.yuva420p, [35, 12, 12, 35]),
      (.yuv422p, [35, 20, 20]), (.yuva444p, [35, 35, 35, 35]), (.yuv420p10, [70, 24, 24]), (.rgb24, [105]),
    ] as [(PixelFormat, [Int])])
  func planes(pixelFormat: PixelFormat, byteCounts: [Int]) throws {
    let format = try VideoFormat(size: PixelSize(7, 5), pixelFormat: pixelFormat)
    #expect(format.planes.map(\.byteCount) == byteCounts)
    var offset = 0
    for plane in format.planes {
      #expect(plane.offset == offset)
      offset += plane.byteCount
    }
    #expect(format.byteCount == offset)
  }

  @Test("A row has the bytes of its samples for any subsampling and number of bits")
  func rows() throws {
    func rows(_ pixelFormat: PixelFormat) throws -> [Int] {
      try VideoFormat(size: PixelSize(7, 5), pixelFormat: pixelFormat).planes.flatMap {
        [$0.bytesPerRow, $0.size.height]
      }
    }
    #expect(try rows(.yuv422p) == [7, 5, 4, 5, 4, 5])
    #expect(try rows(.yuv420p10) == [14, 5, 8, 3, 8, 3])
    #expect(try rows(.nv21) == [7, 5, 8, 3])
    #expect(try rows(.rgb24) == [21, 5])
  }

  @Test("Alpha and color model follow from the components")
  func models() {
    #expect(PixelFormat.yuva444p.alpha == .straight)
    #expect(PixelFormat.yuv422p.alpha == .opaque)
    #expect(PixelFormat.builtIn.map(\.colorModel) == [.rgb, .rgb, .rgb, .rgb, .yCbCr, .yCbCr, .yCbCr, .yCbCr, .gray])
    #expect(
      PixelFormat.builtIn.map(\.premultiplied?.name).prefix(5) == [
        "bgraPremultiplied", "rgbaPremultiplied", "bgraPremultiplied", "rgbaPremultiplied", nil,
      ])
  }

  @Test("Sides range from 1 to 32767 pixels", arguments: [(0, 5), (5, 0), (-1, 5), (32768, 5), (5, 32768)])
  func sizeLimits(width: Int, height: Int) throws {
    #expect(throws: VideoFormatError.sizeOutOfRange(PixelSize(width, height))) {
      try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgra)
    }
    #expect(try VideoFormat(size: PixelSize(32767, 32767), pixelFormat: .gray).byteCount == 32767 * 32767)
  }

  @Test("BT.709 is the default from a width of 1280 or a height above 576")
  func usualMatrix() throws {
    #expect(try VideoFormat(size: PixelSize(1279, 576), pixelFormat: .yuv420p).matrix == .bt601)
    #expect(try VideoFormat(size: PixelSize(1280, 100), pixelFormat: .yuv420p).matrix == .bt709)
    #expect(try VideoFormat(size: PixelSize(720, 577), pixelFormat: .yuv420p).matrix == .bt709)
  }

  @Test("Gray always has full range")
  func grayRange() throws {
    #expect(try VideoFormat(size: PixelSize(2, 2), pixelFormat: .gray, range: .limited).range == .full)
    #expect(try VideoFormat(size: PixelSize(2, 2), pixelFormat: .yuv420p).range == .limited)
  }
}

/// Formats of another module.
extension PixelFormat {
  static let yuva444p = PixelFormat("yuva444p", planes: PixelFormat.yuv444p.planes + [Plane(.alpha)])
  static let gray10 = PixelFormat("gray10", planes: PixelFormat.gray.planes, bitsPerComponent: 10)
  static let rgb24 = PixelFormat("rgb24", planes: [Plane(.red, .green, .blue)])
  static let nv21 = PixelFormat(
    "nv21",
    planes: [
      Plane(.luma), Plane(.redDifference, .blueDifference, horizontalSubsampling: 2, verticalSubsampling: 2),
    ])
}
