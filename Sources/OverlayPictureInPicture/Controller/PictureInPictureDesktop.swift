import CLinux
import OverlayRender
import Synchronization

/// A desktop on which surfaces can be opened: the library of a window system registers one.
package protocol PictureInPictureDesktop: Sendable {
  /// The clock of the pictures. Its actions run on the thread of the executor, if there is one.
  var clock: any MediaClock { get }
  /// The executor of the thread that shows pictures; `nil` for any thread. A picture that is drawn on it needs no other
  /// thread to be shown.
  var executor: (any TaskExecutor)? { get }
  /// Connects to the display. This may block: do not call it on the thread of the executor.
  ///
  /// - Throws: `PictureInPictureError` if no surface can be opened, for example because there is no display.
  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay
}

/// A display to which the process is connected, at least as long as this or one of its surfaces exists; a desktop may
/// keep the connection for the next one. Nothing here blocks.
package protocol PictureInPictureDisplay: Sendable {
  /// The rate at which the fastest screen of the display shows pictures.
  var refreshRate: FrameRate { get }
  /// Creates a surface that is not open yet.
  func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface
}

extension PictureInPictureDesktop {
  /// No executor.
  package var executor: (any TaskExecutor)? { nil }

  /// Why no surface can be opened, such as a missing display; `nil` if one can.
  package var obstacle: PictureInPictureError? {
    do {
      _ = try connect()
      return nil
    } catch {
      return error
    }
  }

  /// The rate at which the display shows pictures; 60 frames/s without a display.
  package var refreshRate: FrameRate { (try? connect())?.refreshRate ?? .fps(60) }
}

/// The desktop of the program.
package enum PictureInPictureDesktops {
  private static let registered = Mutex<(@Sendable () -> any PictureInPictureDesktop)?>(nil)

  /// Registers the desktop of a library. The last call wins.
  package static func register(_ desktop: @escaping @Sendable () -> any PictureInPictureDesktop) {
    registered.withLock { $0 = desktop }
  }

  /// The desktop; one without surfaces if the program contains no library for windows.
  static var current: any PictureInPictureDesktop {
    // The library is linked or not. It defines the function, which registers its desktop.
    overlay_register_desktop()
    return registered.withLock { $0 }?() ?? NoDesktop()
  }

  private struct NoDesktop: PictureInPictureDesktop {
    var clock: any MediaClock { HostClock.shared }

    func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
      throw .notSupported(reason: "the program contains no library for windows")
    }
  }
}
