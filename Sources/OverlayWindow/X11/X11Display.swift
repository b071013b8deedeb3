import CX11
import Glibc
import OverlayPictureInPicture
import OverlayRender

/// A connection to an X server, with what all windows share: atoms, the visual, the state of the screen.
///
/// It belongs to one thread at a time.
final class X11Display {
  /// The names of properties and messages (Extended Window Manager Hints, and ICCCM).
  enum AtomName: String, CaseIterable {
    case deleteWindow = "WM_DELETE_WINDOW"
    case wmClass = "WM_CLASS"
    case wmName = "WM_NAME"
    case motifHints = "_MOTIF_WM_HINTS"
    case name = "_NET_WM_NAME"
    case processIdentifier = "_NET_WM_PID"
    case desktop = "_NET_WM_DESKTOP"
    case userTime = "_NET_WM_USER_TIME"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case utilityType = "_NET_WM_WINDOW_TYPE_UTILITY"
    case state = "_NET_WM_STATE"
    case above = "_NET_WM_STATE_ABOVE"
    case sticky = "_NET_WM_STATE_STICKY"
    case skipTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
    case skipPager = "_NET_WM_STATE_SKIP_PAGER"
    case fullScreen = "_NET_WM_STATE_FULLSCREEN"
    case protocols = "WM_PROTOCOLS"
    case workArea = "_NET_WORKAREA"
    case currentDesktop = "_NET_CURRENT_DESKTOP"
    case windowManagerCheck = "_NET_SUPPORTING_WM_CHECK"
    case string = "STRING"
    case utf8String = "UTF8_STRING"
    case atom = "ATOM"
    case cardinal = "CARDINAL"
  }

  /// Closes the connection at its end.
  private struct Connection: ~Copyable {
    let pointer: OpaquePointer

    deinit {
      overlay_XCloseDisplay(pointer)
      X11Errors.forget(pointer)
    }
  }

  private let connection: Connection
  /// The connection for the functions of Xlib.
  var pointer: OpaquePointer { connection.pointer }
  /// The name of the server, such as ":0".
  let name: String
  /// The window that fills the screen.
  let root: Window
  /// The visual with transparency if there is one, else the default one.
  let visual: UnsafeMutablePointer<Visual>
  /// The number of bits of a pixel that have a meaning: 32 with transparency, else 24.
  let depth: CInt
  /// The colormap that a window with this visual needs.
  let colormap: Colormap
  /// The first event number of RandR; `nil` if the server does not have it.
  let randrEvents: CInt?
  /// Whether the server has version 1.5 of RandR, which knows monitors.
  let hasMonitors: Bool
  private var atoms: [AtomName: Atom] = [:]
  private var cursors: [CUnsignedInt: Cursor] = [:]

  /// Connects to a server.
  ///
  /// - Parameter name: The name of the server; `nil` for `$DISPLAY`.
  /// - Throws: `PictureInPictureError.notSupported` if that fails, or the server lacks what windows need.
  init(_ name: String?) throws(PictureInPictureError) {
    if let message = overlay_x11_load() {
      throw .notSupported(reason: "the X11 libraries cannot be loaded: \(String(cString: message))")
    }
    // The function returns the name that it gets, whose memory is gone then.
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? String(cString: overlay_XDisplayName(nil))
    guard !self.name.isEmpty else { throw .notSupported(reason: "there is no display: DISPLAY is not set") }
    guard let pointer = overlay_XOpenDisplay(self.name) else {
      throw .notSupported(reason: "the X server \(self.name) does not answer: check DISPLAY and XAUTHORITY")
    }
    X11Errors.watch(pointer)
    connection = Connection(pointer: pointer)
    let screen = overlay_XDefaultScreen(pointer)
    root = overlay_XDefaultRootWindow(pointer)
    var info = XVisualInfo()
    if overlay_XMatchVisualInfo(pointer, screen, 32, TrueColor, &info) != 0 {
      (visual, depth) = (info.visual, 32)
    } else {
      (visual, depth) = (overlay_XDefaultVisual(pointer, screen), overlay_XDefaultDepth(pointer, screen))
    }
    colormap = overlay_XCreateColormap(pointer, root, visual, AllocNone)
    var (events, errors): (CInt, CInt) = (0, 0)
    var (major, minor): (CInt, CInt) = (1, 5)
    let hasRandR = overlay_XRRQueryExtension(pointer, &events, &errors) != 0
    randrEvents = hasRandR ? events : nil
    hasMonitors = hasRandR && overlay_XRRQueryVersion(pointer, &major, &minor) != 0 && (major, minor) >= (1, 5)
    try check(overlay_XFixesQueryExtension(pointer, &events, &errors) != 0, "the XFIXES extension")
    try check(overlay_XShmQueryExtension(pointer) != 0, "the MIT-SHM extension")
    try check(
      visual.pointee.has8BitChannels && overlay_XImageByteOrder(pointer) == LSBFirst, "8-bit red, green and blue")
    // Servers on other machines have the extension, too, but fail to use it.
    guard X11Picture(self, size: PixelSize(1, 1)) != nil else {
      throw .notSupported(reason: "the X server \(self.name) does not share memory with this machine: run it there")
    }
    internAtoms()
    if randrEvents != nil { overlay_XRRSelectInput(pointer, root, CInt(RRScreenChangeNotifyMask)) }
  }

  private func check(_ condition: Bool, _ need: String) throws(PictureInPictureError) {
    if !condition { throw .notSupported(reason: "the X server \(name) does not have \(need)") }
  }

  /// Gets all atoms with one request.
  private func internAtoms() {
    var names = AtomName.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    var values = [Atom](repeating: 0, count: names.count)
    overlay_XInternAtoms(pointer, &names, CInt(names.count), 0, &values)
    atoms = Dictionary(uniqueKeysWithValues: zip(AtomName.allCases, values))
  }

  subscript(name: AtomName) -> Atom { atoms[name] ?? 0 }

  /// Whether the server has ended the connection.
  var isLost: Bool { X11Errors.isConnectionLost(pointer) }

  /// Waits until the server has carried out all requests.
  func synchronize() { overlay_XSync(pointer, 0) }

  /// Returns a cursor of X's own font (X11/cursorfont.h).
  func cursor(_ shape: CInt) -> Cursor {
    let shape = CUnsignedInt(shape)
    if let cursor = cursors[shape] { return cursor }
    let cursor = overlay_XCreateFontCursor(pointer, shape)
    cursors[shape] = cursor
    return cursor
  }

  // MARK: Properties

  /// Sets a property of 32-bit values.
  func setProperty(_ property: AtomName, of window: Window, _ type: AtomName, _ values: [UInt]) {
    // Xlib takes 32-bit values as `long`.
    values.withUnsafeBytes { bytes in
      _ = overlay_XChangeProperty(
        pointer, window, self[property], self[type], 32, PropModeReplace,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(values.count))
    }
  }

  /// Sets a property of text.
  func setProperty(_ property: AtomName, of window: Window, _ type: AtomName, _ text: String) {
    let bytes = Array(text.utf8)
    overlay_XChangeProperty(pointer, window, self[property], self[type], 8, PropModeReplace, bytes, CInt(bytes.count))
  }

  /// Returns the 32-bit values of a property of the root window, at most 1024; none if it is not set.
  func rootProperty(_ property: AtomName) -> [Int] {
    var (type, format): (Atom, CInt) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    overlay_XGetWindowProperty(
      pointer, root, self[property], 0, 1024, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &bytes)
    guard let bytes else { return [] }
    defer { overlay_XFree(bytes) }
    guard format == 32 else { return [] }
    return bytes.withMemoryRebound(to: Int.self, capacity: Int(count)) { values in
      (0..<Int(count)).map { values[$0] }
    }
  }
}

extension Visual {
  fileprivate var has8BitChannels: Bool { red_mask == 0xff0000 && green_mask == 0xff00 && blue_mask == 0xff }
}
