import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

/// Windows on a headless sway.
@Suite("Windows on Wayland", .serialized, .requires(.sway), .requires(.grim), .timeLimit(.minutes(10)))
struct WaylandWindowTests {
  private let sway: SwayServer
  private let desktop: WaylandDesktop
  private let log = EventLog()

  init() throws {
    sway = try SwayServer()
    desktop = WaylandDesktop(displayName: sway.displayName, cursorTheme: sway.cursorTheme)
  }

  // MARK: - Pictures

  @Test("The screen shows the pixels of the renderer, also where they are transparent, and with an opacity")
  func pixels() async throws {
    #expect(desktop.obstacle == nil)
    #expect(desktop.refreshRate == .fps(60))
    let view = ZStack {
      Circle().foregroundStyle(Color(red: 1, green: 0.5, blue: 0, alpha: 0.75))
      Rectangle().foregroundStyle(.white).frame(width: 40, height: 20)
    }
    let renderer = try Renderer(view, configuration: RenderConfiguration(size: PixelSize(320, 180)))
    let sample = try renderer.render(at: .zero)
    let picture = try #require(sample.pixelBuffer)
    for opacity in [1, 0.5] {
      let surface = try desktop.connect().makeSurface(request(.topLeft, change: { $0.opacity = opacity }))
      #expect(surface.size == PixelSize(320, 180) && surface.scale == 1)
      try await surface.open(with: sample)
      #expect(try sway.shows(picture, at: PixelRect(x: 24, y: 24, width: 320, height: 180), opacity: opacity))
      await surface.close()
    }
    #expect(try waitUntil { try sway.screenshot() == sway.emptyScreen })
    #expect(log.events.isEmpty)
  }

  @Test("Pictures that differ in small parts are shown exactly")
  func damage() async throws {
    let (surface, frame) = try await open(.point(x: 300, y: 200))
    var values = [UInt8](repeating: 40, count: 4)
    for step in 0..<6 {
      values[step % 4] += 60
      let picture = try picture(frame.size) { x, _ in values[x * 4 / frame.width] }
      let quarter = frame.width / 4
      let changed = PixelRect(x: step % 4 * quarter, y: 0, width: quarter, height: frame.height)
      let part = step == 0 ? PixelRect(frame.size) : changed
      await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero, damage: Damage(part)))
      #expect(try sway.shows(picture, at: frame))
    }
    await surface.close()
  }

  @Test("Nothing but the window's picture is ever visible, from its first moment to its last")
  func neverEmpty() async throws {
    let picture = try gradient(PixelSize(320, 180))
    let sample = SampleBuffer(pixelBuffer: picture, presentationTime: .zero)
    let frame = PixelRect(x: 24, y: 24, width: 320, height: 180)
    let sway = sway
    for _ in 0..<4 {
      let surface = try desktop.connect().makeSurface(request(.topLeft))
      let isDone = Mutex(false)
      async let opening: Void = {
        try await surface.open(with: sample)
        await surface.close()
        isDone.withLock { $0 = true }
      }()
      while !isDone.withLock({ $0 }) {
        let screen = try sway.screenshot()
        #expect(screen == sway.emptyScreen || screen.shows(picture, at: frame, opacity: 1, over: sway.background))
        await Task.yield()
      }
      try await opening
    }
  }

  @Test("The window stays above a window that opens later, and above a fullscreen window")
  func above() async throws {
    let (surface, frame) = try await open()
    let client = try WaylandClient(displayName: sway.displayName)
    try client.openWindow(color: 0x202020)
    #expect(try sway.shows(try gradient(frame.size), at: frame, over: 0x20))
    try client.openWindow(color: 0x808080, isFullscreen: true)
    #expect(try sway.shows(try gradient(frame.size), at: frame, over: 0x80))
    await surface.close()
  }

  @Test("On a screen with twice the density, each pixel of the picture is a pixel of the screen")
  func density() async throws {
    try sway.run("output", "*", "scale", "2")
    #expect(waitUntil { desktop.refreshRate == .fps(60) && (try? density(of: desktop)) == 2 })
    let (surface, frame) = try await open(.topLeft, PixelSize(160, 90))
    #expect(surface.scale == 2 && frame == PixelRect(x: 48, y: 48, width: 320, height: 180))
    #expect(try sway.shows(try gradient(frame.size), at: frame))
    // The density changes while the window is open.
    try sway.run("output", "*", "scale", "1")
    #expect(log.contains(.resized(PixelSize(160, 90))))
    #expect(surface.scale == 1)
    let picture = try gradient(PixelSize(160, 90))
    await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(try sway.shows(picture, at: PixelRect(x: 24, y: 24, width: 160, height: 90)))
    await surface.close()
  }

  @Test("On a screen with a fractional scale, too, each pixel of the picture is a pixel of the screen")
  func fractionalScale() async throws {
    try sway.run("output", "*", "scale", "1.5")
    #expect(waitUntil { (try? density(of: desktop)) == 1.5 })
    let surface = try desktop.connect().makeSurface(request(.point(x: 666, y: 360), PixelSize(160, 90)))
    #expect(surface.scale == 1.5 && surface.size == PixelSize(240, 135))
    let stripes = try picture(surface.size) { x, _ in x % 2 == 0 ? 0 : 200 }
    try await surface.open(with: SampleBuffer(pixelBuffer: stripes, presentationTime: .zero))
    /// Returns whether a row of the screen shows the stripes within some seconds. Columns are different: the renderer
    /// of this sway has small errors in their direction.
    func showsStripes(atX x: Int, y: Int) throws -> Bool {
      try waitUntil(within: 10) {
        let screen = try sway.screenshot()
        let row = (-1...240).map { screen.pixel(x + $0, y)[2] }
        return row.first == sway.background && row.last == sway.background
          && row.dropFirst().dropLast().enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? 0 : 200) }
      }
    }
    #expect(try showsStripes(atX: 999, y: 600))
    let client = try WaylandClient(displayName: sway.displayName)
    try client.movePointer(toX: 999 + 60, y: 540 + 30)
    // The compositor rounds the width of the screen in points.
    #expect(
      log.contains { if case .pointerMoved(let x, let y) = $0 { abs(x - 60) < 1 && abs(y - 30) < 1 } else { false } })
    // The pointer moves by points.
    try client.setButton(isPressed: true)
    for _ in 0..<10 { try client.movePointer(byX: -40, y: -20) }
    try client.setButton(isPressed: false)
    #expect(try showsStripes(atX: 399, y: 300))
    try sway.run("output", "*", "scale", "1.25")
    #expect(log.contains(.resized(PixelSize(200, 113))))
    await surface.close()
  }

  @Test("The window stays clear of panels")
  func panels() async throws {
    let sway = try SwayServer(configuration: ["bar position top"])
    var panel = 0
    #expect(
      try waitUntil {
        let screen = try sway.screenshot()
        panel = (0..<screen.size.height).first { screen.pixel(640, $0) == screen.pixel(640, 719) } ?? 0
        return panel > 0
      })
    let desktop = WaylandDesktop(displayName: sway.displayName)
    let positions: [(PictureInPictureWindowOptions.Position, Int)] = [
      (.topLeft, panel + 24), (.bottomLeft, 720 - 24 - 180),
    ]
    for (position, y) in positions {
      let surface = try desktop.connect().makeSurface(request(position))
      let picture = try gradient(surface.size)
      try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
      let background = try sway.screenshot().pixel(640, 719)[0]
      #expect(try sway.shows(picture, at: PixelRect(x: 24, y: y, width: 320, height: 180), over: background))
      await surface.close()
    }
  }

  // MARK: - The pointer and the keyboard

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
    #expect(log.contains(.resized(PixelSize(85, 48))))
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
    // The key F is the 33rd one.
    try sway.type(String(keys.prefix(33)))
    #expect(log.contains(.resized(PixelSize(320, 180))))
    await surface.close()
  }

  @Test("Keys are reported after a click on the window")
  func keyboard() async throws {
    try TestTool.wtype.require()
    let (surface, frame) = try await open()
    let client = try clientPointing(atX: frame.x + 100, y: frame.y + 90)
    try client.click()
    // The keys of the virtual keyboard have the numbers 1, 2 and so on.
    try sway.type(keys)
    #expect(waitUntil { log.events.last == .keyPressed(.rightArrow) })
    let pressed = log.events.compactMap { event in
      if case .keyPressed(let key) = event { key } else { nil as PictureInPictureKey? }
    }
    #expect(pressed.suffix(4) == [.escape, .space, .leftArrow, .rightArrow])
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
    // The space bar is the 57th key, and the left arrow the 105th one.
    try sway.hold(keyAfter: String(keys.prefix(56)))
    #expect(count(.space) == 1)
    try sway.hold(keyAfter: String(keys.prefix(104)))
    #expect(count(.leftArrow) >= 10)
    let spaces = count(.space)
    let arrows = count(.leftArrow)
    try sway.hold(keyAfter: String(keys.prefix(56)))
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

  // MARK: - Screens

  @Test("The refresh rate is that of the fastest screen")
  func refreshRate() throws {
    #expect(desktop.refreshRate == .fps(60))
    try sway.run("create_output")
    try sway.run("output", "HEADLESS-2", "mode", "--custom", "640x480@144Hz")
    #expect(waitUntil { desktop.refreshRate == .fps(144) })
    try sway.run("output", "HEADLESS-2", "mode", "--custom", "640x480@30Hz")
    #expect(waitUntil { desktop.refreshRate == .fps(60) })
  }

  @Test("A window without a remembered place keeps its corner of the screen that the compositor chooses")
  func chosenScreen() async throws {
    try sway.run("output", "HEADLESS-1", "mode", "--custom", "2560x1440")
    try sway.run("create_output")
    try sway.run("output", "HEADLESS-2", "mode", "--custom", "1920x1080")
    try sway.run("focus", "output", "HEADLESS-2")
    let surface = try desktop.connect().makeSurface(request(.bottomRight))
    let frame = PixelRect(x: 1920 - 24 - 320, y: 1080 - 24 - 180, width: 320, height: 180)
    // The window moves with its first picture, or with a later one.
    for step in 0..<2 {
      let picture = try picture(surface.size) { x, _ in UInt8(100 * step + x % 100) }
      let sample = SampleBuffer(pixelBuffer: picture, presentationTime: .zero)
      if step == 0 { try await surface.open(with: sample) } else { await surface.present(sample) }
      #expect(try sway.shows(picture, at: frame, on: "HEADLESS-2"))
    }
    await surface.close()
  }

  @Test("A window opens where it was left, or at its point, on one of two screens with different scales")
  func mixedScales() async throws {
    try sway.run("output", "HEADLESS-1", "mode", "--custom", "2560x1440")
    try sway.run("output", "HEADLESS-1", "scale", "2", "position", "0", "0")
    try sway.run("create_output")
    try sway.run("output", "HEADLESS-2", "position", "1280", "0", "mode", "--custom", "1280x720")
    try sway.run("focus", "output", "HEADLESS-1")
    let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let frames = RememberedFrames(folder: folder.path)
    let desktop = WaylandDesktop(displayName: sway.displayName, frames: frames)
    let frame = PixelRect(x: 300, y: 200, width: 320, height: 180)
    // Frames and points are in points of the desktop.
    frames.remember(
      RememberedFrame(frame: frame.offsetBy(dx: 1280, dy: 0), contentSize: frame.size), named: "default")
    let positions: [PictureInPictureWindowOptions.Position?] = [.point(x: 1280 + frame.x, y: frame.y), nil]
    for position in positions {
      let surface = try desktop.connect().makeSurface(
        request(
          .center,
          change: {
            $0.position = position
            $0.autosaveName = "default"
          }))
      let picture = try gradient(surface.size)
      try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
      #expect(try sway.shows(picture, at: frame, on: "HEADLESS-2"))
      await surface.close()
    }
  }

  @Test("A scale that no screen has is limited")
  func largestScale() async throws {
    try sway.run("output", "*", "scale", "40")
    #expect(waitUntil { (try? density(of: desktop)) == 16 })
  }

  @Test("A window on two screens follows the one that is left when the other one goes")
  func removedScreen() async throws {
    let inner = try SwayServer(inside: sway, screenCount: 2, configuration: ["output * position 0 0"])
    let desktop = WaylandDesktop(displayName: inner.displayName, cursorTheme: inner.cursorTheme)
    let surface = try desktop.connect().makeSurface(request(.topLeft))
    let sample = SampleBuffer(pixelBuffer: try gradient(surface.size), presentationTime: .zero)
    try await surface.open(with: sample)
    // One of the screens goes, which may be the one of the window.
    try sway.run("[title=\"WL-2$\"]", "kill")
    #expect(try waitUntil { try inner.outputs == ["WL-1"] })
    try inner.run("output", "WL-1", "scale", "2")
    #expect(log.contains(.resized(PixelSize(640, 360))))
    await surface.close()
  }

  // MARK: - Losses

  @Test("When its screen goes, the window opens on another one, and is lost with the last one")
  func unplugged() async throws {
    // A headless sway keeps its screens, but a screen in a window goes with the window.
    let inner = try SwayServer(inside: sway, screenCount: 2)
    let desktop = WaylandDesktop(displayName: inner.displayName)
    let surface = try desktop.connect().makeSurface(request(.topLeft))
    let picture = try gradient(surface.size)
    let frame = PixelRect(x: 24, y: 24, width: 320, height: 180)
    let sample = SampleBuffer(pixelBuffer: picture, presentationTime: .zero)
    try await surface.open(with: sample)
    for _ in 0..<2 {
      var screen = ""
      #expect(
        try waitUntil {
          screen =
            try inner.outputs.first {
              try inner.screenshot(of: $0).shows(picture, at: frame, opacity: 1, over: inner.background)
            } ?? ""
          return !screen.isEmpty
        })
      #expect(log.events.isEmpty)
      try sway.run("[title=\"\(screen)$\"]", "kill")
    }
    #expect(log.contains { if case .lost = $0 { true } else { false } })
    await surface.present(sample)
    await surface.close()
    #expect(desktop.obstacle == nil)
  }

  @Test("When the compositor dies, windows are lost, and the next window connects to the next compositor")
  func killed() async throws {
    let link = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))").path
    defer { try? FileManager.default.removeItem(atPath: link) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sway.displayName)
    let desktop = WaylandDesktop(displayName: link)
    let surface = try desktop.connect().makeSurface(request(.topLeft))
    let picture = try gradient(surface.size)
    let sample = SampleBuffer(pixelBuffer: picture, presentationTime: .zero)
    try await surface.open(with: sample)
    sway.kill()
    #expect(log.contains { if case .lost(.displayLost) = $0 { true } else { false } })
    await surface.present(sample)
    await surface.close()
    #expect(desktop.obstacle != nil)
    #expect(throws: PictureInPictureError.self) { try desktop.connect().makeSurface(request(.topLeft)) }
    let next = try SwayServer()
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: next.displayName)
    #expect(desktop.obstacle == nil)
    let nextSurface = try desktop.connect().makeSurface(request(.topLeft))
    try await nextSurface.open(with: sample)
    #expect(try next.shows(picture, at: PixelRect(x: 24, y: 24, width: 320, height: 180)))
    await nextSurface.close()
  }

  @Test("A closed window frees its memory", .unsanitized)
  func memory() async throws {
    for _ in 0..<10 {
      let (surface, _) = try await open()
      #expect(try mappings > 0)
      await surface.close()
    }
    #expect(try mappings == 0)
  }

  private var mappings: Int {
    get throws {
      // `String(contentsOfFile:)` would read only the first page of such a file.
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
        .count { $0.contains("memfd:overlay-window") }
    }
  }

  // MARK: - Tools

  /// Characters for more keys than are used.
  private let keys = String(String.UnicodeScalarView((0x100..<0x100 + 110).compactMap { Unicode.Scalar($0) }))

  private func request(
    _ position: PictureInPictureWindowOptions.Position, _ size: PixelSize = PixelSize(320, 180),
    hasControl: @escaping @Sendable (Double, Double) -> Bool = { _, _ in false },
    change: (inout PictureInPictureWindowOptions) -> Void = { _ in }
  ) -> PictureInPictureSurfaceRequest {
    var options = PictureInPictureWindowOptions()
    options.position = position
    change(&options)
    return PictureInPictureSurfaceRequest(
      preferredSize: size, options: options, onEvent: { [log] in log.append($0) }, hasControl: hasControl)
  }

  /// Opens a window with a gradient. Returns its frame in pixels too.
  private func open(
    _ position: PictureInPictureWindowOptions.Position = .topLeft, _ size: PixelSize = PixelSize(320, 180),
    hasControl: @escaping @Sendable (Double, Double) -> Bool = { _, _ in false }
  ) async throws -> (any PictureInPictureSurface, PixelRect) {
    let surface = try desktop.connect().makeSurface(request(position, size, hasControl: hasControl))
    let scale = Int(surface.scale)
    let screen = PixelSize(SwayServer.screenSize.width / scale, SwayServer.screenSize.height / scale)
    let frame = WindowGeometry(contentSize: size, workArea: PixelRect(screen)).initialFrame(at: position)
    try await surface.open(with: SampleBuffer(pixelBuffer: try gradient(surface.size), presentationTime: .zero))
    return (
      surface,
      PixelRect(x: frame.x * scale, y: frame.y * scale, width: frame.width * scale, height: frame.height * scale)
    )
  }

  /// Returns a client with its pointer at a pixel of the window, which knows the pointer.
  private func clientPointing(atX x: Int, y: Int) throws -> WaylandClient {
    let client = try WaylandClient(displayName: sway.displayName)
    try client.movePointer(toX: x, y: y)
    #expect(log.contains { if case .pointerMoved = $0 { true } else { false } })
    return client
  }

  @Test("A window takes the aspect ratio of other content with the next picture, and stays in its corner")
  func otherContent() async throws {
    let (surface, frame) = try await open(.bottomRight)
    let before = try gradient(surface.size)
    await surface.setContentSize(PixelSize(180, 320))
    #expect(surface.size == PixelSize(180, 320) && log.events == [.resized(PixelSize(180, 320))])
    // Nothing changes before there is a picture.
    #expect(try sway.shows(before, at: frame))
    let picture = try gradient(surface.size)
    await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(
      try sway.shows(picture, at: PixelRect(x: frame.maxX - 180, y: frame.maxY - 320, width: 180, height: 320)))
    await surface.close()
  }

  private func density(of desktop: WaylandDesktop) throws -> Double {
    try desktop.connect().makeSurface(request(.topLeft)).scale
  }

  private func gradient(_ size: PixelSize) throws -> PixelBuffer {
    try picture(size) { x, y in UInt8(100 + (x + y) % 150) }
  }

  /// Returns an opaque picture with a value for each pixel.
  private func picture(_ size: PixelSize, _ value: (Int, Int) -> UInt8) throws -> PixelBuffer {
    let format = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let offset = y * format.planes[0].bytesPerRow + 4 * x
          let color = [value(x, y), UInt8(x % 256), UInt8(y % 256), 255]
          for channel in 0..<4 { bytes[offset + channel] = color[channel] }
        }
      }
    }
    return draft.freeze()
  }
}

/// The events of a surface.
private final class EventLog: Sendable {
  private let list = Mutex<[PictureInPictureSurfaceEvent]>([])

  var events: [PictureInPictureSurfaceEvent] { list.withLock { $0 } }

  func append(_ event: PictureInPictureSurfaceEvent) { list.withLock { $0.append(event) } }

  /// Returns whether an event comes within some seconds.
  func contains(_ event: PictureInPictureSurfaceEvent) -> Bool { contains { $0 == event } }

  func contains(where isWanted: (PictureInPictureSurfaceEvent) -> Bool) -> Bool {
    waitUntil { events.contains(where: isWanted) }
  }
}
