import OverlayRender

extension WaylandWindow {
  /// The milliseconds between the clicks of a double click.
  private static let doubleClickLimit: UInt32 = 400

  private var showsControls: Bool { request.options.showsControls }

  /// The pointer is at a point of the window, in points.
  func pointerMoved(toX x: Double, y: Double) {
    // While the window follows the pointer, points of the window mean nothing.
    guard drag == nil else { return }
    pointer = (x, y)
    guard showsControls else { return }
    request.onEvent(.pointerMoved(x: x * scale, y: y * scale))
  }

  /// The pointer moved by a distance, in points.
  func pointerMoved(byX x: Double, y: Double) {
    guard drag != nil else { return }
    drag?.move(byX: x, y: y)
    if let moved = drag?.frame, moved != frame {
      frame = moved
      lastPress = nil
    }
    followPointerToScreen()
  }

  func pointerLeft() {
    endDrag()
    isPressedOnControl = false
    guard pointer.take() != nil else { return }
    if showsControls { request.onEvent(.pointerLeft) }
  }

  func pointerPressed(atMilliseconds milliseconds: UInt32) {
    guard let pointer else { return }
    let (x, y) = (pointer.x * scale, pointer.y * scale)
    if request.hasControl(x, y) {
      isPressedOnControl = true
      return request.onEvent(.pressed(x: x, y: y))
    }
    if let last = lastPress, milliseconds &- last <= Self.doubleClickLimit {
      lastPress = nil
      return toggleSize()
    }
    lastPress = milliseconds
    guard !zoom.isFullScreen else { return }
    drag = WaylandDrag(
      frame, atX: pointer.x, y: pointer.y, edge: geometry.edge(atX: pointer.x, y: pointer.y, of: frame.size),
      geometry: geometry, pointerBounds: pointerBounds)
  }

  func pointerReleased() {
    if isPressedOnControl, let pointer {
      isPressedOnControl = false
      request.onEvent(.released(x: pointer.x * scale, y: pointer.y * scale))
    }
    endDrag()
  }

  /// The edge that a press at the pointer would drag, or that is dragged; `nil` where a press moves the window.
  var edgeAtPointer: WindowGeometry.Edge? {
    if let drag { return drag.edge }
    guard !zoom.isFullScreen, let pointer, !request.hasControl(pointer.x * scale, pointer.y * scale) else { return nil }
    return geometry.edge(atX: pointer.x, y: pointer.y, of: frame.size)
  }

  func keyPressed(_ key: WaylandKey) {
    guard showsControls else { return }
    switch key {
    case .f: toggleSize()
    case .fullScreen: toggleFullScreen()
    case .content(.escape) where zoom.isFullScreen: toggleFullScreen()
    case .content(let key): request.onEvent(.keyPressed(key))
    }
  }

  /// The wheel was turned by a number of notches, which is negative toward the user.
  func scrolled(_ notches: Double) {
    if showsControls { request.onEvent(.scrolled(notches)) }
  }

  func endDrag() {
    releasePressedLayer()
    guard let drag = drag.take() else { return }
    frame = drag.finalFrame
    if lastPress == nil { remember() }
  }

  private func toggleSize() {
    guard !zoom.isFullScreen else { return toggleFullScreen() }
    frame = zoom.toggled(frame, geometry)
    remember()
  }
}
