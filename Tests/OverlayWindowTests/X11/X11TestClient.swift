import CX11
import OverlayRender

/// A program that sees the screen of an X server, opens windows of its own, and acts as the window manager does.
///
/// It calls the X11 library that the tests are linked with. It belongs to one thread at a time.
final class X11TestClient {
  private let display: OpaquePointer
  private let root: Window

  /// The tests go on when they end the server. Set before the handler of the library, which calls this one.
  private static let previousHandler: XIOErrorHandler? = XSetIOErrorHandler { _ in 0 }

  init?(_ name: String) {
    _ = Self.previousHandler
    guard let display = XOpenDisplay(name) else { return nil }
    self.display = display
    root = XDefaultRootWindow(display)
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  deinit { XCloseDisplay(display) }

  /// Returns the colors in a part of the screen, without alpha, row by row; of every pixel, or of every few ones.
  func pixels(_ area: PixelRect, step: Int = 1) -> [UInt32] {
    guard
      let image = XGetImage(
        display, root, CInt(area.x), CInt(area.y), CUnsignedInt(area.width), CUnsignedInt(area.height), ~0, ZPixmap)
    else { return [] }
    defer { overlay_destroy_image(image) }
    let base = UnsafeRawPointer(image.pointee.data)
    var pixels: [UInt32] = []
    for y in stride(from: 0, to: area.height, by: step) {
      for x in stride(from: 0, to: area.width, by: step) {
        let pixel = base?.load(fromByteOffset: y * Int(image.pointee.bytes_per_line) + 4 * x, as: UInt32.self)
        pixels.append((pixel ?? 0) & 0xff_ffff)
      }
    }
    return pixels
  }

  /// Returns the color of a pixel of the screen.
  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels(PixelRect(x: x, y: y, width: 1, height: 1)).first ?? 0 }

  /// Gives the screen a color.
  func paintRoot(_ color: UInt) {
    XSetWindowBackground(display, root, color)
    XClearWindow(display, root)
    XSync(display, 0)
  }

  /// Opens a window of one color.
  func openWindow(_ frame: PixelRect, _ color: UInt) -> Window {
    let window = XCreateSimpleWindow(
      display, root, CInt(frame.x), CInt(frame.y), CUnsignedInt(frame.width), CUnsignedInt(frame.height), 0, 0, color)
    var hints = XSizeHints()
    hints.flags = Int(USPosition | USSize)
    (hints.x, hints.y) = (CInt(frame.x), CInt(frame.y))
    XSetWMNormalHints(display, window, &hints)
    XSelectInput(display, window, ButtonPressMask)
    XMapRaised(display, window)
    XSync(display, 0)
    return window
  }

  /// Closes a window of this client.
  func close(_ window: Window) {
    XDestroyWindow(display, window)
    XSync(display, 0)
  }

  /// Returns whether a window of this client and its parents are mapped.
  func isViewable(_ window: Window) -> Bool {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return attributes.map_state == IsViewable
  }

  /// Returns whether a window of this client was clicked since the last call.
  func wasClicked(_ window: Window) -> Bool {
    var event = XEvent()
    return XCheckWindowEvent(display, window, ButtonPressMask, &event) != 0
  }

  /// Returns the frame of a window on the screen.
  func frame(of window: Window) -> PixelRect {
    var attributes = XWindowAttributes()
    var (x, y): (CInt, CInt) = (0, 0)
    var child: Window = 0
    XGetWindowAttributes(display, window, &attributes)
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return PixelRect(x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height))
  }

  /// Moves and resizes a window, as window managers do.
  func configure(_ window: Window, _ frame: PixelRect) {
    XMoveResizeWindow(
      display, window, CInt(frame.x), CInt(frame.y), CUnsignedInt(frame.width), CUnsignedInt(frame.height))
    XSync(display, 0)
  }

  /// Sends a message of WM_PROTOCOLS to a window.
  func send(_ message: String, to window: Window) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", 0)
    event.xclient.format = 32
    event.xclient.data.l.0 = CLong(XInternAtom(display, message, 0))
    XSendEvent(display, window, 0, 0, &event)
    XSync(display, 0)
  }

  /// Makes the server handle the requests of no other client, or of all again.
  func setAlone(_ isAlone: Bool) {
    if isAlone { XGrabServer(display) } else { XUngrabServer(display) }
    XSync(display, 0)
  }

  /// Sends a window its frame, as window managers do.
  func announce(_ frame: PixelRect, to window: Window) {
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window
    event.xconfigure.window = window
    (event.xconfigure.x, event.xconfigure.y) = (CInt(frame.x), CInt(frame.y))
    (event.xconfigure.width, event.xconfigure.height) = (CInt(frame.width), CInt(frame.height))
    XSendEvent(display, window, 0, 0, &event)
    XSync(display, 0)
  }

  /// The window that has the keyboard focus.
  var focus: Window {
    var window: Window = 0
    var revert: CInt = 0
    XGetInputFocus(display, &window, &revert)
    return window
  }

  /// Returns whether the screen has a property.
  func hasProperty(_ name: String) -> Bool {
    var (type, format): (Atom, CInt) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, root, XInternAtom(display, name, 0), 0, 1, 0, Atom(AnyPropertyType), &type, &format, &count, &rest,
      &bytes)
    if let bytes { XFree(bytes) }
    return count > 0
  }
}
