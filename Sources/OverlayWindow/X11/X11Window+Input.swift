import CX11
import OverlayPictureInPicture
import OverlayRender

/// What the pointer does with a window.
struct X11Pointer {
  /// The position that is not reported yet, in pixels of the window.
  var position: (x: Double, y: Double)?
  /// The drag of the window.
  var drag: WindowDrag?
  /// Whether the button was pressed on a control.
  fileprivate var isOnControl = false
  /// The last press beside the controls, which may be the first one of a double click.
  var lastPress: XButtonEvent?
  /// The edge whose cursor is shown.
  fileprivate var edge: WindowGeometry.Edge?
  /// The last release of a key.
  fileprivate var lastRelease: XKeyEvent?

  /// The time between the presses of a double click, in milliseconds.
  fileprivate static let doubleClickTime: Time = 400
  /// The distance between the presses of a double click, in pixels.
  fileprivate static let doubleClickDistance: CInt = 8
}

extension X11Window {
  func handleInput(_ event: inout XEvent, _ screen: X11Screen) {
    // The pointer is not where events of other programs say. Only their keys count.
    let isOfServer = event.xany.send_event == 0
    switch event.type {
    case ButtonPress where isOfServer:
      switch CInt(event.xbutton.button) {
      case Button1: pressed(event.xbutton, screen)
      case Button4: scrolled(1)
      case Button5: scrolled(-1)
      default: break
      }
    case ButtonRelease where isOfServer: if event.xbutton.button == Button1 { released(event.xbutton) }
    case MotionNotify where isOfServer: moved(event.xmotion, screen)
    case LeaveNotify:
      guard pointer.drag == nil, !pointer.isOnControl, event.xcrossing.mode != NotifyGrab else { return }
      pointer.position = nil
      surface.report(.pointerLeft)
    case KeyPress: keyPressed(&event.xkey, screen)
    case KeyRelease: pointer.lastRelease = isOfServer ? event.xkey : nil
    default: break
    }
  }

  /// Returns the rules for the window on the monitor where it is.
  func geometry(_ screen: X11Screen) -> WindowGeometry {
    screen.geometry(contentSize, minimumSize: minimumSize, at: frame)
  }

  // MARK: Pointer

  private func pressed(_ event: XButtonEvent, _ screen: X11Screen) {
    locate(x: event.x, y: event.y, onDesktop: event.x_root, event.y_root)
    takeFocusWithoutWindowManager(event.time)
    let (x, y) = (Double(event.x), Double(event.y))
    if surface.request.hasControl(x, y) {
      (pointer.isOnControl, pointer.lastPress) = (true, nil)
      return surface.report(.pressed(x: x, y: y))
    }
    let geometry = geometry(screen)
    if let last = pointer.lastPress, event.isSecond(after: last) {
      pointer.lastPress = nil
      return toggleSize(screen)
    }
    pointer.lastPress = event
    guard !zoom.isFullScreen else { return }
    pointer.drag = WindowDrag(
      of: frame, at: geometry.edge(atX: x, y: y, of: frame.size), x: Int(event.x_root), y: Int(event.y_root))
  }

  private func moved(_ event: XMotionEvent, _ screen: X11Screen) {
    if pointer.drag != nil {
      wantedFrame = pointer.drag?.frame(geometry(screen), x: Int(event.x_root), y: Int(event.y_root))
    } else if surface.request.options.showsControls {
      pointer.position = (Double(event.x), Double(event.y))
      showCursor(geometry(screen))
    }
  }

  private func released(_ event: XButtonEvent) {
    if pointer.isOnControl {
      pointer.isOnControl = false
      surface.report(.released(x: Double(event.x), y: Double(event.y)))
    }
    guard var drag = pointer.drag.take() else { return }
    // Panels may have appeared since the window opened. Events of the root window would report them, but would also
    // wake this process whenever another window gets the focus.
    let geometry = display.readScreen().geometry(
      contentSize, minimumSize: minimumSize,
      at: PixelRect(x: Int(event.x_root), y: Int(event.y_root), width: 1, height: 1))
    if let frame = drag.end(geometry, x: Int(event.x_root), y: Int(event.y_root)) { settle(at: frame) }
  }

  /// Each notch of the wheel is a press of a button.
  private func scrolled(_ notches: Double) {
    if surface.request.options.showsControls { surface.report(.scrolled(notches)) }
  }

  /// Shows at which edges the window can be resized.
  private func showCursor(_ geometry: WindowGeometry) {
    guard let (x, y) = pointer.position else { return }
    let isInside = zoom.isFullScreen || surface.request.hasControl(x, y)
    let edge = isInside ? nil : geometry.edge(atX: x, y: y, of: frame.size)
    guard edge != pointer.edge else { return }
    pointer.edge = edge
    overlay_XDefineCursor(display.pointer, identifier, edge.map { display.cursor($0.cursorShape) } ?? 0)
  }

  // MARK: Keyboard

  private func keyPressed(_ event: inout XKeyEvent, _ screen: X11Screen) {
    if event.send_event == 0 { locate(x: event.x, y: event.y, onDesktop: event.x_root, event.y_root) }
    // For a key that is held down, the server reports releases and presses at the same time.
    let isRepeated = pointer.lastRelease.map { $0.keycode == event.keycode && event.time &- $0.time <= 1 } ?? false
    let symbol = CInt(truncatingIfNeeded: overlay_XLookupKeysym(&event, 0))
    switch (symbol, PictureInPictureKey(symbol: symbol)) {
    case (_, .escape) where zoom.isFullScreen: if !isRepeated { toggleFullScreen(screen) }
    case (_, let key?): if key.isRepeated || !isRepeated { surface.report(.keyPressed(key)) }
    case (XK_f, _) where !isRepeated: toggleSize(screen)
    case (XK_F11, _) where !isRepeated, (XK_Return, _) where !isRepeated, (XK_KP_Enter, _) where !isRepeated:
      toggleFullScreen(screen)
    default: break
    }
  }

  /// Takes the keyboard focus after a click. Window managers do that themselves.
  private func takeFocusWithoutWindowManager(_ time: Time) {
    guard surface.request.options.showsControls, display.rootProperty(.windowManagerCheck).isEmpty else { return }
    overlay_XSetInputFocus(display.pointer, identifier, CInt(RevertToPointerRoot), time)
  }
}

extension PictureInPictureKey {
  /// Creates the key with a symbol (X11/keysymdef.h).
  fileprivate init?(symbol: CInt) {
    switch symbol {
    case XK_space: self = .space
    case XK_Left: self = .leftArrow
    case XK_Right: self = .rightArrow
    case XK_Up: self = .upArrow
    case XK_Down: self = .downArrow
    case XK_Escape: self = .escape
    case XK_m: self = .m
    case XK_v: self = .v
    case XK_period: self = .period
    case XK_comma: self = .comma
    default: return nil
    }
  }
}

extension XButtonEvent {
  fileprivate func isSecond(after first: XButtonEvent) -> Bool {
    // Times wrap around.
    time &- first.time <= X11Pointer.doubleClickTime
      && abs(x_root - first.x_root) <= X11Pointer.doubleClickDistance
      && abs(y_root - first.y_root) <= X11Pointer.doubleClickDistance
  }
}

extension WindowGeometry.Edge {
  /// The shape of the cursor (X11/cursorfont.h).
  fileprivate var cursorShape: CInt {
    switch self {
    case [.left, .top]: XC_top_left_corner
    case [.right, .top]: XC_top_right_corner
    case [.left, .bottom]: XC_bottom_left_corner
    case [.right, .bottom]: XC_bottom_right_corner
    case .left: XC_left_side
    case .right: XC_right_side
    case .top: XC_top_side
    default: XC_bottom_side
    }
  }
}
