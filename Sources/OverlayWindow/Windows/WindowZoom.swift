import OverlayRender

/// The changes of a window that lead back to the same place: between the size of its content and twice that, the
/// counterpart of zooming an `NSWindow`, and to the full screen.
struct WindowZoom: Sendable {
  /// The frame in the original size, and the one that followed.
  private var change: (from: PixelRect, to: PixelRect)?
  /// The frame to which a window in full screen returns; `nil` for a window that does not fill the screen.
  private(set) var frameBeforeFullScreen: PixelRect?

  /// Whether the window fills the screen.
  var isFullScreen: Bool { frameBeforeFullScreen != nil }

  /// Returns the next frame of a window that changes its size.
  mutating func toggled(_ frame: PixelRect, _ geometry: WindowGeometry) -> PixelRect {
    // A window that was moved or resized since then does not return.
    if let change = change.take(), change.to.isNearly(frame) { return geometry.onScreen(change.from) }
    let next = geometry.toggled(frame)
    if geometry.isOriginal(frame) { change = (frame, next) }
    return next
  }

  /// Returns the next frame of a window that enters or leaves the full screen.
  ///
  /// - Parameter screen: The frame of the whole screen.
  mutating func toggledFullScreen(_ frame: PixelRect, screen: PixelRect) -> PixelRect {
    if let before = leaveFullScreen() { return before }
    frameBeforeFullScreen = frame
    return screen
  }

  /// Leaves the full screen. Returns the frame before it; `nil` if the window does not fill the screen.
  mutating func leaveFullScreen() -> PixelRect? { frameBeforeFullScreen.take() }

  /// Takes other content or another screen into account: a window in full screen returns to another frame.
  mutating func adapt(_ frame: (PixelRect) -> PixelRect) {
    change = nil
    frameBeforeFullScreen = frameBeforeFullScreen.map(frame)
  }
}

extension PixelRect {
  /// Whether the difference may come from a window manager, which rounds sizes.
  fileprivate func isNearly(_ other: PixelRect) -> Bool {
    max(abs(x - other.x), abs(y - other.y), abs(width - other.width), abs(height - other.height)) <= 1
  }
}
