import OverlayRender

extension X11Window {
  /// Changes between the size of the content and twice that. A window in full screen leaves it.
  func toggleSize(_ screen: X11Screen) {
    if zoom.isFullScreen { toggleFullScreen(screen) } else { settle(at: zoom.toggled(frame, geometry(screen))) }
  }

  /// Fills the monitor on which the window is, or returns to the frame before.
  func toggleFullScreen(_ screen: X11Screen) {
    (pointer.drag, pointer.lastPress) = (nil, nil)
    let next = zoom.toggledFullScreen(frame, screen: screen.monitor(at: frame))
    // The window manager would keep the aspect ratio. It has its own idea of the frame before, so the request for ours
    // follows.
    setSizeHints(next, screen)
    display.requestFullScreen(zoom.isFullScreen, of: identifier)
    wantedFrame = next
    surface.report(.fullScreenChanged(zoom.isFullScreen))
  }
}
