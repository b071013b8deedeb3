import CWayland
import OverlayRender

/// A window on a layer above everything else (`zwlr_layer_surface_v1`).
///
/// Its place is kept in points of the part of the screen that is free of panels. The compositor reports the size of
/// that part before the window has a picture. A new size is shown together with the next picture, so the window never
/// contains anything else.
final class WaylandWindow {
  /// What was done to show the window.
  enum Stage: Comparable {
    /// It has no surface.
    case closed
    /// The compositor was asked for the size of the free part of the screen.
    case measuring
    /// The compositor was asked for the place of the window.
    case placing
    /// A picture can be shown.
    case ready
    /// A picture was shown.
    case shown
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let surfaceListener = WaylandListener.permanent(
    wl_surface_listener(
      enter: { data, _, output in WaylandListener.owner(data, as: WaylandWindow.self)?.entered(output) },
      leave: { data, _, output in WaylandListener.owner(data, as: WaylandWindow.self)?.left(output) }))

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let layerListener = WaylandListener.permanent(
    zwlr_layer_surface_v1_listener(
      configure: { data, _, serial, width, height in
        WaylandListener.owner(data, as: WaylandWindow.self)?
          .configure(serial, PixelSize(Int(width), Int(height)))
      },
      closed: { data, _ in WaylandListener.owner(data, as: WaylandWindow.self)?.closedByCompositor() }))

  let request: PictureInPictureSurfaceRequest
  private let registry: WaylandRegistry
  private let placement: WaylandPlacement
  /// The size and the scale that the owner of the surface sees.
  private let extent: WaylandExtent
  private var display: WaylandDisplay { registry.display }

  private(set) var stage = Stage.closed
  /// Why the window cannot be shown.
  private(set) var failure: PictureInPictureError?
  /// Whether the first picture is visible.
  private(set) var isVisible = false
  /// The number of changes that a task may wait for.
  private(set) var changeCount = 0
  /// The task that waits for a change of the window.
  private var waiter: CheckedContinuation<Void, Never>?

  private var surface: OpaquePointer?
  private var layerSurface: OpaquePointer?
  /// Stretches pictures in pixels to the size in points (`wp_viewport`).
  private var viewport: OpaquePointer?
  private var answer: WaylandCallback?
  private var buffers: WaylandBuffers?
  /// The names in the registry of the screens that show the window. No event follows for a screen that is removed.
  private var outputNames: [UInt32] = []

  /// The free part of the screen, and the size of the content.
  private(set) var geometry: WindowGeometry
  /// The place of the window, which the next picture shows.
  var frame: PixelRect
  /// The number of pixels per point.
  private(set) var scale: Double
  /// What the compositor was asked for.
  private var shown: (frame: PixelRect, scale: Double)?
  /// The size of the free part that the compositor reported, until it is known which screen that part belongs to.
  private var reportedFreeSize: PixelSize?
  /// The difference between the screen and its free part.
  private var panels = PixelSize(0, 0)
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
    scale = placement.screen.scale
  }

  deinit {
    destroy()
  }

  /// Returns the window of a surface.
  static func window(of surface: OpaquePointer?) -> WaylandWindow? {
    surface.flatMap { WaylandListener.owner(overlay_wl_proxy_get_user_data($0), as: WaylandWindow.self) }
  }

  // MARK: - Opening and closing

  /// Asks the compositor for the size of the free part of the screen.
  func open() {
    let options = request.options
    guard let surface = wl_compositor_create_surface(registry.compositor),
      let layerSurface = zwlr_layer_shell_v1_get_layer_surface(
        registry.layerShell, surface, placement.output(in: registry), ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue,
        "picture-in-picture"),
      let viewport = wp_viewporter_get_viewport(registry.viewporter, surface)
    else { return lose(.displayLost(reason: "the compositor creates no surface")) }
    (self.surface, self.layerSurface, self.viewport) = (surface, layerSurface, viewport)
    let this = Unmanaged.passUnretained(self).toOpaque()
    wl_surface_add_listener(surface, Self.surfaceListener, this)
    zwlr_layer_surface_v1_add_listener(layerSurface, Self.layerListener, this)
    if options.isClickThrough {
      let nothing = wl_compositor_create_region(registry.compositor)
      wl_surface_set_input_region(surface, nothing)
      wl_region_destroy(nothing)
    } else if options.showsControls, overlay_wl_proxy_get_version(layerSurface) >= 4 {
      zwlr_layer_surface_v1_set_keyboard_interactivity(
        layerSurface, ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_ON_DEMAND.rawValue)
    }
    // Between all edges, the surface is as large as the free part of the screen. Its exclusive zone is 0, the default:
    // it stays clear of panels, and its margins count from the edges of the free part.
    let edges =
      ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue
      | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM.rawValue | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT.rawValue
    zwlr_layer_surface_v1_set_anchor(layerSurface, edges)
    wl_surface_commit(surface)
    stage = .measuring
  }

  private func configure(_ serial: UInt32, _ size: PixelSize) {
    zwlr_layer_surface_v1_ack_configure(layerSurface, serial)
    switch stage {
    case .measuring: place(in: size)
    // An answer to the question for the free part may come twice.
    case .placing where size != geometry.workArea.size: becomeReady()
    case .closed, .placing, .ready, .shown: break
    }
  }

  /// Places the window in the free part of the screen.
  private func place(in free: PixelSize) {
    let sides = 1...WaylandOutput.maximumSide
    if sides.contains(free.width), sides.contains(free.height) {
      reportedFreeSize = free
      geometry.workArea = PixelRect(free)
      frame = shown == nil ? placement.frame(in: geometry) : geometry.restoredFrame(frame)
    }
    zwlr_layer_surface_v1_set_anchor(
      layerSurface, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue)
    requestFrame()
    wl_surface_commit(surface)
    stage = .placing
    // No answer follows if nothing has changed.
    if frame.size == free { becomeReady() }
  }

  private func becomeReady() {
    stage = .ready
    // A window that opens again shows what it showed before.
    if let buffer = buffers?.latest, buffer.pixels.size == pixelSize {
      show(buffer, Damage(PixelRect(pixelSize)))
    }
    resume()
  }

  /// The compositor closes the window when its screen is unplugged. The window opens on another screen, if there is
  /// one.
  private func closedByCompositor() {
    let wasShown = stage == .shown
    destroy()
    let error = PictureInPictureError.displayLost(reason: "the compositor closed the window")
    guard wasShown else { return lose(error) }
    // The screen may go after the window.
    answer = display.afterEarlierRequests { [weak self] in
      guard let self else { return }
      if registry.outputs.isEmpty { lose(error) } else { open() }
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
    destroy()
    buffers = nil
    isVisible = false
    resume()
  }

  /// Destroys the surface. The pictures stay.
  private func destroy() {
    stage = .closed
    pointerLeft()
    answer = nil
    outputNames = []
    (reportedFreeSize, panels) = (nil, PixelSize(0, 0))
    viewport.take().map { wp_viewport_destroy($0) }
    layerSurface.take().map { zwlr_layer_surface_v1_destroy($0) }
    surface.take().map { wl_surface_destroy($0) }
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
    guard stage >= .ready, let sharedMemory = registry.sharedMemory else { return false }
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
    if shown?.frame != frame { requestFrame() }
    wp_viewport_set_destination(viewport, Int32(frame.width), Int32(frame.height))
    shown = (frame, scale)
    wl_surface_attach(surface, buffer.buffer, 0, 0)
    damage.forEach {
      wl_surface_damage_buffer(surface, Int32($0.x), Int32($0.y), Int32($0.width), Int32($0.height))
    }
    buffer.isBusy = true
    if stage == .ready {
      stage = .shown
      // The compositor asks for the next picture when it shows this one.
      answer = WaylandCallback(wl_surface_frame(surface), on: display) { [weak self] in self?.becomeVisible() }
    }
    wl_surface_commit(surface)
  }

  private func becomeVisible() {
    isVisible = true
    resume()
  }

  private func requestFrame() {
    zwlr_layer_surface_v1_set_size(layerSurface, UInt32(frame.width), UInt32(frame.height))
    zwlr_layer_surface_v1_set_margin(layerSurface, Int32(frame.y), 0, 0, Int32(frame.x))
  }

  // MARK: - Place

  /// Reports a new size, and moves the window to a new place. Called when all events were handled.
  func settle() {
    if extent.update(pixelSize, scale) { request.onEvent(.resized(pixelSize)) }
    guard stage == .shown, let shown, shown.scale == scale, shown.frame.size == frame.size, shown.frame != frame else {
      return
    }
    requestFrame()
    wl_surface_commit(surface)
    self.shown = (frame, scale)
  }

  /// Takes the aspect ratio of other content. The new size is shown together with the next picture.
  func setContentSize(_ size: PixelSize) {
    guard size != geometry.contentSize else { return }
    geometry.contentSize = size
    (drag, lastPress, zoom) = (nil, nil, WindowZoom())
    frame = geometry.adapted(frame)
    settle()
  }

  /// Remembers the place of the window.
  func remember() {
    guard let name = request.options.autosaveName else { return }
    let frame = frame.offsetBy(dx: screen.frame.x, dy: screen.frame.y)
    placement.frames.remember(RememberedFrame(frame: frame, contentSize: geometry.contentSize), named: name)
  }

  /// The screen that shows the window; `nil` if none is known.
  private var shownScreen: WaylandScreen? { outputNames.compactMap { registry.outputs[$0] }.last?.screen }
  private var screen: WaylandScreen { shownScreen ?? placement.screen }

  /// Where the pointer can be, in points of the free part of the screen. It is not known on which sides panels are.
  var pointerBounds: PixelRect {
    registry.screens.reduce(PixelRect.zero) { $0.union($1.frame) }
      .offsetBy(dx: -screen.frame.x, dy: -screen.frame.y).insetBy(dx: -panels.width, dy: -panels.height)
  }

  private func entered(_ output: OpaquePointer?) {
    guard let name = name(of: output) else { return }
    outputNames.append(name)
    // Only now is it known which screen the compositor has chosen.
    if let free = reportedFreeSize.take() {
      let size = screen.frame.size
      panels = PixelSize(max(size.width - free.width, 0), max(size.height - free.height, 0))
    }
    screensChanged()
  }

  private func left(_ output: OpaquePointer?) {
    let name = name(of: output)
    outputNames.removeAll { $0 == name }
  }

  private func name(of output: OpaquePointer?) -> UInt32? { registry.outputs.first { $0.value.output == output }?.key }

  /// Follows the size and the scale of the screen.
  func screensChanged() {
    guard stage == .shown, let screen = shownScreen else { return }
    scale = screen.scale
    let free = PixelSize(screen.frame.width - panels.width, screen.frame.height - panels.height)
    guard free.width > 0, free.height > 0, free != geometry.workArea.size else { return }
    geometry.workArea = PixelRect(free)
    frame = geometry.restoredFrame(frame)
  }
}
