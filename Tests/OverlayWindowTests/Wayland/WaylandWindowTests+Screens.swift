import Foundation
import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

/// Screens that come and go, compositors that die, and what stays behind.
extension WaylandWindowTests {
  @Test("The refresh rate is the rate of the fastest screen")
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

  @Test("A window on two screens follows the one that is left when the other one goes", arguments: ["WL-1", "WL-2"])
  func removedScreen(removed: String) async throws {
    let inner = try SwayServer(inside: sway, screenCount: 2, configuration: ["output * position 0 0"])
    let desktop = WaylandDesktop(displayName: inner.displayName, cursorTheme: inner.cursorTheme)
    let surface = try desktop.connect().makeSurface(request(.topLeft))
    let sample = SampleBuffer(pixelBuffer: try gradient(surface.size), presentationTime: .zero)
    try await surface.open(with: sample)
    try sway.run("[title=\"\(removed)$\"]", "kill")
    let rest = removed == "WL-1" ? "WL-2" : "WL-1"
    #expect(try waitUntil { try inner.outputs == [rest] })
    try inner.run("output", rest, "scale", "2")
    #expect(log.contains(.resized(PixelSize(640, 360))))
    await surface.close()
  }

  @Test("A window is dragged to another screen and back, without losing the drag, and opens there again")
  func draggingToAnotherScreen() async throws {
    try sway.run("output", "HEADLESS-1", "position", "0", "0")
    try sway.run("create_output")
    try sway.run("output", "HEADLESS-2", "position", "1280", "0", "mode", "--custom", "1280x720")
    try sway.run("focus", "output", "HEADLESS-1")
    let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let desktop = WaylandDesktop(
      displayName: sway.displayName, frames: RememberedFrames(folder: folder.path), cursorTheme: sway.cursorTheme)
    let surface = try desktop.connect().makeSurface(
      request(.point(x: 900, y: 300), change: { $0.autosaveName = "default" }))
    let picture = try gradient(surface.size)
    try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let client = try WaylandClient(displayName: sway.displayName, desktopSize: PixelSize(2560, 720))
    try client.movePointer(toX: 1000, y: 390)
    #expect(log.contains { if case .pointerMoved = $0 { true } else { false } })
    try client.setButton(isPressed: true)
    // The window stops at the edge of its screen until the pointer is on the other one.
    for _ in 0..<25 { try client.movePointer(byX: 10, y: 0) }
    #expect(try sway.shows(picture, at: PixelRect(x: 960, y: 300, width: 320, height: 180)))
    for _ in 0..<8 { try client.movePointer(byX: 10, y: 0) }
    #expect(try sway.shows(picture, at: PixelRect(x: 0, y: 300, width: 320, height: 180), on: "HEADLESS-2"))
    #expect(try waitUntil { try sway.screenshot() == sway.emptyScreen })
    // The drag goes on there.
    for _ in 0..<30 { try client.movePointer(byX: 10, y: 4) }
    #expect(try sway.shows(picture, at: PixelRect(x: 250, y: 420, width: 320, height: 180), on: "HEADLESS-2"))
    for _ in 0..<50 { try client.movePointer(byX: -10, y: -2) }
    #expect(try sway.shows(picture, at: PixelRect(x: 960, y: 320, width: 320, height: 180)))
    for _ in 0..<50 { try client.movePointer(byX: 10, y: 0) }
    try client.setButton(isPressed: false)
    let frame = PixelRect(x: 250, y: 320, width: 320, height: 180)
    #expect(try sway.shows(picture, at: frame, on: "HEADLESS-2"))
    await surface.present(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(log.events.allSatisfy { if case .resized = $0 { false } else { true } })
    await surface.close()
    let next = try desktop.connect().makeSurface(
      request(
        .center,
        change: {
          $0.position = nil
          $0.autosaveName = "default"
        }))
    try await next.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(try sway.shows(picture, at: frame, on: "HEADLESS-2"))
    await next.close()
  }

  @Test("A window stays open when the screen goes to which it was just dragged", arguments: [false, true])
  func screenGoesDuringDrag(isShownThere: Bool) async throws {
    let inner = try SwayServer(
      inside: sway, screenCount: 2, configuration: ["output WL-1 position 0 0", "output WL-2 position 640 0"])
    let desktop = WaylandDesktop(displayName: inner.displayName, cursorTheme: inner.cursorTheme)
    // The other sway shows its windows side by side.
    let half = PixelSize(640, 720)
    #expect(try waitUntil { try ["WL-1", "WL-2"].allSatisfy { try inner.screenshot(of: $0).size == half } })
    let surface = try desktop.connect().makeSurface(request(.point(x: 200, y: 100)))
    let picture = try gradient(surface.size)
    try await surface.open(with: SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    let client = try WaylandClient(displayName: inner.displayName, desktopSize: SwayServer.screenSize)
    try client.movePointer(toX: 300, y: 190)
    #expect(log.contains { if case .pointerMoved = $0 { true } else { false } })
    try client.setButton(isPressed: true)
    for _ in 0..<35 { try client.movePointer(byX: 10, y: 0) }
    // With and without waiting until the window is there.
    if isShownThere {
      #expect(try inner.shows(picture, at: PixelRect(x: 0, y: 100, width: 320, height: 180), on: "WL-2"))
    }
    try sway.run("[title=\"WL-2$\"]", "kill")
    #expect(try waitUntil { try inner.outputs == ["WL-1"] })
    try client.setButton(isPressed: false)
    let next = try self.picture(surface.size) { _, _ in 150 }
    await surface.present(SampleBuffer(pixelBuffer: next, presentationTime: .zero))
    #expect(
      try waitUntil {
        let screen = try inner.screenshot(of: "WL-1")
        return (0..<screen.size.width).contains { x in
          (0..<screen.size.height).contains { y in screen.pixel(x, y) == [100, 100, 150] }
        }
      })
    #expect(!log.events.contains { if case .lost = $0 { true } else { false } })
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
}
