import TestTools
import Testing

@testable import OverlayRender
@testable import OverlayWindow

extension X11Tests {
  @Suite("Pixel formats")
  struct X11FormatTests {
    @Test("A window shows the colors of each pixel format, and straight alpha over black")
    func formats() async throws {
      let screen = try X11TestScreen(.nothing)
      let pictures = LayerPictures()
      try pictures.show(.bgraPremultiplied, step: 0)
      let controller = try pictures.open(on: screen.desktop)
      try #require(waitUntil { controller.isActive })
      for alpha in [255, 102] as [UInt8] {
        for (step, pixelFormat) in PixelFormat.all.filter({ alpha == 255 || $0.alpha == .straight }).enumerated() {
          try pictures.show(pixelFormat, step: step, alpha: alpha)
          #expect(
            waitUntil {
              pictures.areShown(as: pixelFormat, step: step, alpha: alpha) { x, y in
                let pixel = screen.client.pixel(x, y)
                return [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
              }
            }, "\(pixelFormat) \(alpha)")
        }
      }
      controller.stop()
      #expect(waitUntil { screen.windows.isEmpty && !controller.isActive })
    }
  }
}
