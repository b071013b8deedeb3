import Glibc
@_exported import OverlayPictureInPicture
import OverlayRender

/// The desktop of the process: a Wayland compositor with layers, or an X server, which may be XWayland.
///
/// A compositor without layers shows windows of X11 above others if it honors their request.
final class WindowDesktop: PictureInPictureDesktop {
  /// The desktop of the environment.
  static let shared = WindowDesktop(
    wayland: isSet("WAYLAND_DISPLAY") || isSet("WAYLAND_SOCKET")
      ? WaylandDesktop(placeFolder: PrivateFolder.runtime()) : nil,
    x11: isSet("DISPLAY") ? X11Desktop(placeFolder: PrivateFolder.runtime()) : nil)

  /// The displays in the order in which they are tried.
  private let displays: [any PictureInPictureDesktop]

  init(wayland: (any PictureInPictureDesktop)?, x11: (any PictureInPictureDesktop)?) {
    displays = [wayland, x11].compactMap(\.self)
  }

  var clock: any MediaClock { EventLoop.shared }
  var executor: (any TaskExecutor)? { EventLoop.shared }

  /// Connects to the first display that can open windows.
  ///
  /// - Throws: The error of the last display, or `notSupported` if the process has no descriptor left for the thread of
  ///   the windows.
  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    do throws(SystemError) {
      try EventLoop.shared.prepare()
    } catch {
      throw .notSupported(reason: "the thread of the windows has no descriptor: \(error)")
    }
    var obstacle = PictureInPictureError.notSupported(
      reason: "there is no display (DISPLAY, WAYLAND_DISPLAY): run it in a desktop session")
    for display in displays {
      do { return try display.connect() } catch { obstacle = error }
    }
    throw obstacle
  }

  private static func isSet(_ variable: String) -> Bool { getenv(variable).map { $0.pointee != 0 } ?? false }
}

/// Registers the desktop. `OverlayPictureInPicture` calls it when a program first asks for picture in picture.
@c(overlay_window_register)
@_documentation(visibility: internal)
public func registerWindowDesktop() {
  PictureInPictureDesktops.register { WindowDesktop.shared }
}
