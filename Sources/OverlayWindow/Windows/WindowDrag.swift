import OverlayRender

/// A drag that moves or resizes a window, from the press of the button to its release.
struct WindowDrag: Sendable {
  /// The frame before the drag.
  let start: PixelRect
  /// The edge that is dragged; `nil` if the window is moved.
  let edge: WindowGeometry.Edge?
  /// The point of the desktop at which the button was pressed.
  let x: Int
  let y: Int
  /// Whether the pointer has moved.
  private(set) var hasMoved = false

  init(of frame: PixelRect, at edge: WindowGeometry.Edge?, x: Int, y: Int) {
    start = frame
    self.edge = edge
    (self.x, self.y) = (x, y)
  }

  /// Returns the frame while the pointer is at a point of the desktop.
  mutating func frame(_ geometry: WindowGeometry, x: Int, y: Int) -> PixelRect {
    let (dx, dy) = (x - self.x, y - self.y)
    if dx != 0 || dy != 0 { hasMoved = true }
    return edge.map { geometry.resized(start, at: $0, byX: dx, y: dy) } ?? start.offsetBy(dx: dx, dy: dy)
  }

  /// Returns the frame when the button is released at a point; `nil` if it was only a click.
  mutating func end(_ geometry: WindowGeometry, x: Int, y: Int) -> PixelRect? {
    let frame = frame(geometry, x: x, y: y)
    guard hasMoved else { return nil }
    return edge == nil ? geometry.snapped(frame) : frame
  }
}
