import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

/// The pointer and the keyboard.
extension WaylandWindowTests {
  @Test("The window follows the pointer exactly, stops at the edges, and snaps to a corner")
  func dragging() async throws {
    let (surface, frame) = try await open(.center)
    let client = try clientPointing(atX: frame.x + 100, y: frame.y + 90)
    try client.setButton(isPressed: true)
    for _ in 0..<50 { try client.movePointer(byX: -3, y: -2) }
    let moved = frame.offsetBy(dx: -150, dy: -100)
    #expect(try sway.shows(try gradient(frame.size), at: moved))
    // The pointer leaves the screen on the left, and returns.
    for _ in 0..<10 { try client.movePointer(byX: -100, y: 0) }
    #expect(try sway.shows(try gradient(frame.size), at: PixelRect(x: 0, y: moved.y, width: 320, height: 180)))
    try client.movePointer(byX: 500, y: 0)
    // Now the pointer is at 500, and 100 pixels right of the left edge of the window.
    #expect(try sway.shows(try gradient(frame.size), at: PixelRect(x: 400, y: moved.y, width: 320, height: 180)))
    try client.movePointer(toX: 1280 - 30 - 320 + 100, y: 30 + 90)
    try client.setButton(isPressed: false)
    #expect(try sway.shows(try gradient(frame.size), at: PixelRect(x: 936, y: 24, width: 320, height: 180)))
    #expect(!log.events.contains { if case .resized = $0 { true } else { false } })
    await surface.close()
  }

  @Test("The cursor shows at which edges a press resizes the window", arguments: [1, 2])
  func cursor(_ scale: Int) async throws {
    let red: [UInt8] = [255, 0, 0]
    let green: [UInt8] = [0, 255, 0]
    let sway = try SwayServer(
      configuration: ["output * scale \(scale)"],
      cursors: ["nw-resize": 0xffff_0000, "bottom_side": 0xff00_ff00])
    let desktop = WaylandDesktop(displayName: sway.displayName, cursorTheme: sway.cursorTheme)
    let surface = try desktop.connect().makeSurface(request(.topLeft, hasControl: { x, _ in x > 200 }))
    let picture = try gradient(surface.size)
    try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let client = try WaylandClient(displayName: sway.displayName)
    /// Returns whether all pixels of a point of the window have a color within some seconds; `nil` for the picture's.
    func shows(_ color: [UInt8]?, atX x: Int, y: Int) throws -> Bool {
      let frame = PixelRect(x: 24 * scale, y: 24 * scale, width: picture.format.size.width, height: 180 * scale)
      try client.movePointer(toX: (24 + x) * scale, y: (24 + y) * scale)
      return try waitUntil(within: 10) {
        let screen = try sway.screenshot()
        guard let color else { return screen.shows(picture, at: frame, opacity: 1, over: sway.background) }
        let last = scale - 1
        return [(0, 0), (last, 0), (0, last), (last, last)].allSatisfy {
          screen.pixel((24 + x) * scale + $0.0, (24 + y) * scale + $0.1) == color
        }
      }
    }
    #expect(try shows(red, atX: 2, y: 2))
    #expect(try shows(nil, atX: 50, y: 50))
    #expect(try shows(green, atX: 60, y: 178))
    // A control at the edge is pressed, and does not resize.
    #expect(try shows(nil, atX: 210, y: 178))
    // The theme has no such cursor.
    #expect(try shows(nil, atX: 2, y: 90))
    try client.movePointer(toX: 900, y: 600)
    #expect(try shows(red, atX: 2, y: 2))
    await surface.close()
  }

  @Test("Dragging an edge resizes the window, which keeps its aspect ratio and its picture until the next one")
  func resizing() async throws {
    let (surface, frame) = try await open()
    let client = try clientPointing(atX: frame.maxX - 2, y: frame.maxY - 2)
    try client.setButton(isPressed: true)
    try client.movePointer(byX: 60, y: 10)
    try client.movePointer(byX: 100, y: 10)
    try client.setButton(isPressed: false)
    let size = PixelSize(480, 270)
    #expect(log.contains(.resized(size)))
    #expect(surface.size == size)
    #expect(try sway.screenshot().shows(try gradient(frame.size), at: frame, opacity: 1, over: sway.background))
    // A picture in the old size is stretched, and one in the new size is exact.
    await surface.present(SampleBuffer(pixelBuffer: try gradient(frame.size), presentationTime: .zero))
    #expect(try waitUntil { try sway.screenshot().pixel(frame.x + 479, frame.y + 269)[0] != sway.background })
    let picture = try gradient(size)
    await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(try sway.shows(picture, at: PixelRect(x: 24, y: 24, width: 480, height: 270)))
    // Zero is not possible.
    try client.movePointer(toX: 24 + 478, y: 24 + 268)
    try client.setButton(isPressed: true)
    try client.movePointer(byX: -900, y: -600)
    try client.setButton(isPressed: false)
    #expect(log.contains(.resized(PixelSize(128, 72))))
    await surface.close()
  }

  @Test("A double click and the key F change between the size of the content and twice that")
  func twice() async throws {
    try TestTool.wtype.require()
    let (surface, frame) = try await open(.bottomRight)
    let client = try clientPointing(atX: frame.x + 100, y: frame.y + 90)
    try client.click()
    try client.click()
    #expect(log.contains(.resized(PixelSize(640, 360))))
    let picture = try gradient(PixelSize(640, 360))
    await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(try sway.shows(picture, at: PixelRect(x: 616, y: 336, width: 640, height: 360)))
    try sway.press("f")
    #expect(log.contains(.resized(PixelSize(320, 180))))
    await surface.close()
  }

  @Test("Full screen covers panels, Esc leaves it, and the window returns to its place")
  func fullScreen() async throws {
    try TestTool.wtype.require()
    let sway = try SwayServer(configuration: ["bar position top"])
    let desktop = WaylandDesktop(displayName: sway.displayName, cursorTheme: sway.cursorTheme)
    let surface = try desktop.connect().makeSurface(request(.bottomRight))
    let picture = try gradient(surface.size)
    try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let client = try WaylandClient(displayName: sway.displayName)
    try client.movePointer(toX: 1000, y: 600)
    try client.click()
    func endsWith(_ expected: PictureInPictureSurfaceEvent...) -> Bool {
      waitUntil {
        log.events.filter { if case .pointerMoved = $0 { false } else { $0 != .pointerLeft } }.suffix(2)
          == expected[...]
      }
    }
    let background = try sway.screenshot().pixel(640, 719)[0]
    for key in ["F11", "Return"] {
      try sway.hold(key)
      #expect(endsWith(.fullScreenChanged(true), .resized(SwayServer.screenSize)))
      let whole = try gradient(SwayServer.screenSize)
      await surface.present(SampleBuffer(pixelBuffer: whole, presentationTime: .zero))
      #expect(try sway.shows(whole, at: PixelRect(SwayServer.screenSize)))
      try sway.hold("Escape")
      #expect(endsWith(.fullScreenChanged(false), .resized(PixelSize(320, 180))))
      await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
      #expect(
        try sway.shows(picture, at: PixelRect(x: 936, y: 516, width: 320, height: 180), over: background))
    }
    #expect(!log.events.contains(.keyPressed(.escape)))
    await surface.close()
  }

  @Test("Keys are reported after a click on the window, and follow the layout, not their places")
  func keyboard() async throws {
    try TestTool.wtype.require()
    let (surface, frame) = try await open()
    let client = try clientPointing(atX: frame.x + 100, y: frame.y + 90)
    try client.click()
    // The first key of the virtual keyboard is at the place of Escape.
    try sway.press("x", "Escape", "space", "Left", "Right")
    func pressed() -> [PictureInPictureKey] {
      log.events.compactMap { event in
        if case .keyPressed(let key) = event { key } else { nil }
      }
    }
    // The keys are pressed twice. A window that misses the first ones may still get the last of them.
    #expect(waitUntil { pressed().suffix(4) == [.escape, .space, .leftArrow, .rightArrow] })
    #expect(pressed().count { $0 == .escape } <= 2)
    await surface.close()
  }

  @Test("An arrow key that is held down repeats until it is released, and other keys do not")
  func repeating() async throws {
    try TestTool.wtype.require()
    let sway = try SwayServer(configuration: ["input * repeat_delay 100", "input * repeat_rate 50"])
    let desktop = WaylandDesktop(displayName: sway.displayName, cursorTheme: sway.cursorTheme)
    let surface = try desktop.connect().makeSurface(request(.topLeft))
    try await surface.open(with: SampleBuffer(pixelBuffer: try gradient(surface.size), presentationTime: .zero))
    let client = try WaylandClient(displayName: sway.displayName)
    try client.movePointer(toX: 124, y: 114)
    try client.click()
    try sway.hold("space")
    #expect(count(.space) == 1)
    try sway.hold("Left")
    #expect(count(.leftArrow) >= 10)
    let spaces = count(.space)
    let arrows = count(.leftArrow)
    try sway.hold("space")
    #expect(waitUntil { count(.space) > spaces })
    #expect(count(.leftArrow) == arrows)
    await surface.close()
  }

  private func count(_ key: PictureInPictureKey) -> Int { log.events.count { $0 == .keyPressed(key) } }

  @Test("The pointer over the window is reported, and presses on controls do not move the window")
  func controls() async throws {
    let (surface, frame) = try await open { x, y in x < 50 && y < 50 }
    let client = try clientPointing(atX: frame.x + 20, y: frame.y + 30)
    #expect(log.contains(.pointerMoved(x: 20, y: 30)))
    try client.setButton(isPressed: true)
    try client.movePointer(byX: 5, y: 5)
    try client.setButton(isPressed: false)
    #expect(log.contains(.pressed(x: 20, y: 30)))
    #expect(log.contains(.released(x: 25, y: 35)))
    try client.movePointer(toX: 1000, y: 600)
    #expect(log.contains(.pointerLeft))
    #expect(try sway.screenshot().shows(try gradient(frame.size), at: frame, opacity: 1, over: sway.background))
    await surface.close()
  }

  @Test("The wheel and touchpads over the window are reported in notches")
  func wheel() async throws {
    let (surface, frame) = try await open()
    let client = try clientPointing(atX: frame.x + 100, y: frame.y + 90)
    try client.turnWheel(by: -1)
    try client.turnWheel(by: 2)
    try client.scroll(by: 3)
    #expect(log.contains(.scrolled(1)) && log.contains(.scrolled(-2)) && log.contains(.scrolled(-0.2)))
    try client.movePointer(toX: 1000, y: 600)
    try client.turnWheel(by: 1)
    #expect(log.contains(.pointerLeft) && !log.events.contains(.scrolled(-1)))
    await surface.close()
  }

  @Test("Clicks reach the window below only if the window lets them through")
  func clickThrough() async throws {
    let client = try WaylandClient(displayName: sway.displayName)
    try client.openWindow(color: 0x202020)
    for isClickThrough in [false, true] {
      let surface = try desktop.connect().makeSurface(request(.topLeft, change: { $0.isClickThrough = isClickThrough }))
      try await surface.open(
        with: SampleBuffer(pixelBuffer: try gradient(surface.size), presentationTime: .zero))
      try client.movePointer(toX: 500, y: 500)
      try client.movePointer(toX: 100, y: 100)
      try client.click()
      try client.handleEvents()
      #expect(client.clickCount == (isClickThrough ? 1 : 0))
      await surface.close()
    }
    #expect(log.events.contains { if case .pointerMoved = $0 { true } else { false } })
  }
}
