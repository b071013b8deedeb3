import Glibc
import OverlayWindow
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender
@testable import struct OverlayWindow.RememberedFrames
@testable import class OverlayWindow.X11Desktop

extension X11Tests {
  /// Views in windows, through the controller.
  @Suite("Picture in picture")
  struct X11PictureInPictureTests {
    @Test("A view is drawn at the size of the window, also after the user has resized it")
    func drawing() async throws {
      let screen = try X11TestScreen(.nothing)
      let view = TestView(color: Color(red: 1, green: 0.5, blue: 0))
      let controller = try PictureInPictureController(
        PictureInPictureContentSource(view, preferredSize: PixelSize(320, 180)), desktop: screen.desktop,
        turns: PictureInPictureTurns())
      controller.windowOptions.position = .point(x: 200, y: 100)
      controller.windowOptions.showsControls = false
      controller.start()
      #expect(
        waitUntil { screen.client.pixels(PixelRect(x: 200, y: 100, width: 320, height: 180)) == pixels(view, 320, 180) }
      )
      try #require(waitUntil { controller.isActive })
      try screen.input("mousemove 518 278 mousedown 1 mousemove 600 300 mousemove 678 300 mouseup 1")
      #expect(
        waitUntil { screen.client.pixels(PixelRect(x: 200, y: 100, width: 480, height: 270)) == pixels(view, 480, 270) }
      )
      controller.stop()
      #expect(waitUntil { screen.windows.isEmpty && !controller.isActive })
    }

    @Test("A controller stops when the server ends, and starts on the next server")
    func lostServer() async throws {
      let screen = try X11TestScreen(.nothing)
      let controller = try PictureInPictureController(
        PictureInPictureContentSource(TestView(color: .red), preferredSize: PixelSize(320, 180)),
        desktop: screen.desktop,
        turns: PictureInPictureTurns())
      controller.windowOptions.position = .point(x: 200, y: 100)
      controller.start()
      try #require(waitUntil { controller.isActive })
      try screen.restart()
      #expect(waitUntil { !controller.isActive && controller.isPossible })
      controller.start()
      #expect(waitUntil { controller.isActive })
      controller.stop()
      #expect(waitUntil { !controller.isActive })
    }

    @Test("An open window takes the aspect ratio of another source, and stays in its corner", arguments: [false, true])
    func replacement(hasWindowManager: Bool) async throws {
      if hasWindowManager { try TestTool.openbox.require() }
      let screen = try X11TestScreen(hasWindowManager ? .windowManager : .nothing)
      let controller = try PictureInPictureController(
        PictureInPictureContentSource(TestView(color: .red), preferredSize: PixelSize(320, 180)),
        desktop: screen.desktop, turns: PictureInPictureTurns())
      controller.windowOptions.position = .bottomRight
      controller.start()
      try #require(waitUntil { controller.isActive })
      let view = TestView(color: Color(red: 0, green: 0.5, blue: 1))
      controller.contentSource = PictureInPictureContentSource(view, preferredSize: PixelSize(180, 320))
      let frame = PixelRect(x: 1280 - 24 - 180, y: 720 - 24 - 320, width: 180, height: 320)
      #expect(waitUntil { screen.client.pixels(frame) == pixels(view, 180, 320) })
      let window = try #require(screen.windows.first)
      #expect(screen.client.frame(of: window) == frame)
      // The user resizes it in the new aspect ratio.
      try screen.input("mousemove 1078 378 mousedown 1 mousemove 1050 300 mousemove 988 218 mouseup 1")
      let larger = PixelRect(x: 1280 - 24 - 270, y: 720 - 24 - 480, width: 270, height: 480)
      #expect(waitUntil { screen.client.pixels(larger) == pixels(view, 270, 480) })
      controller.stop()
      #expect(waitUntil { screen.windows.isEmpty && !controller.isActive })
    }

    @Test("A start makes one connection, which ends with its window")
    func connections() async throws {
      let screen = try X11TestScreen(.nothing, ["-audit", "2"])
      let controller = try PictureInPictureController(
        PictureInPictureContentSource(TestView(color: .red), preferredSize: PixelSize(320, 180)),
        desktop: screen.desktop, turns: PictureInPictureTurns())
      // What the test itself uses.
      try #require(waitUntil { screen.connections.openCount == 1 })
      let before = screen.connections.count
      controller.start()
      try #require(waitUntil { controller.isActive })
      controller.contentSource = PictureInPictureContentSource(
        TestView(color: Color(red: 0, green: 1, blue: 0)), preferredSize: PixelSize(180, 320))
      #expect(waitUntil { screen.client.pixel(1100, 600) == 0 && screen.client.pixel(1200, 600) == 0x00ff00 })
      controller.stop()
      #expect(waitUntil { screen.connections.openCount == 1 })
      #expect(screen.connections.count == before + 1)
    }

    /// Returns the colors of a view on black, as a renderer draws them.
    private func pixels(_ view: some View, _ width: Int, _ height: Int) -> [UInt32] {
      let renderer = try? Renderer(view, configuration: RenderConfiguration(size: PixelSize(width, height)))
      guard let sample = try? renderer?.render(at: .zero), let picture = sample.pixelBuffer else { return [] }
      return picture.withUnsafeBytes { bytes in
        (0..<width * height).map { bytes.load(fromByteOffset: 4 * $0, as: UInt32.self) & 0xff_ffff }
      }
    }
  }
}

/// Two halves, whose pixels do not depend on whether the view is scaled.
private struct TestView: View {
  let color: Color

  var body: some View {
    HStack(spacing: 0) {
      Rectangle().fill(.black)
      Rectangle().fill(color)
    }
  }
}
