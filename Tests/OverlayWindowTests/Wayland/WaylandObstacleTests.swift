import CWayland
import Foundation
import OverlayPictureInPicture
import OverlayRender
import TestTools
import Testing

@testable import OverlayWindow

/// Displays on which no window can be opened.
@Suite("Obstacles on Wayland", .serialized, .timeLimit(.minutes(10)))
struct WaylandObstacleTests {
  @Test("A display that does not exist is an obstacle of one line")
  func noDisplay() throws {
    let desktop = WaylandDesktop(displayName: "/nonexistent/wayland-0")
    let reason =
      "the Wayland display /nonexistent/wayland-0 does not answer: No such file or directory: check WAYLAND_DISPLAY"
    #expect(desktop.obstacle == .notSupported(reason: reason))
    #expect(desktop.refreshRate == .fps(60))
    let request = PictureInPictureSurfaceRequest(preferredSize: PixelSize(320, 180))
    #expect(throws: PictureInPictureError.notSupported(reason: reason)) { try desktop.connect().makeSurface(request) }
  }

  @Test("A socket that is not open is an obstacle that names its variable")
  func noSocket() async {
    // The variable is one of the whole process.
    await #expect(processExitsWith: .success) {
      setenv("WAYLAND_SOCKET", "999", 1)
      let reason = "WAYLAND_SOCKET is 999, which is not an open socket: unset WAYLAND_SOCKET"
      #expect(WaylandDesktop().obstacle == .notSupported(reason: reason))
    }
  }

  @Test("A program that accepts connections but never answers is an obstacle")
  func silence() {
    let listener = UnixListener(backlog: 4)
    let desktop = WaylandDesktop(displayName: listener.path)
    #expect(desktop.obstacle == .notSupported(reason: "the Wayland compositor does not answer within 3 s"))
  }

  @Test("An object is released with a request only if its version has the request", .requires(.sway))
  func releases() throws {
    let sway = try SwayServer()
    let display = try WaylandDisplay(named: sway.displayName)
    for isKnown in [true, false] {
      let registry = try #require(display.makeRegistry())
      let version = CInt(overlay_wl_proxy_get_version(registry))
      var isReleased = false
      WaylandObject.end(registry, since: isKnown ? version : version + 1) { registry in
        isReleased = true
        overlay_wl_proxy_destroy(registry)
      }
      #expect(isReleased == isKnown)
    }
  }

  @Test("A compositor without layers is an obstacle", .requires(.weston))
  func noLayers() throws {
    let weston = try TestServer(.weston) { _ in
      ["--backend=headless-backend.so", "--no-config", "--socket=wayland-test", "--idle-time=0"]
    }
    let path = weston.folder.appending(path: "wayland-test").path
    #expect(waitUntil { FileManager.default.fileExists(atPath: path) })
    let desktop = WaylandDesktop(displayName: path)
    let reason = "the Wayland compositor has no layers (zwlr_layer_shell_v1): start it with XWayland"
    #expect(desktop.obstacle == .notSupported(reason: reason))
    withExtendedLifetime(weston) {}
  }
}
