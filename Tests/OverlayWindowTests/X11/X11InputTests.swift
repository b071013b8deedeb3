import CX11
import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

extension X11Tests {
  /// What users do with windows. The screen of the tests has 1280x720 pixels, and the windows 320x180 at (200, 100).
  @Suite("Input", .requires(.openbox))
  struct X11InputTests {
    private let opened = PixelRect(x: 200, y: 100, width: 320, height: 180)

    @Test("A drag moves a window exactly, with and without a window manager", arguments: [false, true])
    func dragging(hasWindowManager: Bool) async throws {
      let screen = try X11TestScreen(hasWindowManager ? .windowManager : .nothing)
      let window = try await X11TestWindow(screen)
      try #require(screen.client.frame(of: window.identifier) == opened)
      try screen.input("mousemove 300 150 mousedown 1 mousemove 350 200 mousemove 417 263 mouseup 1")
      let expected = opened.offsetBy(dx: 117, dy: 113)
      #expect(waitUntil { screen.client.frame(of: window.identifier) == expected })
      #expect(waitUntil { screen.client.pixel(expected.x, expected.y) == 0xff8000 })
      #expect(waitUntil { screen.rememberedFrames.frame(named: "default")?.frame == expected })
      await window.surface.close()
      // The next window opens where this one was left.
      let next = try await X11TestWindow(screen) { $0.position = nil }
      #expect(waitUntil { screen.client.frame(of: next.identifier) == expected })
      await next.surface.close()
    }

    @Test("A window that is dragged near a corner snaps to it")
    func snapping() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      try screen.input("mousemove 300 150 mousedown 1 mousemove 200 90 mousemove 110 80 mouseup 1")
      #expect(
        waitUntil { screen.client.frame(of: window.identifier) == PixelRect(x: 24, y: 24, width: 320, height: 180) })
      await window.surface.close()
    }

    @Test("A drag of an edge or a corner resizes a window, and keeps its aspect ratio and the opposite corner")
    func resizing() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      try screen.input("mousemove 518 278 mousedown 1 mousemove 600 300 mousemove 678 300 mouseup 1")
      let larger = PixelRect(x: 200, y: 100, width: 480, height: 270)
      #expect(waitUntil { screen.client.frame(of: window.identifier) == larger })
      #expect(window.hasReported(.resized(PixelSize(480, 270))))
      try screen.input("mousemove 201 200 mousedown 1 mousemove 281 200 mousemove 361 200 mouseup 1")
      #expect(
        waitUntil { screen.client.frame(of: window.identifier) == PixelRect(x: 360, y: 100, width: 320, height: 180) })
      #expect(waitUntil { screen.client.pixel(361, 101) == 0xff8000 && screen.client.pixel(679, 279) == 0xff8000 })
      await window.surface.close()
    }

    @Test("A window that is dragged to no size keeps a small one")
    func smallestSize() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      try screen.input("mousemove 518 278 mousedown 1 mousemove 400 200 mousemove 10 10 mouseup 1")
      #expect(
        waitUntil { screen.client.frame(of: window.identifier) == PixelRect(x: 200, y: 100, width: 128, height: 72) })
      #expect(waitUntil { screen.client.pixel(283, 146) == 0xff8000 })
      await window.surface.close()
    }

    @Test("A double click and the key F change between the size of the content and twice that size")
    func toggling() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      try screen.input("mousemove 300 150 click --repeat 2 --delay 50 1")
      let double = PixelRect(x: 200, y: 100, width: 640, height: 360)
      #expect(waitUntil { screen.client.frame(of: window.identifier) == double })
      try #require(waitUntil { screen.client.focus == window.identifier })
      try screen.input("key f")
      #expect(waitUntil { screen.client.frame(of: window.identifier) == opened })
      await window.surface.close()
    }

    @Test(
      "F11 and Return fill the screen and leave it, Esc leaves it, and the place before is remembered",
      arguments: [false, true])
    func fullScreen(hasWindowManager: Bool) async throws {
      let margins = "<margins><top>30</top><bottom>0</bottom><left>20</left><right>0</right></margins>"
      let screen = try X11TestScreen(hasWindowManager ? .windowManager : .nothing, rules: margins)
      let window = try await X11TestWindow(screen) { $0.showsControls = true }
      let whole = PixelRect(x: 0, y: 0, width: 1280, height: 720)
      for (enter, leave) in [("F11", "Return"), ("Return", "Escape"), ("F11", "f")] {
        try screen.input("key --window \(window.identifier) \(enter)")
        #expect(waitUntil { screen.client.frame(of: window.identifier) == whole })
        #expect(waitUntil { window.events.last == .resized(whole.size) })
        // A drag moves nothing.
        try screen.input("mousemove 300 150 mousedown 1 mousemove 350 200 mousemove 417 263 mouseup 1")
        #expect(waitUntil { screen.client.pixel(5, 5) == 0xff8000 })
        #expect(screen.client.frame(of: window.identifier) == whole)
        try screen.input("key --window \(window.identifier) \(leave)")
        #expect(waitUntil { screen.client.frame(of: window.identifier) == opened })
      }
      #expect(window.events.filter { $0 == .fullScreenChanged(true) }.count == 3)
      #expect(window.events.filter { $0 == .fullScreenChanged(false) }.count == 3)
      #expect(!window.events.contains(.keyPressed(.escape)))
      try screen.input("key --window \(window.identifier) f")
      let double = PixelRect(x: 200, y: 100, width: 640, height: 360)
      #expect(waitUntil { screen.client.frame(of: window.identifier) == double })
      try screen.input("key --window \(window.identifier) F11")
      #expect(waitUntil { screen.client.frame(of: window.identifier) == whole })
      await window.surface.close()
      #expect(screen.rememberedFrames.frame(named: "default")?.frame == double)
    }

    @Test("Positions of the pointer, presses of controls and keys are reported", arguments: [false, true])
    func controls(hasWindowManager: Bool) async throws {
      let screen = try X11TestScreen(hasWindowManager ? .windowManager : .nothing)
      let window = try await X11TestWindow(screen, hasControl: { x, y in x < 50 && y < 50 })
      try screen.input("mousemove 300 150 mousemove 310 160")
      #expect(window.hasReported(.pointerMoved(x: 110, y: 60)))
      try screen.input("mousemove 220 120 mousedown 1")
      #expect(window.hasReported(.pressed(x: 20, y: 20)))
      try screen.input("mousemove 230 125 mouseup 1")
      #expect(window.hasReported(.released(x: 30, y: 25)))
      #expect(screen.client.frame(of: window.identifier) == opened)
      try screen.input("mousemove 20 20")
      #expect(window.hasReported(.pointerLeft))
      try screen.input("mousemove 300 150 click 1")
      try #require(waitUntil { screen.client.focus == window.identifier })
      try screen.input("key space Left Right Up Down m v period comma Escape")
      for key in [
        PictureInPictureKey.space, .leftArrow, .rightArrow, .upArrow, .downArrow, .m, .v, .period, .comma, .escape,
      ] {
        #expect(window.hasReported(.keyPressed(key)))
      }
      try screen.input("click 4 click --repeat 2 5")
      #expect(waitUntil { window.events.count { $0 == .scrolled(-1) } == 2 && window.events.contains(.scrolled(1)) })
      let presses = window.events.filter { if case .pressed = $0 { true } else { false } }
      #expect(presses == [.pressed(x: 20, y: 20)])
      await window.surface.close()
    }

    @Test("Keys that another program sends to a window count, and its clicks and positions do not")
    func sentEvents() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen)
      try screen.input("key --window \(window.identifier) space space f")
      let double = PixelRect(x: 200, y: 100, width: 640, height: 360)
      #expect(waitUntil { screen.client.frame(of: window.identifier) == double })
      #expect(window.events.count { $0 == .keyPressed(.space) } == 2)
      #expect(waitUntil { screen.rememberedFrames.frame(named: "default")?.frame == double })
      try screen.input(
        "mousemove 300 150 mousedown --window \(window.identifier) 1 mousemove 350 200 mousemove 417 263")
      try screen.input("mouseup --window \(window.identifier) 1 key --window \(window.identifier) Escape")
      #expect(window.hasReported(.keyPressed(.escape)))
      #expect(screen.client.frame(of: window.identifier) == double)
      await window.surface.close()
      #expect(screen.rememberedFrames.frame(named: "default")?.frame == double)
    }

    @Test("An arrow key that is held down repeats, and other keys do not")
    func repeating() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      try screen.input("mousemove 300 150 click 1")
      try #require(waitUntil { screen.client.focus == window.identifier })
      for key in ["space", "m", "f", "Left"] { try screen.input("keydown \(key) sleep 1.5 keyup \(key)") }
      try screen.input("key Escape")
      #expect(window.hasReported(.keyPressed(.escape)))
      #expect(window.events.count { $0 == .keyPressed(.leftArrow) } > 5)
      #expect(window.events.count { $0 == .keyPressed(.space) } == 1)
      #expect(window.events.count { $0 == .keyPressed(.m) } == 1)
      #expect(window.events.filter { if case .resized = $0 { true } else { false } } == [.resized(PixelSize(640, 360))])
      await window.surface.close()
    }

    @Test("Without controls, a window reports neither positions nor keys, and can be moved")
    func withoutControls() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen, options: { $0.showsControls = false })
      try screen.input("mousemove 300 150 mousedown 1 mousemove 310 160 mousemove 320 170 mouseup 1 key space click 4")
      #expect(waitUntil { screen.client.frame(of: window.identifier) == opened.offsetBy(dx: 20, dy: 20) })
      #expect(window.events == [])
      await window.surface.close()
    }

    @Test("The window manager closes a window by WM_DELETE_WINDOW, and not by other messages")
    func closing() async throws {
      let screen = try X11TestScreen(.windowManager)
      let window = try await X11TestWindow(screen)
      screen.client.send("WM_TAKE_FOCUS", to: window.identifier)
      screen.client.send("WM_DELETE_WINDOW", to: window.identifier)
      #expect(window.hasReported(.closedByUser))
      #expect(window.events == [.closedByUser])
      #expect(screen.client.pixel(300, 150) == 0xff8000)
      await window.surface.close()
    }

    @Test("A locked window lets clicks pass to what is below, and does not move")
    func clickThrough() async throws {
      let screen = try X11TestScreen(.windowManager)
      let below = screen.client.openWindow(PixelRect(x: 150, y: 50, width: 600, height: 400), 0x00ff00)
      try #require(waitUntil { screen.client.pixel(180, 90) == 0x00ff00 })
      let window = try await X11TestWindow(screen, options: { $0.isClickThrough = true })
      try screen.input("mousemove 300 150 mousedown 1 mousemove 400 300 mouseup 1")
      #expect(waitUntil { screen.client.wasClicked(below) })
      #expect(screen.client.frame(of: window.identifier) == opened)
      #expect(window.events == [])
      let later = screen.client.openWindow(PixelRect(x: 180, y: 80, width: 600, height: 400), 0x0000ff)
      #expect(waitUntil { screen.client.pixel(700, 400) == 0x0000ff && screen.client.focus == later })
      #expect(screen.client.pixel(300, 150) == 0xff8000)
      await window.surface.close()
    }
  }
}
