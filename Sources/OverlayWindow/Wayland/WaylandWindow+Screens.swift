import OverlayRender

/// The screens between which the window moves, and the whole screen.
extension WaylandWindow {
  /// Where the pointer can be, in points of the free part of the screen. It is not known on which sides panels are.
  var pointerBounds: PixelRect {
    let panels = (nextLayer ?? layer)?.panels ?? PixelSize(0, 0)
    return registry.screens.reduce(PixelRect.zero) { $0.union($1.frame) }
      .offsetBy(dx: -screen.frame.x, dy: -screen.frame.y).insetBy(dx: -panels.width, dy: -panels.height)
  }

  /// Moves the window to the screen on which the pointer is that drags it.
  ///
  /// The window stays where it is until the other screen can show it. If that screen goes away, it stays for good.
  func followPointerToScreen() {
    guard !zoom.isFullScreen, let drag, drag.edge == nil else { return }
    let (x, y) = (
      screen.frame.x + Int(drag.pointer.x.rounded(.down)), screen.frame.y + Int(drag.pointer.y.rounded(.down))
    )
    guard !screen.frame.contains(x: x, y: y),
      let target = registry.outputs.first(where: { $0.value.screen.frame.contains(x: x, y: y) })
    else { return }
    if target.key == layer?.screenName {
      // It has come back before it left.
      nextLayer = nil
    } else {
      guard let next = WaylandLayer(of: self, on: target.key, registry) else { return }
      nextLayer = next
    }
    changeScreen()
  }

  /// Takes the coordinates of the screen on which the window is, or to which it moves.
  func changeScreen() {
    let (x, y) = (screen.frame.x - screenFrame.x, screen.frame.y - screenFrame.y)
    screenFrame = screen.frame
    geometry.workArea = (nextLayer ?? layer)?.workArea ?? PixelRect(screen.frame.size)
    drag?.move(toScreenAtX: x, y: y, geometry, pointerBounds: pointerBounds)
    frame = drag?.frame ?? geometry.restoredFrame(frame.offsetBy(dx: -x, dy: -y))
  }

  /// Fills the screen, or returns to the frame before.
  func toggleFullScreen() {
    guard nextLayer == nil else { return }
    (drag, lastPress) = (nil, nil)
    frame = zoom.toggledFullScreen(frame, screen: PixelRect(screen.frame.size))
    request.onEvent(.fullScreenChanged(zoom.isFullScreen))
  }

  /// Leaves a screen that is gone. On another screen, the window has a frame of its own again.
  func leaveClosedScreen() {
    drag = nil
    pointerLeft()
    guard let before = zoom.leaveFullScreen() else { return }
    frame = before
    request.onEvent(.fullScreenChanged(false))
  }
}
