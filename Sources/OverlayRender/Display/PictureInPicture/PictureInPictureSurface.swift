import Synchronization

/// A desktop on which surfaces can be opened: the library of a window system registers one.
package protocol PictureInPictureDesktop: Sendable {
  /// Why no surface can be opened, such as a missing display; `nil` if one can.
  var obstacle: PictureInPictureError? { get }
  /// The rate at which the display shows pictures.
  var refreshRate: FrameRate { get }
  /// Creates a surface that is not open yet.
  ///
  /// - Parameters:
  ///   - preferredSize: The size of the content, whose aspect ratio the surface keeps.
  ///   - onEvent: Receives the events of the surface, one after another, on any thread.
  /// - Throws: `PictureInPictureError` if the display refuses.
  func makeSurface(
    preferredSize: PixelSize, onEvent: @escaping @Sendable (PictureInPictureSurfaceEvent) -> Void
  ) throws(PictureInPictureError) -> any PictureInPictureSurface
}

/// Something that shows pictures above everything else: a window, or memory in tests.
///
/// It is opened once and closed once. Calls come from one task, one after another.
package protocol PictureInPictureSurface: AnyObject, Sendable {
  /// The size at which pictures are shown, in pixels.
  var size: PixelSize { get }
  /// Opens the surface. It returns when the picture is visible; nothing else was visible before.
  func open(with sample: SampleBuffer) async throws(PictureInPictureError)
  /// Shows another picture, of which only the damage differs. A picture in another size than that of the surface is
  /// stretched to it, until one in the new size follows.
  func present(_ sample: SampleBuffer) async
  /// Closes the surface. It may be called also if the surface is not open, or the display is lost.
  func close() async
}

/// What happens to a surface.
package enum PictureInPictureSurfaceEvent: Sendable, Hashable {
  /// The surface has another size, in pixels.
  case resized(PixelSize)
  /// The user closed the surface, which still shows its picture.
  case closedByUser
  /// The user asks for the user interface of the program.
  case restoreRequested
  /// The display is lost.
  case lost(PictureInPictureError)
}

/// The desktop of the program, which a library of a window system registers before the program's code runs.
package enum PictureInPictureDesktops {
  private static let registered = Mutex<(@Sendable () -> any PictureInPictureDesktop)?>(nil)

  /// Registers the desktop of a library. The last call wins.
  package static func register(_ desktop: @escaping @Sendable () -> any PictureInPictureDesktop) {
    registered.withLock { $0 = desktop }
  }

  /// The desktop; one without surfaces if no library has registered any.
  static var current: any PictureInPictureDesktop { registered.withLock { $0 }?() ?? NoDesktop() }

  private struct NoDesktop: PictureInPictureDesktop {
    let obstacle: PictureInPictureError? = .notSupported(reason: "the program contains no library for windows")
    let refreshRate = FrameRate.fps(60)

    func makeSurface(
      preferredSize: PixelSize, onEvent: @escaping @Sendable (PictureInPictureSurfaceEvent) -> Void
    ) throws(PictureInPictureError) -> any PictureInPictureSurface {
      throw .notSupported(reason: "the program contains no library for windows")
    }
  }
}
