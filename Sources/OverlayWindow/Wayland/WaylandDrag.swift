import OverlayRender

/// A move or a resize of a window by the pointer, in points.
struct WaylandDrag {
  private var geometry: WindowGeometry
  /// The frame of the window at the start.
  private var start: PixelRect
  /// The edge that is dragged; `nil` for a move.
  let edge: WindowGeometry.Edge?
  /// Where the pointer can be.
  private var pointerBounds: PixelRect
  private var pointerStart: (x: Double, y: Double)
  /// Where the pointer is.
  private(set) var pointer: (x: Double, y: Double)

  /// Starts with the pointer at a point of the window.
  init(
    _ frame: PixelRect, atX x: Double, y: Double, edge: WindowGeometry.Edge?, geometry: WindowGeometry,
    pointerBounds: PixelRect
  ) {
    self.geometry = geometry
    start = frame
    self.edge = edge
    self.pointerBounds = pointerBounds
    pointerStart = (Double(frame.x) + x, Double(frame.y) + y)
    pointer = pointerStart
  }

  /// Continues with the rules and the coordinates of another screen, whose origin is at a distance from the origin of
  /// the previous one.
  mutating func move(toScreenAtX x: Int, y: Int, _ geometry: WindowGeometry, pointerBounds: PixelRect) {
    start = start.offsetBy(dx: -x, dy: -y)
    pointerStart = (pointerStart.x - Double(x), pointerStart.y - Double(y))
    pointer = (pointer.x - Double(x), pointer.y - Double(y))
    setGeometry(geometry, pointerBounds: pointerBounds)
  }

  /// Continues with other rules, because the free part of the screen is known now.
  mutating func setGeometry(_ geometry: WindowGeometry, pointerBounds: PixelRect) {
    (self.geometry, self.pointerBounds) = (geometry, pointerBounds)
  }

  /// The frame for the place of the pointer.
  var frame: PixelRect {
    let x = Int((pointer.x - pointerStart.x).rounded())
    let y = Int((pointer.y - pointerStart.y).rounded())
    guard let edge else { return geometry.onScreen(start.offsetBy(dx: x, dy: y)) }
    return geometry.resized(start, at: edge, byX: x, y: y)
  }

  /// The frame when the button is released: in a corner if the window was moved near that.
  var finalFrame: PixelRect { edge == nil && frame != start ? geometry.snapped(frame) : frame }

  /// Adds a motion of the pointer, which stops at the edges of the desktop.
  mutating func move(byX x: Double, y: Double) {
    pointer.x = min(max(pointer.x + x, Double(pointerBounds.minX)), Double(pointerBounds.maxX))
    pointer.y = min(max(pointer.y + y, Double(pointerBounds.minY)), Double(pointerBounds.maxY))
  }
}
