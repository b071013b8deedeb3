import CWayland
import Glibc
import OverlayRender

/// A surface on a layer above everything else (`zwlr_layer_surface_v1`). It belongs to one screen.
///
/// Before it has a picture, it is between all edges, so that the compositor reports the size of the part of the screen
/// that is free of panels. Then it gets its place in that part.
final class WaylandLayer {
  /// What was done to show the surface.
  enum Stage: Comparable {
    /// The compositor was asked for the size of the free part of the screen.
    case measuring
    /// The compositor was asked for the place of the surface.
    case placing
    /// A picture can be shown.
    case ready
    /// A picture was shown.
    case shown
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let surfaceListener = WaylandListener.permanent(wl_surface_listener()) {
    $0.enter = { data, _, output in WaylandListener.owner(data, as: WaylandLayer.self)?.entered(output) }
    $0.leave = { data, _, output in WaylandListener.owner(data, as: WaylandLayer.self)?.left(output) }
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let layerListener = WaylandListener.permanent(zwlr_layer_surface_v1_listener()) {
    $0.configure = { data, _, serial, width, height in
      WaylandListener.owner(data, as: WaylandLayer.self)?.configure(serial, PixelSize(Int(width), Int(height)))
    }
    $0.closed = { data, _ in
      guard let layer = WaylandListener.owner(data, as: WaylandLayer.self) else { return }
      layer.window.closed(layer)
    }
  }

  /// The window, which owns the surface.
  private unowned let window: WaylandWindow
  private let registry: WaylandRegistry
  private let surface: OpaquePointer
  private let layerSurface: OpaquePointer
  /// Stretches pictures in pixels to the size in points (`wp_viewport`).
  private let viewport: OpaquePointer
  private var answer: WaylandCallback?
  private var transparentBuffer: OpaquePointer?
  private(set) var stage = Stage.measuring
  /// What the compositor was asked for.
  private(set) var shown: (frame: PixelRect, scale: Double, isFullScreen: Bool)?
  /// The name in the registry of the screen that was requested; `nil` if the compositor chooses one.
  private let requestedScreen: UInt32?
  /// The names of the screens that show the surface. No event follows for a screen that is removed.
  private var enteredScreens: [UInt32] = []
  private var hasEntered = false
  /// The size of the free part of the screen, in points; `nil` if it is not known.
  private(set) var freeSize: PixelSize?
  /// The difference between the screen and its free part.
  private(set) var panels = PixelSize(0, 0)

  /// Creates a surface without a picture; `nil` if the compositor creates none.
  ///
  /// - Parameter screen: The name in the registry of the screen; `nil` to let the compositor choose one.
  init?(of window: WaylandWindow, on screen: UInt32?, _ registry: WaylandRegistry) {
    guard let surface = wl_compositor_create_surface(registry.compositor) else { return nil }
    guard
      let layerSurface = zwlr_layer_shell_v1_get_layer_surface(
        registry.layerShell, surface, screen.flatMap { registry.outputs[$0]?.output },
        ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue, ProgramName.current)
    else {
      wl_surface_destroy(surface)
      return nil
    }
    guard let viewport = wp_viewporter_get_viewport(registry.viewporter, surface) else {
      zwlr_layer_surface_v1_destroy(layerSurface)
      wl_surface_destroy(surface)
      return nil
    }
    self.window = window
    self.registry = registry
    (self.surface, self.layerSurface, self.viewport) = (surface, layerSurface, viewport)
    requestedScreen = screen
    let this = Unmanaged.passUnretained(self).toOpaque()
    wl_surface_add_listener(surface, Self.surfaceListener, this)
    zwlr_layer_surface_v1_add_listener(layerSurface, Self.layerListener, this)
    let options = window.request.options
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
  }

  deinit {
    transparentBuffer.map { wl_buffer_destroy($0) }
    wp_viewport_destroy(viewport)
    zwlr_layer_surface_v1_destroy(layerSurface)
    wl_surface_destroy(surface)
  }

  /// Returns the window of a surface.
  static func window(of surface: OpaquePointer?) -> WaylandWindow? {
    surface.flatMap { WaylandListener.owner(overlay_wl_proxy_get_user_data($0), as: WaylandLayer.self) }?.window
  }

  // MARK: - Place

  private func configure(_ serial: UInt32, _ size: PixelSize) {
    zwlr_layer_surface_v1_ack_configure(layerSurface, serial)
    switch stage {
    case .measuring: measured(size)
    // An answer to the question for the free part may come twice.
    case .placing where size != freeSize: becomeReady()
    case .placing, .ready, .shown: break
    }
  }

  /// Places the surface in the free part of the screen.
  private func measured(_ free: PixelSize) {
    let sides = 1...WaylandOutput.maximumSide
    if sides.contains(free.width), sides.contains(free.height) {
      freeSize = free
      updatePanels()
    }
    let frame = window.frame(for: self)
    zwlr_layer_surface_v1_set_anchor(
      layerSurface, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue)
    request(frame, isFullScreen: false)
    wl_surface_commit(surface)
    stage = .placing
    // No answer follows if nothing has changed.
    if frame.size == free { becomeReady() }
  }

  private func becomeReady() {
    stage = .ready
    window.becameReady(self)
  }

  private func request(_ frame: PixelRect, isFullScreen: Bool) {
    // With an exclusive zone of -1, the margins count from the edges of the screen, and panels are covered.
    zwlr_layer_surface_v1_set_exclusive_zone(layerSurface, isFullScreen ? -1 : 0)
    zwlr_layer_surface_v1_set_size(layerSurface, UInt32(frame.width), UInt32(frame.height))
    zwlr_layer_surface_v1_set_margin(layerSurface, Int32(frame.y), 0, 0, Int32(frame.x))
  }

  /// Damages the frame that the surface leaves. sway 1.7 draws it again without that only on a screen at the origin of
  /// the desktop.
  private func damageShownFrame() {
    guard shown != nil else { return }
    wl_surface_damage_buffer(surface, 0, 0, .max, .max)
    wl_surface_commit(surface)
  }

  /// Moves the picture that is shown.
  func move(to frame: PixelRect, isFullScreen: Bool) {
    guard let shown, shown.frame != frame || shown.isFullScreen != isFullScreen else { return }
    damageShownFrame()
    request(frame, isFullScreen: isFullScreen)
    wl_surface_commit(surface)
    self.shown = (frame, shown.scale, isFullScreen)
  }

  // MARK: - Pictures

  /// Shows a picture. If it is the first one, an action is called when it is visible.
  func show(
    _ buffer: WaylandBuffer, _ damage: Damage, at frame: PixelRect, scale: Double, isFullScreen: Bool,
    whenVisible: @escaping () -> Void
  ) {
    if shown?.frame != frame || shown?.isFullScreen != isFullScreen {
      damageShownFrame()
      request(frame, isFullScreen: isFullScreen)
    }
    wp_viewport_set_destination(viewport, Int32(frame.width), Int32(frame.height))
    shown = (frame, scale, isFullScreen)
    wl_surface_attach(surface, buffer.buffer, 0, 0)
    damage.forEach {
      wl_surface_damage_buffer(surface, Int32($0.x), Int32($0.y), Int32($0.width), Int32($0.height))
    }
    buffer.isBusy = true
    if stage == .ready {
      stage = .shown
      // The compositor asks for the next picture when it shows this one.
      answer = WaylandCallback(wl_surface_frame(surface), on: registry.display, whenVisible)
    }
    wl_surface_commit(surface)
  }

  /// Shows one transparent point. A surface at which the button was pressed gets the motions of the pointer until the
  /// button is released, and must exist until then.
  func hide() {
    guard let buffer = registry.makeTransparentBuffer() else { return }
    (answer, transparentBuffer) = (nil, buffer)
    damageShownFrame()
    request(PixelRect(x: 0, y: 0, width: 1, height: 1), isFullScreen: false)
    wp_viewport_set_destination(viewport, 1, 1)
    wl_surface_attach(surface, buffer, 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, 1, 1)
    wl_surface_commit(surface)
  }

  // MARK: - Screen

  /// The name in the registry of the screen that shows the surface, or will show it; `nil` if it is not known.
  var screenName: UInt32? {
    (enteredScreens.reversed() + [requestedScreen].compactMap(\.self)).first { registry.outputs[$0] != nil }
  }

  /// The screen that shows the surface, or will show it; `nil` if it is not known.
  var screen: WaylandScreen? { screenName.flatMap { registry.outputs[$0]?.screen } }

  /// The free part of the screen, as it is now; `nil` if it is not known.
  var workArea: PixelRect? {
    let free = screen.map { PixelSize($0.frame.width - panels.width, $0.frame.height - panels.height) } ?? freeSize
    return free.flatMap { $0.width > 0 && $0.height > 0 ? PixelRect($0) : nil }
  }

  private func updatePanels() {
    guard let free = freeSize, let size = screen?.frame.size else { return }
    panels = PixelSize(max(size.width - free.width, 0), max(size.height - free.height, 0))
  }

  private func entered(_ output: OpaquePointer?) {
    guard let name = registry.name(of: output) else { return }
    enteredScreens.append(name)
    // Only now is it known which screen the compositor has chosen.
    if !hasEntered { updatePanels() }
    hasEntered = true
    window.screensChanged()
  }

  private func left(_ output: OpaquePointer?) {
    let name = registry.name(of: output)
    enteredScreens.removeAll { $0 == name }
  }
}
