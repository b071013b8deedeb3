import CX11
import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

extension X11Tests {
  /// Windows on a server with a window manager: their properties and their pixels.
  @Suite("Windows", .requires(.openbox))
  struct X11WindowTests {
    @Test(
      "A window is above others, in no taskbar, on all desktops, without decorations and without the focus",
      .requires(.xprop))
    func properties() async throws {
      let screen = try X11TestScreen(.windowManager)
      let other = screen.client.openWindow(PixelRect(x: 20, y: 300, width: 100, height: 100), 0x00ff00)
      try #require(waitUntil { screen.client.focus == other })
      let window = try await X11TestWindow(screen) { $0.title = "Zeit – 時計" }
      let properties = try screen.properties(
        of: window.identifier, "_NET_WM_STATE", "_NET_WM_WINDOW_TYPE", "_NET_WM_NAME", "WM_CLASS", "_NET_WM_PID",
        "_NET_WM_DESKTOP", "_NET_FRAME_EXTENTS")
      for expected in [
        "_NET_WM_STATE_ABOVE", "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER",
        "_NET_WM_WINDOW_TYPE_UTILITY", "Zeit – 時計", "\"\(ProgramName.current)\", \"\(ProgramName.current)\"",
        "_NET_WM_PID(CARDINAL) = \(getpid())", "_NET_WM_DESKTOP(CARDINAL) = 4294967295", "= 0, 0, 0, 0",
      ] {
        #expect(properties.contains(expected), "\(expected) in \(properties)")
      }
      #expect(screen.client.focus == other)
      await window.surface.close()
      #expect(screen.windows.isEmpty)
    }

    @Test("A window keeps clear of panels")
    func workArea() async throws {
      let margins = "<margins><top>30</top><bottom>0</bottom><left>20</left><right>0</right></margins>"
      let screen = try X11TestScreen(.windowManager, rules: margins)
      let window = try await X11TestWindow(screen) { $0.position = .topLeft }
      #expect(screen.client.frame(of: window.identifier) == PixelRect(x: 44, y: 54, width: 320, height: 180))
      await window.surface.close()
    }

    @Test("A window that the window manager hides and shows again reports it")
    func visibility() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      #expect(window.events.isEmpty)
      try screen.input("windowminimize \(window.identifier)")
      #expect(window.hasReported(.visibilityChanged(false)))
      try screen.input("windowmap \(window.identifier)")
      #expect(window.hasReported(.visibilityChanged(true)))
      #expect(window.events == [.visibilityChanged(false), .visibilityChanged(true)])
      await window.surface.close()
    }

    @Test("A message of the window manager from before a request for a size does not answer it")
    func olderMessage() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen)
      let frame = screen.client.frame(of: window.identifier)
      screen.client.setAlone(true)
      let size = Mutex<PixelSize?>(nil)
      async let isAnswered: Void = {
        await window.surface.setContentSize(PixelSize(180, 320))
        size.withLock { $0 = window.surface.size }
      }()
      // The server sends these messages before it handles the request.
      _ = waitUntil(within: 0.1) {
        screen.client.announce(frame, to: window.identifier)
        return size.withLock { $0 != nil }
      }
      screen.client.setAlone(false)
      await isAnswered
      #expect(size.withLock { $0 } == PixelSize(180, 320))
      await window.surface.close()
    }

    @Test("Other content of the same size enlarges a window in which it cannot be read")
    func legibility() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen)
      let size = window.surface.size
      await window.surface.setContentSize(PixelSize(320, 180), minimum: PixelSize(320, 180))
      #expect(window.surface.size == size)
      await window.surface.setContentSize(PixelSize(320, 180), minimum: PixelSize(480, 270))
      #expect(window.surface.size == PixelSize(480, 270))
      await window.surface.close()
    }

    @Test("With twice the density, windows have twice as many pixels", .requires(.xprop))
    func density() async throws {
      let screen = try X11TestScreen(.nothing)
      try screen.setRootProperty("RESOURCE_MANAGER", "Xft.antialias:\t1\nXft.dpi:\t192\n")
      let window = try await X11TestWindow(screen)
      #expect(window.surface.scale == 2)
      #expect(screen.client.frame(of: window.identifier).size == PixelSize(640, 360))
      await window.surface.close()
    }

    @Test(
      "Only a plausible Xft.dpi is read from the resources",
      arguments: [
        ("Xft.dpi: 144", 144.0), ("Xcursor.size:\t24\nXft.dpi:\t96\nXft.rgba:\tnone\n", 96), ("Xft.dpi: 0", nil),
        ("Xft.dpi:", nil), ("", nil), ("Xft.dpi: twelve", nil),
      ] as [(String, Double?)])
    func resources(_ text: String, dpi: Double?) {
      #expect(X11Resources.dpi(in: text) == dpi)
    }

    @Test("A window stays above one that is opened later", arguments: [false, true])
    func above(hasCompositor: Bool) async throws {
      if hasCompositor { try TestTool.picom.require() }
      let screen = try X11TestScreen(hasCompositor ? .windowManagerAndCompositor : .windowManager)
      let window = try await X11TestWindow(screen)
      _ = screen.client.openWindow(PixelRect(x: 150, y: 50, width: 600, height: 400), 0x00ff00)
      #expect(waitUntil { screen.client.pixel(180, 90) == 0x00ff00 })
      #expect(waitUntil { screen.client.pixel(360, 190) == 0xff8000 })
      await window.surface.close()
      #expect(waitUntil { screen.client.pixel(360, 190) == 0x00ff00 })
    }

    @Test("The screen shows the pixels of the pictures", arguments: [false, true])
    func pixels(hasCompositor: Bool) async throws {
      if hasCompositor { try TestTool.picom.require() }
      let screen = try X11TestScreen(hasCompositor ? .windowManagerAndCompositor : .windowManager)
      let window = try await X11TestWindow(screen)
      let size = window.surface.size
      let colors = { (x: Int, y: Int) in
        0xff00_0000 | UInt32(x % 256) << 16 | UInt32(y % 256) << 8 | UInt32((x ^ y) % 256)
      }
      await window.surface.present(try TestPicture.sample(size, colors))
      let area = PixelRect(x: 200, y: 100, width: size.width, height: size.height)
      let expected = (0..<size.width * size.height).map { colors($0 % size.width, $0 / size.width) & 0xff_ffff }
      #expect(waitUntil { screen.client.pixels(area) == expected })
      // Only the damage is taken from the next picture.
      let damage = PixelRect(x: 11, y: 13, width: 17, height: 19)
      await window.surface.present(try TestPicture.sample(size, damage: damage) { _, _ in 0xff12_3456 })
      let changed = expected.enumerated().map { index, color in
        damage.contains(x: index % size.width, y: index / size.width) ? 0x12_3456 : color
      }
      #expect(waitUntil { screen.client.pixels(area) == changed })
      await window.surface.close()
    }

    @Test("With a compositor, transparent pixels show what is below the window", .requires(.picom))
    func transparency() async throws {
      let screen = try X11TestScreen(.windowManagerAndCompositor)
      _ = screen.client.openWindow(PixelRect(x: 100, y: 60, width: 600, height: 400), 0x40c080)
      try #require(waitUntil { screen.client.pixel(210, 110) == 0x40c080 })
      let window = try await X11TestWindow(screen, color: 0)
      let size = window.surface.size
      await window.surface.present(
        try TestPicture.sample(size) { x, _ in x < 100 ? 0 : x < 200 ? 0x8080_0000 : 0xffff_8000 })
      #expect(waitUntil { screen.client.pixel(500, 200) == 0xff8000 })
      #expect(screen.client.pixel(250, 200) == 0x40c080)
      let blended = screen.client.pixel(350, 200)
      for (shift, expected) in [(16, 0x80 + 0x40 * 127 / 255), (8, 0xc0 * 127 / 255), (0, 0x80 * 127 / 255)] {
        #expect(abs(Int(blended >> UInt32(shift) & 255) - expected) <= 1)
      }
      await window.surface.close()
    }

    @Test("The opacity applies to the whole window", .requires(.picom))
    func opacity() async throws {
      let screen = try X11TestScreen(.windowManagerAndCompositor)
      _ = screen.client.openWindow(PixelRect(x: 100, y: 60, width: 600, height: 400), 0)
      try #require(waitUntil { screen.client.pixel(210, 110) == 0 })
      let window = try await X11TestWindow(screen, color: 0xffff_ffff) { $0.opacity = 0.5 }
      #expect(waitUntil { (0x7f7f7f...0x808080).contains(screen.client.pixel(300, 200)) })
      await window.surface.close()
    }

    @Test(
      "Nothing but the picture and what is below it is ever visible while a window opens", arguments: [false, true])
    func opening(hasCompositor: Bool) async throws {
      if hasCompositor { try TestTool.picom.require() }
      let screen = try X11TestScreen(hasCompositor ? .windowManagerAndCompositor : .windowManager)
      _ = screen.client.openWindow(PixelRect(x: 150, y: 60, width: 600, height: 400), 0x40c080)
      try #require(waitUntil { screen.client.pixel(210, 110) == 0x40c080 })
      let sampler = ScreenSampler(screen.name, PixelRect(x: 190, y: 90, width: 340, height: 200), [0x40c080, 0xff8000])
      for _ in 0..<5 {
        let window = try await X11TestWindow(screen)
        #expect(waitUntil { screen.client.pixel(360, 190) == 0xff8000 })
        await window.surface.close()
        #expect(waitUntil { screen.client.pixel(360, 190) == 0x40c080 })
      }
      let result = sampler.end()
      #expect(result.count > 10)
      #expect(result.others == [:])
    }

    @Test(
      "Nothing but the picture and what is below it is ever visible while a window is resized", .unsanitized,
      arguments: X11TestScreen.Programs.allCases)
    func resizing(on programs: X11TestScreen.Programs) async throws {
      if programs == .windowManagerAndCompositor { try TestTool.picom.require() }
      let screen = try X11TestScreen(programs)
      _ = screen.client.openWindow(PixelRect(x: 100, y: 60, width: 900, height: 600), 0x40c080)
      try #require(waitUntil { screen.client.pixel(210, 110) == 0x40c080 })
      let window = try await X11TestWindow(screen)
      #expect(waitUntil { screen.client.pixel(360, 190) == 0xff8000 })
      // openbox resizes its frame, which is white, before the window in it. So there can be white beside the picture,
      // until the window has drawn there, or black where openbox has not drawn yet. Without openbox there is neither.
      let sampler = ScreenSampler(
        screen.name, PixelRect(x: 190, y: 90, width: 700, height: 400), [0x40c080, 0xff8000],
        frameColors: programs == .nothing ? [] : [0xffffff, 0x000000])
      try screen.input("mousemove 518 278 mousedown 1")
      for step in stride(from: 0, through: 320, by: 40) {
        try screen.input("mousemove \(518 + step) \(278 + step * 9 / 16)")
        let size = PixelSize(320 + step, (320 + step) * 9 / 16)
        #expect(waitUntil { screen.client.pixel(199 + size.width, 99 + size.height) == 0xff8000 })
        sampler.picture = PixelRect(x: 200, y: 100, width: size.width, height: size.height)
        await window.surface.present(try TestPicture.solid(window.surface.size, 0xffff_8000))
      }
      try screen.input("mouseup 1")
      #expect(waitUntil { screen.client.frame(of: window.identifier).size == PixelSize(640, 360) })
      #expect(waitUntil { window.surface.size == PixelSize(640, 360) })
      #expect(waitUntil { screen.client.pixel(830, 450) == 0xff8000 })
      let result = sampler.end()
      #expect(result.count > 10)
      #expect(result.others == [:])
      await window.surface.close()
    }
  }
}

/// Looks at a part of the screen again and again, on a thread of its own.
private final class ScreenSampler: Sendable {
  struct Result: Sendable {
    var count = 0
    /// The number of samples with a color that is not expected, by the first such color and where it is.
    var others: [String: Int] = [:]
  }

  private let isEnding = Atomic(false)
  private let result = Mutex<Result?>(nil)
  private let pictureFrame = Mutex(PixelRect.zero)

  /// The part of the screen that shows the picture. The colors of frames are not expected there.
  var picture: PixelRect {
    get { pictureFrame.withLock { $0 } }
    set { pictureFrame.withLock { $0 = newValue } }
  }

  init(_ display: String, _ area: PixelRect, _ colors: Set<UInt32>, frameColors: Set<UInt32> = []) {
    Thread.detachNewThread { [self] in
      guard let client = X11TestClient(display) else { return }
      var result = Result()
      while !isEnding.load(ordering: .relaxed) {
        let picture = picture
        let pixels = client.pixels(area, step: 5)
        result.count += 1
        let columns = (area.width + 4) / 5
        for (index, color) in pixels.enumerated() where !colors.contains(color) {
          let isInPicture = picture.contains(x: area.x + index % columns * 5, y: area.y + index / columns * 5)
          if !isInPicture && frameColors.contains(color) { continue }
          result.others["\(String(color, radix: 16)) \(isInPicture ? "in" : "beside") the picture", default: 0] += 1
          break
        }
      }
      self.result.withLock { [result] in $0 = result }
    }
  }

  func end() -> Result {
    isEnding.store(true, ordering: .relaxed)
    _ = waitUntil { result.withLock { $0 != nil } }
    return result.withLock { $0 } ?? Result()
  }
}
