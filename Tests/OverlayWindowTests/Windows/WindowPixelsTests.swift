import OverlayRender
import Testing

@testable import OverlayWindow

@Suite("WindowPixels")
struct WindowPixelsTests {
  @Test("Only the damage of a picture is copied, and it is exact")
  func damage() throws {
    let picture = try picture(width: 4, height: 2)
    let (damage, pixels) = draw(picture, Damage(PixelRect(x: 1, y: 1, width: 2, height: 1)), in: PixelSize(4, 2))
    #expect(damage.rectangles == [PixelRect(x: 1, y: 1, width: 2, height: 1)])
    #expect(pixels == [0, 0, 0, 0, 0, pixel(5), pixel(6), 0])
  }

  @Test("A picture in another size is stretched to the whole window")
  func stretching() throws {
    let picture = try picture(width: 2, height: 1)
    let (damage, pixels) = draw(picture, .nothing, in: PixelSize(4, 2))
    #expect(damage.rectangles == [PixelRect(x: 0, y: 0, width: 4, height: 2)])
    #expect(pixels == [0, 0, 1, 1, 0, 0, 1, 1].map(pixel))
  }

  @Test("Opacity applies to all channels, because they are premultiplied", arguments: [0.0, 0.25, 0.5, 1.0])
  func opacity(_ opacity: Double) throws {
    let picture = try picture(width: 4, height: 1)
    let (_, pixels) = draw(picture, Damage(PixelRect(PixelSize(4, 1))), in: PixelSize(4, 1), opacity: opacity)
    for (index, faded) in pixels.enumerated() {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let (channel, original) = (faded >> shift & 255, pixel(index) >> shift & 255)
        #expect(abs(Double(channel) - Double(original) * opacity) <= 0.5)
      }
    }
  }

  @Test(
    "Opacity outside of 0...1 is the nearest one, and none is 0", arguments: [(-1.0, false), (2, true), (.nan, false)])
  func implausibleOpacity(_ opacity: Double, isVisible: Bool) throws {
    let picture = try picture(width: 2, height: 1)
    let (_, pixels) = draw(picture, Damage(PixelRect(PixelSize(2, 1))), in: PixelSize(2, 1), opacity: opacity)
    #expect(pixels == [0, 1].map { isVisible ? pixel($0) : 0 })
  }

  private func pixel(_ index: Int) -> UInt32 { 0xff80_4000 + UInt32(index) * 0x0000_0301 }

  private func picture(width: Int, height: Int) throws -> PixelBuffer {
    let format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for index in 0..<width * height {
        let offset = index / width * format.planes[0].bytesPerRow + 4 * (index % width)
        bytes.storeBytes(of: pixel(index), toByteOffset: offset, as: UInt32.self)
      }
    }
    return draft.freeze()
  }

  private func draw(
    _ picture: PixelBuffer, _ damage: Damage, in size: PixelSize, opacity: Double = 1
  ) -> (Damage, [UInt32]) {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let drawn = pixels.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        WindowPixels(base: $0, size: size, bytesPerRow: 4 * size.width).draw(picture, damage, opacity: opacity)
      }
    }
    return (drawn ?? .nothing, pixels)
  }
}
