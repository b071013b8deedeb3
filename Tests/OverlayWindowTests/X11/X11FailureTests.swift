import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

extension X11Tests {
  /// Servers that lack something, or end.
  @Suite("Failures")
  struct X11FailureTests {
    @Test("Without a server, the obstacle says so in one line")
    func noServer() throws {
      let desktop = X11Desktop(displayName: ":63210", rememberedFrames: RememberedFrames(folder: nil))
      let error = PictureInPictureError.notSupported(
        reason: "the X server :63210 does not answer: check DISPLAY and XAUTHORITY")
      #expect(desktop.obstacle == error)
      #expect(desktop.refreshRate == .fps(60))
      #expect(throws: error) {
        try desktop.connect().makeSurface(PictureInPictureSurfaceRequest(preferredSize: PixelSize(9, 9)))
      }
    }

    @Test("A server without shared memory is an obstacle", arguments: ["MIT-SHM", "XFIXES"])
    func missingExtension(_ name: String) throws {
      let screen = try X11TestScreen(.nothing, ["-extension", name])
      #expect(
        screen.desktop.obstacle
          == .notSupported(reason: "the X server \(screen.name) does not have the \(name) extension"))
    }

    @Test("A server without transparency, or without RandR, shows windows", arguments: ["COMPOSITE", "RANDR"])
    func lessExtensions(_ name: String) async throws {
      let screen = try X11TestScreen(.nothing, ["-extension", name])
      let window = try await X11TestWindow(screen)
      #expect(waitUntil { screen.client.pixel(300, 150) == 0xff8000 })
      try screen.input("mousemove 300 150 mousedown 1 mousemove 310 160 mousemove 320 170 mouseup 1")
      #expect(waitUntil { screen.client.pixel(539, 299) == 0xff8000 && screen.client.pixel(210, 110) == 0x336699 })
      await window.surface.close()
      #expect(waitUntil { screen.client.pixel(300, 150) == 0x336699 })
    }

    @Test("A screen with 16 bits for each pixel is an obstacle")
    func fewColors() throws {
      let server = try TestServer(.xvfb) { _ in
        ["-displayfd", "1", "-extension", "COMPOSITE", "-screen", "0", "640x480x16"]
      }
      let name = ":" + (try #require(server.readLine()))
      #expect(
        X11Desktop(displayName: name).obstacle
          == .notSupported(reason: "the X server \(name) does not have 8-bit red, green and blue"))
    }

    @Test("When the server ends, windows are lost, and the next one opens on a new server")
    func lostServer() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen)
      try screen.restart()
      #expect(window.hasReported(.lost(.displayLost(reason: "the X server \(screen.name) ended the connection"))))
      await window.surface.present(try TestPicture.solid(window.surface.size, 0xff00_00ff))
      await window.surface.close()
      #expect(screen.desktop.obstacle == nil)
      let client = try #require(X11TestClient(screen.name))
      let next = try await X11TestWindow(screen)
      #expect(waitUntil { client.pixel(300, 150) == 0xff8000 })
      await next.surface.close()
      #expect(window.events.count == 1)
    }

    @Test("A window that opens when the server ends does not open")
    func lostWhileOpening() async throws {
      let screen = try X11TestScreen(.nothing)
      let surface = try screen.desktop.connect().makeSurface(
        PictureInPictureSurfaceRequest(preferredSize: PixelSize(320, 180)))
      screen.server.kill()
      try #require(waitUntil { !screen.server.isRunning })
      await #expect(throws: PictureInPictureError.self) {
        try await surface.open(with: TestPicture.solid(surface.size, 0xffff_8000))
      }
      await surface.close()
    }

    @Test("A window manager that moves and resizes a window is obeyed")
    func stubbornWindowManager() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen)
      screen.client.configure(window.identifier, PixelRect(x: 40, y: 50, width: 401, height: 333))
      #expect(window.hasReported(.resized(PixelSize(401, 333))))
      #expect(window.surface.size == PixelSize(401, 333))
      #expect(waitUntil { screen.client.pixel(440, 382) == 0xff8000 })
      await window.surface.close()
      let expected = PixelRect(x: 40, y: 50, width: 401, height: 333)
      #expect(screen.rememberedFrames.frame(named: "default")?.frame == expected)
    }

    @Test("A window manager may refuse to keep a window above others", .requires(.openbox), .requires(.xprop))
    func refusal() async throws {
      let rules = "<applications><application class=\"*\"><layer>below</layer></application></applications>"
      let screen = try X11TestScreen(.windowManager, rules: rules)
      let window = try await X11TestWindow(screen)
      #expect(try screen.properties(of: window.identifier, "_NET_WM_STATE").contains("_NET_WM_STATE_BELOW"))
      #expect(screen.client.pixel(300, 150) == 0xff8000)
      try screen.input("mousemove 300 150 mousedown 1 mousemove 310 160 mousemove 320 170 mouseup 1")
      #expect(waitUntil { screen.client.frame(of: window.identifier).x == 220 })
      await window.surface.close()
    }

    @Test("When the screen becomes smaller, windows come back onto it", .requires(.xrandr))
    func smallerScreen() async throws {
      let screen = try X11TestScreen(.nothing)
      let window = try await X11TestWindow(screen, options: { $0.position = .bottomRight })
      try #require(screen.client.frame(of: window.identifier).x == 936)
      for arguments in [
        "--newmode small 0 800 0 0 0 600 0 0 0", "--addmode screen small", "--output screen --mode small",
      ] {
        _ = try TestTool.xrandr.output(
          arguments.split(separator: " ").map(String.init), environment: ["DISPLAY": screen.name])
      }
      #expect(
        waitUntil { screen.client.frame(of: window.identifier) == PixelRect(x: 480, y: 420, width: 320, height: 180) })
      await window.surface.close()
    }
  }
}
