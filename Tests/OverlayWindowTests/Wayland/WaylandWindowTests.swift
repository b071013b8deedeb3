import OverlayPictureInPicture
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

/// Windows on a headless sway.
@Suite("Windows on Wayland", .serialized, .requires(.sway), .requires(.grim), .timeLimit(.minutes(10)))
struct WaylandWindowTests {
  let sway: SwayServer
  let desktop: WaylandDesktop
  let log = WaylandEventLog()

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

  // MARK: - Tools

  func request(
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
  func open(
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
  func clientPointing(atX x: Int, y: Int) throws -> WaylandClient {
    let client = try WaylandClient(displayName: sway.displayName)
    try client.movePointer(toX: x, y: y)
    #expect(log.contains { if case .pointerMoved = $0 { true } else { false } })
    return client
  }
  func density(of desktop: WaylandDesktop) throws -> Double {
    try desktop.connect().makeSurface(request(.topLeft)).scale
  }

  func gradient(_ size: PixelSize) throws -> PixelBuffer {
    try picture(size) { x, y in UInt8(100 + (x + y) % 150) }
  }

  /// Returns an opaque picture with a value for each pixel.
  func picture(_ size: PixelSize, _ value: (Int, Int) -> UInt8) throws -> PixelBuffer {
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
final class WaylandEventLog: Sendable {
  private let list = Mutex<[PictureInPictureSurfaceEvent]>([])

  var events: [PictureInPictureSurfaceEvent] { list.withLock { $0 } }

  func append(_ event: PictureInPictureSurfaceEvent) { list.withLock { $0.append(event) } }

  /// Returns whether an event comes within some seconds.
  func contains(_ event: PictureInPictureSurfaceEvent) -> Bool { contains { $0 == event } }

  func contains(where isWanted: (PictureInPictureSurfaceEvent) -> Bool) -> Bool {
    waitUntil { events.contains(where: isWanted) }
  }
}
