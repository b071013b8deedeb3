import CWayland
import OverlayPictureInPicture
import OverlayRender

/// A window above everything else on a Wayland compositor.
///
/// Its place is kept in points of the part of the screen that is free of panels. A new size is shown together with the
/// next picture, so the window never contains anything else. A window that moves to another screen gets another surface
/// there.
final class WaylandWindow {
  /// How often a window that the compositor closes opens again before it shows a picture.
  private static let reopeningLimit = 8

  let request: PictureInPictureSurfaceRequest
  let registry: WaylandRegistry
  private let placement: WaylandPlacement
  /// The size and the scale that the owner of the surface sees.
  private let extent: WaylandExtent
  private var display: WaylandDisplay { registry.display }

  /// Why the window cannot be shown.
  private(set) var failure: PictureInPictureError?
  /// Whether the first picture is visible.
  private(set) var isVisible = false
  /// The number of changes that a task may wait for.
  private(set) var changeCount = 0
  /// The task that waits for a change of the window.
  private var waiter: CheckedContinuation<Void, Never>?

  /// The surface that shows the window, or will be the first one; `nil` while the window is closed or opens again.
  private(set) var layer: WaylandLayer?
  /// The surface on the screen to which the window moves, until it can show a picture.
  var nextLayer: WaylandLayer?
  /// The surface at which the button was pressed, if the window is on another one since then.
  private var pressedLayer: WaylandLayer?
  private var answer: WaylandCallback?
  private var reopeningCount = 0
  private var buffers: WaylandBuffers?

  /// The free part of the screen, and the size of the content.
  var geometry: WindowGeometry
  /// The place of the window, which the next picture shows.
  var frame: PixelRect
  /// The frame of the screen in whose coordinates the place is.
  var screenFrame: PixelRect
  /// The number of pixels per point.
  private(set) var scale: Double
  var drag: WaylandDrag?
  var zoom = WindowZoom()
  /// Where the pointer is, in points of the window; `nil` if it is elsewhere.
  var pointer: (x: Double, y: Double)?
  var isPressedOnControl = false
  /// The time of the last press that moved nothing, in milliseconds.
  var lastPress: UInt32?

  init(
    _ request: PictureInPictureSurfaceRequest, _ placement: WaylandPlacement, _ extent: WaylandExtent,
    _ registry: WaylandRegistry
  ) {
    self.request = request
    self.placement = placement
    self.extent = extent
    self.registry = registry
    geometry = placement.geometry
    frame = placement.frame(in: geometry)
    screenFrame = placement.screen.frame
    scale = placement.screen.scale
  }

  // MARK: - Opening and closing

  /// Whether the window has a surface.
  var isOpen: Bool { layer != nil || nextLayer != nil }

  /// Whether a picture was shown.
  var isShown: Bool { layer?.stage == .shown }

  /// Asks the compositor for the size of the free part of the screen.
  func open() {
    layer = WaylandLayer(of: self, on: placement.screenName(in: registry), registry)
    if layer == nil { lose(.displayLost(reason: "the compositor creates no surface")) }
  }

  /// Returns the frame for a surface, whose free part of the screen is known.
  func frame(for layer: WaylandLayer) -> PixelRect {
    if let free = layer.freeSize { geometry.workArea = PixelRect(free) }
    if drag != nil {
      drag?.setGeometry(geometry, pointerBounds: pointerBounds)
      frame = drag?.frame ?? frame
    } else {
      frame = buffers == nil ? placement.frame(in: geometry) : geometry.restoredFrame(frame)
    }
    return frame
  }

  /// A surface can show pictures. The window is on it from now on.
  func becameReady(_ layer: WaylandLayer) {
    let previous = layer === nextLayer ? self.layer : nil
    if layer === nextLayer { (self.layer, nextLayer) = (layer, nil) }
    // A window that opens again, or elsewhere, shows what it showed before, until a picture in its size follows.
    if let buffer = buffers?.latest { show(buffer, Damage(PixelRect(buffer.pixels.size))) }
    if drag != nil, pressedLayer == nil, let previous {
      previous.hide()
      pressedLayer = previous
    }
    screensChanged()
    resume()
  }

  /// Lets go of the surface at which the button was pressed.
  func releasePressedLayer() { pressedLayer = nil }

  /// The compositor has closed a surface, for example because its screen is switched off.
  func closed(_ layer: WaylandLayer) {
    switch layer {
    case pressedLayer:
      pressedLayer = nil
      endDrag()
    case nextLayer:
      nextLayer = nil
      if self.layer == nil { reopen() } else { changeScreen() }
    default:
      self.layer = nil
      // A window that moves to another screen opens there.
      if nextLayer == nil { reopen() } else { endDrag() }
    }
  }

  /// Opens the window on another screen, if there is one.
  private func reopen() {
    leaveClosedScreen()
    reopeningCount += 1
    // The screen may go after the window.
    answer = display.afterEarlierRequests { [weak self] in
      guard let self else { return }
      if registry.outputs.isEmpty || reopeningCount > Self.reopeningLimit {
        lose(.displayLost(reason: "the compositor closed the window"))
      } else {
        open()
      }
    }
  }

  /// Closes the window because of an error.
  func lose(_ error: PictureInPictureError) {
    let wasVisible = isVisible
    close()
    failure = error
    resume()
    if wasVisible { request.onEvent(.lost(error)) }
  }

  /// Closes the window.
  func close() {
    pointerLeft()
    (layer, nextLayer, pressedLayer, answer, buffers) = (nil, nil, nil, nil, nil)
    isVisible = false
    resume()
  }

  /// Lets the task that waits look at the window again.
  func resume() {
    changeCount += 1
    waiter.take()?.resume()
  }

  /// Resumes a task after a change, or at once if the number of changes is another one already.
  func resume(_ task: CheckedContinuation<Void, Never>, afterChange count: Int) {
    assert(EventLoop.shared.isIsolatingCurrentContext() == true, "A window belongs to the thread of the windows")
    if changeCount == count { waiter = task } else { task.resume() }
  }

  // MARK: - Pictures

  /// The size of the window's pictures.
  private var pixelSize: PixelSize { frame.size.scaled(by: scale) }

  /// Shows a picture. Returns whether it is shown, or can never be; otherwise the window must change first.
  func show(_ sample: SampleBuffer) -> Bool {
    guard failure == nil, let picture = sample.pixelBuffer else { return true }
    guard let layer, layer.stage >= .ready, let sharedMemory = registry.sharedMemory else { return false }
    let buffers = buffers ?? WaylandBuffers(sharedMemory, on: display) { [weak self] in self?.resume() }
    self.buffers = buffers
    guard
      let (buffer, damage) = buffers.draw(picture, sample.damage, size: pixelSize, opacity: request.options.opacity)
    else { return false }
    show(buffer, damage)
    return true
  }

  /// Prepares for the picture that follows one that is shown.
  func prepareNext(after sample: SampleBuffer) {
    guard failure == nil, let picture = sample.pixelBuffer else { return }
    buffers?.prepareNext(picture, opacity: request.options.opacity)
  }

  private func show(_ buffer: WaylandBuffer, _ damage: Damage) {
    guard let layer else { return }
    // The frame may be on another screen already.
    let frame = nextLayer == nil ? frame : layer.shown?.frame ?? frame
    layer.show(buffer, damage, at: frame, scale: scale, isFullScreen: zoom.isFullScreen) { [weak self] in
      self?.becomeVisible()
    }
  }

  private func becomeVisible() {
    isVisible = true
    reopeningCount = 0
    resume()
  }

  // MARK: - Place

  /// Reports a new size, and moves the window to a new place. Called when all events were handled.
  func settle() {
    if extent.update(pixelSize, scale) { request.onEvent(.resized(pixelSize)) }
    guard nextLayer == nil, let layer, let shown = layer.shown, shown.scale == scale, shown.frame.size == frame.size
    else { return }
    layer.move(to: frame, isFullScreen: zoom.isFullScreen)
  }

  /// Takes the aspect ratio of other content, in a size in which it can be read. The new size is shown together with
  /// the next picture.
  func setContentSize(_ size: PixelSize, minimum: PixelSize) {
    let hasOtherSize = size != geometry.contentSize
    (geometry.contentSize, geometry.minimumSize) = (size, minimum)
    guard hasOtherSize || geometry.isTooSmall(zoom.frameBeforeFullScreen ?? frame) else { return }
    (drag, lastPress) = (nil, nil)
    let geometry = geometry
    zoom.adapt { geometry.adapted($0) }
    if !zoom.isFullScreen { frame = geometry.adapted(frame) }
    settle()
  }

  /// Remembers the place of the window.
  func remember() {
    guard let name = request.options.autosaveName else { return }
    let frame = (zoom.frameBeforeFullScreen ?? frame).offsetBy(dx: screen.frame.x, dy: screen.frame.y)
    placement.frames.remember(RememberedFrame(frame: frame, contentSize: geometry.contentSize), named: name)
  }

  /// The screen of the window, or the one to which it moves.
  var screen: WaylandScreen { (nextLayer ?? layer)?.screen ?? placement.screen }

  /// Follows the size and the scale of the screen.
  func screensChanged() {
    guard nextLayer == nil, let layer, layer.stage == .shown, let screen = layer.screen else { return }
    (scale, screenFrame) = (screen.scale, screen.frame)
    if zoom.isFullScreen { frame = PixelRect(screen.frame.size) }
    guard let workArea = layer.workArea, workArea != geometry.workArea else { return }
    geometry.workArea = workArea
    let geometry = geometry
    zoom.adapt { geometry.restoredFrame($0) }
    if !zoom.isFullScreen { frame = geometry.restoredFrame(frame) }
  }
}

/// Matches a surface in a pattern by its identity.
private func ~= (layer: WaylandLayer?, value: WaylandLayer) -> Bool { layer === value }
