import CX11
import OverlayPictureInPicture
import OverlayRender

/// A window on an X server: its pixels, its frame, its opening and end. It belongs to the thread of the loop.
final class X11Window {
  let display: X11Display
  let surface: X11Surface
  /// The window of the server.
  let identifier: Window
  private let context: GC
  private let picture: X11Picture
  /// The background while the window opens: the first picture. The server shows it in the moment in which it shows the
  /// window. Later the background is none: a color would flash when the window grows.
  private var background: Pixmap?
  private var opening: CheckedContinuation<PictureInPictureError?, Never>?
  private var resizing: CheckedContinuation<Void, Never>?

  /// The size of the content in points, whose aspect ratio the window keeps.
  private(set) var contentSize: PixelSize
  /// The smallest size in which the content can be read, in points.
  private(set) var minimumSize: PixelSize

  /// The frame on the desktop, as far as it is known.
  private(set) var frame: PixelRect
  /// The size that was requested last.
  private var requestedSize: PixelSize?
  /// The serial number of the latest request for a frame.
  private var requestSerial: UInt = 0
  /// The frame that is not requested yet.
  var wantedFrame: PixelRect?
  /// The frame that need not be saved: it is saved already, or the user did not choose it.
  private var keptFrame: PixelRect
  /// The frame of the window manager around the window, if there is one. Positions are relative to it.
  private var parent: Window?
  /// Whether the window manager has unmapped the window, for example because it is minimized.
  private var isHidden = false

  /// What the pointer does, and has done.
  var pointer = X11Pointer()
  var zoom = WindowZoom()

  /// Creates a window with a picture; `nil` if there is no memory for it.
  init?(_ display: X11Display, _ surface: X11Surface, _ screen: X11Screen, _ sample: SampleBuffer) {
    self.display = display
    self.surface = surface
    contentSize = surface.request.preferredSize
    minimumSize = surface.request.minimumSize
    frame = surface.initialFrame
    keptFrame = frame
    guard let picture = X11Picture(display, size: frame.size, maximumSize: screen.workArea.size) else { return nil }
    self.picture = picture
    identifier = display.makeWindow(frame, isManaged: !surface.request.options.isClickThrough)
    // Copies need no events that say that the source was complete.
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let context = overlay_XCreateGC(display.pointer, identifier, UInt(GCGraphicsExposures), &values) else {
      overlay_XDestroyWindow(display.pointer, identifier)
      return nil
    }
    self.context = context
    display.setProperties(of: identifier, frame, surface.request)
    setSizeHints(frame, screen)
    if let pixels = sample.pixelBuffer {
      _ = picture.draw(pixels, Damage(pixels.format.bounds), opacity: surface.request.options.opacity)
    }
    let background = overlay_XCreatePixmap(
      display.pointer, identifier, CUnsignedInt(frame.width), CUnsignedInt(frame.height), CUnsignedInt(display.depth))
    picture.put(PixelRect(frame.size), to: background, context)
    overlay_XSetWindowBackgroundPixmap(display.pointer, identifier, background)
    self.background = background
  }

  deinit {
    if let background { overlay_XFreePixmap(display.pointer, background) }
    overlay_XFreeGC(display.pointer, context)
    overlay_XDestroyWindow(display.pointer, identifier)
  }

  // MARK: Opening and end

  /// Shows the window, and resumes a task when it is visible, or with an error.
  func map(whenVisible continuation: CheckedContinuation<PictureInPictureError?, Never>) {
    opening = continuation
    overlay_XSelectInput(display.pointer, identifier, eventMask | VisibilityChangeMask)
    overlay_XMapWindow(display.pointer, identifier)
  }

  /// Ends the opening.
  func endOpening(_ error: PictureInPictureError?) {
    guard let opening = opening.take() else { return }
    overlay_XSelectInput(display.pointer, identifier, eventMask)
    if let background = background.take() {
      overlay_XSetWindowBackgroundPixmap(display.pointer, identifier, 0)
      overlay_XFreePixmap(display.pointer, background)
    }
    opening.resume(returning: error)
  }

  /// Ends after the server has ended.
  func lose(_ error: PictureInPictureError) {
    keepFrame()
    endResizing()
    if opening == nil { surface.report(.lost(error)) } else { endOpening(error) }
  }

  /// Prepares the end of the window.
  func close() {
    keepFrame()
    endOpening(nil)
    endResizing()
    // Otherwise the background of the frame, which is black in openbox, is visible until the window manager knows that
    // there is no window in it.
    if let parent { overlay_XUnmapWindow(display.pointer, parent) }
  }

  // MARK: Pixels

  /// Shows another picture.
  func present(_ picture: PixelBuffer, _ damage: Damage) {
    self.picture.draw(picture, damage, opacity: surface.request.options.opacity).forEach { put($0) }
  }

  private func put(_ rectangle: PixelRect) { picture.put(rectangle, to: identifier, context) }

  // MARK: Events

  /// The events that the window needs. The position of the pointer wakes the process only if there are controls.
  private var eventMask: CLong {
    let options = surface.request.options
    var mask = ExposureMask | StructureNotifyMask
    if options.isClickThrough { return mask }
    mask |= ButtonPressMask | ButtonReleaseMask | Button1MotionMask
    if options.showsControls { mask |= PointerMotionMask | LeaveWindowMask | KeyPressMask | KeyReleaseMask }
    return mask
  }

  func handle(_ event: inout XEvent, _ screen: X11Screen) {
    switch event.type {
    case Expose:
      let area = event.xexpose
      put(PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
    case VisibilityNotify: endOpening(nil)
    case UnmapNotify: setHidden(true)
    case MapNotify: setHidden(false)
    case ReparentNotify: parent = event.xreparent.parent == display.root ? nil : event.xreparent.parent
    case ConfigureNotify: configured(event.xconfigure)
    case ClientMessage:
      // Other messages of the same type are WM_TAKE_FOCUS and _NET_WM_PING.
      let message = event.xclient
      if message.message_type == display[.protocols], message.data.l.0 == CLong(display[.deleteWindow]) {
        surface.report(.closedByUser)
      }
    default: handleInput(&event, screen)
    }
  }

  private func setHidden(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    self.isHidden = isHidden
    surface.report(.visibilityChanged(!isHidden))
  }

  private func configured(_ event: XConfigureEvent) {
    // The window manager sends the position on the desktop, and the server the position in the parent window.
    if event.send_event != 0 || parent == nil { (frame.x, frame.y) = (Int(event.x), Int(event.y)) }
    let size = PixelSize(Int(event.width), Int(event.height))
    // ICCCM, section 4.1.5: an event of the window manager is also the answer to a request that it refuses. One with a
    // lower serial number was sent before the request.
    let isAnswer = event.send_event != 0 && event.serial >= requestSerial
    defer { if isAnswer || size == requestedSize { endResizing() } }
    guard size != picture.size else { return }
    (frame.width, frame.height) = (size.width, size.height)
    guard picture.resize(to: size) else {
      return surface.report(.lost(.displayLost(reason: "there is no memory for a window of \(size)")))
    }
    put(PixelRect(size))
    surface.report(.resized(size))
  }

  // MARK: Frame

  /// Corrects the position with an event of the pointer or the keyboard, which has both coordinates of the same point.
  func locate(x: CInt, y: CInt, onDesktop desktopX: CInt, _ desktopY: CInt) {
    (frame.x, frame.y) = (Int(desktopX - x), Int(desktopY - y))
  }

  /// Does what several events have requested together.
  func finishEvents() {
    if let wanted = wantedFrame.take() { request(wanted) }
    if let position = pointer.position.take() { surface.report(.pointerMoved(x: position.x, y: position.y)) }
  }

  private func request(_ frame: PixelRect) {
    guard frame != self.frame else { return }
    requestedSize = frame.size
    requestSerial = overlay_XNextRequest(display.pointer)
    (self.frame.x, self.frame.y) = (frame.x, frame.y)
    overlay_XMoveResizeWindow(
      display.pointer, identifier, CInt(frame.x), CInt(frame.y), CUnsignedInt(frame.width), CUnsignedInt(frame.height))
  }

  /// Moves the window to a frame that the user has chosen, and remembers it.
  func settle(at frame: PixelRect) {
    wantedFrame = frame
    keepFrame(frame)
  }

  /// Moves the window to a monitor that is still there.
  func returnToScreen(_ screen: X11Screen) {
    keepFrame()
    let geometry = geometry(screen)
    zoom.adapt { geometry.restoredFrame($0) }
    keptFrame = zoom.frameBeforeFullScreen ?? geometry.restoredFrame(frame)
    request(zoom.isFullScreen ? screen.monitor(at: frame) : keptFrame)
  }

  /// Takes the aspect ratio of other content, in a size in which it can be read. Returns whether the window needs
  /// another size for that.
  func setContentSize(_ size: PixelSize, minimum: PixelSize, _ screen: X11Screen) -> Bool {
    let hasOtherSize = size != contentSize
    (contentSize, minimumSize) = (size, minimum)
    let geometry = geometry(screen)
    guard hasOtherSize || geometry.isTooSmall(zoom.frameBeforeFullScreen ?? frame) else { return false }
    keepFrame()
    (pointer.drag, wantedFrame) = (nil, nil)
    zoom.adapt { geometry.adapted($0) }
    keptFrame = zoom.frameBeforeFullScreen ?? geometry.adapted(frame)
    guard !zoom.isFullScreen else { return false }
    // The window manager would keep the previous aspect ratio.
    setSizeHints(keptFrame, screen)
    request(keptFrame)
    return keptFrame.size != frame.size
  }

  /// Sets the aspect ratio that the window manager keeps, unless the window has another one.
  func setSizeHints(_ frame: PixelRect, _ screen: X11Screen) {
    let keepsAspectRatio = !zoom.isFullScreen && geometry(screen).hasAspectRatio(frame.size)
    display.setSizeHints(of: identifier, frame, keepsAspectRatio ? contentSize : nil)
  }

  /// Resumes a task when the requested size is answered.
  func wait(untilResized continuation: CheckedContinuation<Void, Never>) { resizing = continuation }

  /// Ends the wait for another size.
  func endResizing() { resizing.take()?.resume() }

  private func keepFrame(_ frame: PixelRect? = nil) {
    let frame = frame ?? zoom.frameBeforeFullScreen ?? self.frame
    guard frame != keptFrame, let name = surface.request.options.autosaveName else { return }
    keptFrame = frame
    surface.rememberedFrames.remember(
      RememberedFrame(frame: frame, contentSize: contentSize), named: name)
  }
}
