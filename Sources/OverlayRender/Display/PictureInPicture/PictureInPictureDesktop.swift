import CLinux
import Synchronization

/// A desktop on which surfaces can be opened: the library of a window system registers one.
package protocol PictureInPictureDesktop: Sendable {
  /// Why no surface can be opened, such as a missing display; `nil` if one can.
  var obstacle: PictureInPictureError? { get }
  /// The rate at which the fastest screen of the display shows pictures.
  var refreshRate: FrameRate { get }
  /// The clock of the pictures. Its actions run on the thread of the executor, if there is one.
  var clock: any MediaClock { get }
  /// The executor of the thread that shows pictures; `nil` for any thread. A picture that is drawn on it needs no other
  /// thread to be shown.
  var executor: (any TaskExecutor)? { get }
  /// Creates a surface that is not open yet.
  ///
  /// - Throws: `PictureInPictureError` if the display refuses.
  func makeSurface(_ request: PictureInPictureSurfaceRequest) throws(PictureInPictureError)
    -> any PictureInPictureSurface
}

extension PictureInPictureDesktop {
  /// No executor.
  package var executor: (any TaskExecutor)? { nil }
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
    let obstacle: PictureInPictureError? = .notSupported(reason: "the program contains no library for windows")
    let refreshRate = FrameRate.fps(60)
    var clock: any MediaClock { HostClock.shared }

    func makeSurface(_ request: PictureInPictureSurfaceRequest) throws(PictureInPictureError)
      -> any PictureInPictureSurface
    {
      throw .notSupported(reason: "the program contains no library for windows")
    }
  }
}
