import OverlayRender

/// The change of a window between the size of its content and twice that, which also leads back to the same place; the
/// counterpart of zooming an `NSWindow`.
struct WindowZoom: Sendable {
  /// The frames before and after the window grew.
  private var growth: (from: PixelRect, to: PixelRect)?

  /// Returns the next frame of a window.
  mutating func toggled(_ frame: PixelRect, _ geometry: WindowGeometry) -> PixelRect {
    // A window that was moved or resized since it grew does not return.
    if let growth = growth.take(), growth.to.isNearly(frame) { return geometry.onScreen(growth.from) }
    let next = geometry.toggled(frame)
    if next.width > frame.width { growth = (frame, next) }
    return next
  }
}

extension PixelRect {
  /// Whether the difference may be that of a window manager, which rounds sizes.
  fileprivate func isNearly(_ other: PixelRect) -> Bool {
    max(abs(x - other.x), abs(y - other.y), abs(width - other.width), abs(height - other.height)) <= 1
  }
}
