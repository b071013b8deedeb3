import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

/// Pictures of a display layer.
extension WaylandWindowTests {
  @Test("A window shows the colors of pixel formats, and straight alpha over the screen")
  func formats() async throws {
    let pictures = LayerPictures()
    try pictures.show(.nv12, step: 1)
    let controller = try pictures.open(on: desktop)
    try #require(waitUntil { controller.isActive })
    for (step, (pixelFormat, alpha)) in [(PixelFormat.nv12, 255), (.bgra, 102), (.yuva420p, 204)].enumerated() {
      try pictures.show(pixelFormat, step: step + 1, alpha: UInt8(alpha))
      let isShown = try waitUntil(within: 10) {
        let screen = try sway.screenshot()
        return pictures.areShown(
          as: pixelFormat, step: step + 1, alpha: UInt8(alpha), over: sway.background, screen.pixel)
      }
      #expect(isShown, "\(pixelFormat)")
    }
    controller.stop()
    #expect(try waitUntil { try sway.screenshot() == sway.emptyScreen })
  }
}
