import CX11
import Glibc
import OverlayPictureInPicture
import OverlayRender

extension X11Display {
  /// Creates a window without a background, whose picture stays in its upper left corner when its size changes.
  ///
  /// A window that passes clicks is not managed by the window manager, whose frame around it would get the clicks. It
  /// stays above all managed windows, on all desktops.
  func makeWindow(_ frame: PixelRect, isManaged: Bool) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap
    attributes.override_redirect = isManaged ? 0 : 1
    return overlay_XCreateWindow(
      pointer, root, CInt(frame.x), CInt(frame.y), CUnsignedInt(frame.width), CUnsignedInt(frame.height), 0, depth,
      CUnsignedInt(InputOutput), visual,
      UInt(CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap | CWOverrideRedirect), &attributes)
  }

  /// Sets the properties from which the window manager knows how the window behaves.
  func setProperties(of window: Window, _ frame: PixelRect, _ request: PictureInPictureSurfaceRequest) {
    let options = request.options
    setProperty(.wmClass, of: window, .string, "\(ProgramName.current)\0\(ProgramName.current)\0")
    setProperty(.wmName, of: window, .utf8String, options.title)
    setProperty(.name, of: window, .utf8String, options.title)
    setProperty(.processIdentifier, of: window, .cardinal, [UInt(getpid())])
    // No decorations: only the second of five fields has a meaning (MWM_HINTS_DECORATIONS).
    setProperty(.motifHints, of: window, .motifHints, [2, 0, 0, 0, 0])
    // Utility windows are in no taskbar, even where the states below are ignored. Other types, such as notifications or
    // docks, are above all windows for more window managers, but some do not let them be moved or focused.
    setProperty(.windowType, of: window, .atom, [self[.utilityType]])
    setProperty(
      .state, of: window, .atom, [self[.above], self[.sticky], self[.skipTaskbar], self[.skipPager]])
    setProperty(.desktop, of: window, .cardinal, [0xffff_ffff])
    // The window does not get the focus when it opens.
    setProperty(.userTime, of: window, .cardinal, [0])
    var protocols = [self[.deleteWindow]]
    overlay_XSetWMProtocols(pointer, window, &protocols, 1)
    var hints = XWMHints()
    hints.flags = Int(InputHint | StateHint)
    hints.input = options.isClickThrough || !options.showsControls ? 0 : 1
    hints.initial_state = NormalState
    overlay_XSetWMHints(pointer, window, &hints)
    if options.isClickThrough { passClicks(through: window) }
  }

  /// Sets the aspect ratio that window managers keep.
  ///
  /// - Parameter contentSize: The size with the aspect ratio; `nil` for a window that has none.
  func setSizeHints(of window: Window, _ frame: PixelRect, _ contentSize: PixelSize?) {
    var hints = XSizeHints()
    hints.flags = Int(USPosition | USSize | PWinGravity) | (contentSize == nil ? 0 : Int(PAspect))
    (hints.x, hints.y, hints.width, hints.height) = (
      CInt(frame.x), CInt(frame.y), CInt(frame.width), CInt(frame.height)
    )
    // A pixel more or less, because the sides of a window are whole pixels.
    if let contentSize {
      hints.min_aspect.x = CInt(contentSize.width)
      hints.min_aspect.y = CInt(contentSize.height + 1)
      hints.max_aspect.x = CInt(contentSize.width + 1)
      hints.max_aspect.y = CInt(contentSize.height)
    }
    hints.win_gravity = StaticGravity
    overlay_XSetWMNormalHints(pointer, window, &hints)
  }

  /// Requests of the window manager that a window is above panels, too, while it fills the monitor.
  func requestFullScreen(_ isFullScreen: Bool, of window: Window) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = self[.state]
    event.xclient.format = 32
    // 1 adds a state and 0 removes it, at the request of an application (1).
    event.xclient.data.l = (isFullScreen ? 1 : 0, CLong(self[.fullScreen]), 0, 1, 0)
    overlay_XSendEvent(pointer, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
  }

  /// Makes the part of a window that gets clicks empty.
  private func passClicks(through window: Window) {
    let nothing = overlay_XFixesCreateRegion(pointer, nil, 0)
    let inputShape: CInt = 2  // ShapeInput (X11/extensions/shapeconst.h)
    overlay_XFixesSetWindowShapeRegion(pointer, window, inputShape, 0, 0, nothing)
    overlay_XFixesDestroyRegion(pointer, nothing)
  }
}
