import OverlayRender

/// Something that shows pictures above everything else: a window, or memory in tests.
///
/// It is opened once and closed once. Calls come from one task, one after another.
package protocol PictureInPictureSurface: AnyObject, Sendable {
  /// The size at which pictures are shown, in pixels.
  var size: PixelSize { get }
  /// The number of pixels per point: 1 on usual displays, 2 on those with twice the density. Controls have their sizes
  /// in points.
  var scale: Double { get }
  /// Opens the surface. It returns when the picture is visible; nothing else was visible before.
  func open(with sample: SampleBuffer) async throws(PictureInPictureError)
  /// Shows another picture, of which only the damage differs. A picture in another size than the surface is stretched
  /// to it, until one in the new size follows.
  func present(_ sample: SampleBuffer) async
  /// Takes the aspect ratio of other content. Its area and its place stay about the same. It returns when the surface
  /// has its new size, or the desktop has refused it. The picture is stretched until one in the new size follows.
  ///
  /// - Parameter minimum: The smallest size in which the content can be read, in points.
  func setContentSize(_ size: PixelSize, minimum: PixelSize) async
  /// Closes the surface. It may be called also if the surface is not open, or the display is lost.
  func close() async
}

extension PictureInPictureSurface {
  /// Takes the aspect ratio of other content that can be read in any size.
  package func setContentSize(_ size: PixelSize) async { await setContentSize(size, minimum: PixelSize(1, 1)) }
}

/// What a surface needs to know before it opens.
package struct PictureInPictureSurfaceRequest: Sendable {
  /// The size of the content in points, whose aspect ratio the surface keeps.
  package var preferredSize: PixelSize
  /// The smallest size in which the content can be read, in points.
  package var minimumSize: PixelSize
  /// The position of the window, and its behavior.
  package var options: PictureInPictureWindowOptions
  /// Receives the events of the surface, one after another, on any thread.
  package var onEvent: @Sendable (PictureInPictureSurfaceEvent) -> Void
  /// Returns whether a control is at a point, in pixels. A press anywhere else moves or resizes the surface, and is not
  /// reported. It is called on any thread, and returns at once.
  package var hasControl: @Sendable (_ x: Double, _ y: Double) -> Bool

  /// Creates a request.
  package init(
    preferredSize: PixelSize, minimumSize: PixelSize = PixelSize(1, 1),
    options: PictureInPictureWindowOptions = PictureInPictureWindowOptions(),
    onEvent: @escaping @Sendable (PictureInPictureSurfaceEvent) -> Void = { _ in },
    hasControl: @escaping @Sendable (_ x: Double, _ y: Double) -> Bool = { _, _ in false }
  ) {
    self.preferredSize = preferredSize
    self.minimumSize = minimumSize
    self.options = options
    self.onEvent = onEvent
    self.hasControl = hasControl
  }
}

/// What happens to a surface.
package enum PictureInPictureSurfaceEvent: Sendable, Hashable {
  /// The surface has another size, in pixels.
  case resized(PixelSize)
  /// The surface fills a screen from now on, or no longer does. A new size follows.
  case fullScreenChanged(Bool)
  /// The desktop hides the surface, for example because it is minimized, or shows it again.
  case visibilityChanged(Bool)
  /// The user closed the surface, which still shows its picture.
  case closedByUser
  /// The pointer is at a point, in pixels.
  case pointerMoved(x: Double, y: Double)
  /// The pointer left the surface.
  case pointerLeft
  /// The primary button was pressed on a control, at a point in pixels.
  case pressed(x: Double, y: Double)
  /// The primary button that was pressed on a control was released, at a point in pixels.
  case released(x: Double, y: Double)
  /// The wheel was turned over the surface, by a number of notches, which is negative toward the user. Wheels of high
  /// resolution turn by parts of a notch.
  case scrolled(Double)
  /// The user pressed a key, which may repeat.
  case keyPressed(PictureInPictureKey)
  /// The display is lost.
  case lost(PictureInPictureError)
}
