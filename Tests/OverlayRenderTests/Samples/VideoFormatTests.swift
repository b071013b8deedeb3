import OverlayRender
import Testing

@Suite("VideoFormat")
struct VideoFormatTests {
  @Test(
    "Planes are tight, follow each other, and round halved chroma up",
    arguments: [
      (PixelFormat.bgraPremultiplied, [7 * 5 * 4]), (.rgba, [7 * 5 * 4]), (.gray, [35]), (.yuv444p, [35, 35, 35]),
      (.yuv420p, [35, 12, 12]), (.nv12, [35, 24]), (.yuva420p, [35, 12, 12, 35]),
    ] as [(PixelFormat, [Int])])
  func planes(pixelFormat: PixelFormat, byteCounts: [Int]) throws {
    let format = try VideoFormat(size: PixelSize(7, 5), pixelFormat: pixelFormat)
    #expect(format.planes.map(\.byteCount) == byteCounts)
    #expect(format.planes.count == pixelFormat.planeCount)
    var offset = 0
    for plane in format.planes {
      #expect(plane.offset == offset)
      offset += plane.byteCount
    }
    #expect(format.byteCount == offset)
  }

  @Test("Sides go from 1 to 32767 pixels", arguments: [(0, 5), (5, 0), (-1, 5), (32768, 5), (5, 32768)])
  func sizeLimits(width: Int, height: Int) throws {
    #expect(throws: VideoFormatError.sizeOutOfRange(PixelSize(width, height))) {
      try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgra)
    }
    #expect(try VideoFormat(size: PixelSize(32767, 32767), pixelFormat: .gray).byteCount == 32767 * 32767)
  }

  @Test("BT.709 is usual from a width of 1280 or a height over 576")
  func usualMatrix() throws {
    #expect(try VideoFormat(size: PixelSize(1279, 576), pixelFormat: .yuv420p).matrix == .bt601)
    #expect(try VideoFormat(size: PixelSize(1280, 100), pixelFormat: .yuv420p).matrix == .bt709)
    #expect(try VideoFormat(size: PixelSize(720, 577), pixelFormat: .yuv420p).matrix == .bt709)
  }

  @Test("Grey is of full range whatever is asked")
  func grayRange() throws {
    #expect(try VideoFormat(size: PixelSize(2, 2), pixelFormat: .gray, range: .limited).range == .full)
    #expect(try VideoFormat(size: PixelSize(2, 2), pixelFormat: .yuv420p).range == .limited)
  }
}
