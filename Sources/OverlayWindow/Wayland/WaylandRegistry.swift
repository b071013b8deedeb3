import CWayland
import Glibc
import OverlayPictureInPicture
import OverlayRender

/// The global objects of a compositor that windows need (`wl_registry`).
final class WaylandRegistry {
  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_registry_listener()) {
    $0.global = { data, _, name, interface, version in
      guard let interface else { return }
      WaylandListener.owner(data, as: WaylandRegistry.self)?.add(name, interface, version)
    }
    $0.global_remove = { data, _, name in WaylandListener.owner(data, as: WaylandRegistry.self)?.remove(name) }
  }

  let display: WaylandDisplay
  /// The name of the theme of cursors; `nil` for the user's theme.
  let cursorTheme: String?
  private let registry: OpaquePointer?
  private(set) var compositor: OpaquePointer?
  private(set) var sharedMemory: OpaquePointer?
  private(set) var layerShell: OpaquePointer?
  private(set) var relativePointers: OpaquePointer?
  private(set) var viewporter: OpaquePointer?
  private var outputManager: OpaquePointer?
  private(set) var outputs: [UInt32: WaylandOutput] = [:]
  private var seats: [UInt32: WaylandSeat] = [:]
  /// Whether the screens have changed since this was last set to false.
  var hasNewScreens = false

  /// Asks for the objects, and waits for the answers.
  ///
  /// - Parameter cursorTheme: The name of the theme of cursors; `nil` for the user's theme.
  /// - Throws: `PictureInPictureError` if the compositor does not answer, or lacks what windows need.
  init(on display: WaylandDisplay, cursorTheme: String?) throws(PictureInPictureError) {
    self.display = display
    self.cursorTheme = cursorTheme
    registry = display.makeRegistry()
    wl_registry_add_listener(registry, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    // The first answer names the objects, and the second one describes them.
    try display.waitForAnswers()
    guard compositor != nil, sharedMemory != nil else {
      throw .notSupported(reason: "the Wayland compositor has no surfaces in shared memory")
    }
    guard layerShell != nil else {
      throw .notSupported(reason: "the Wayland compositor has no layers (zwlr_layer_shell_v1): start it with XWayland")
    }
    guard viewporter != nil else {
      throw .notSupported(reason: "the Wayland compositor has no viewports (wp_viewporter)")
    }
    try display.waitForAnswers()
  }

  deinit {
    for object in [compositor, sharedMemory, layerShell, relativePointers, viewporter, outputManager, registry] {
      object.map { overlay_wl_proxy_destroy($0) }
    }
  }

  /// The screens, in the order in which they were connected.
  var screens: [WaylandScreen] { outputs.sorted { $0.key < $1.key }.map(\.value.screen) }

  /// Returns the name of a screen; `nil` if it is gone.
  func name(of output: OpaquePointer?) -> UInt32? { outputs.first { $0.value.output == output }?.key }

  /// Returns a picture of one transparent pixel; `nil` if there is no memory for it.
  func makeTransparentBuffer() -> OpaquePointer? {
    let file = overlay_wayland_memory(4)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let pool = wl_shm_create_pool(sharedMemory, file, 4)
    defer { wl_shm_pool_destroy(pool) }
    return wl_shm_pool_create_buffer(pool, 0, 1, 1, 4, WL_SHM_FORMAT_ARGB8888.rawValue)
  }

  private func add(_ name: UInt32, _ interface: UnsafePointer<CChar>, _ version: UInt32) {
    func bind(_ known: UInt32) -> OpaquePointer? {
      guard let description = overlay_wayland_interface(interface) else { return nil }
      return OpaquePointer(wl_registry_bind(registry, name, description, min(version, known)))
    }
    switch String(cString: interface) {
    case "wl_compositor" where version >= 4 && compositor == nil: compositor = bind(4)
    case "wl_shm" where sharedMemory == nil: sharedMemory = bind(1)
    case "zwlr_layer_shell_v1" where layerShell == nil: layerShell = bind(4)
    case "zwp_relative_pointer_manager_v1" where relativePointers == nil: relativePointers = bind(1)
    case "wp_viewporter" where viewporter == nil: viewporter = bind(1)
    case "zxdg_output_manager_v1" where outputManager == nil:
      outputManager = bind(3)
      outputManager.map { manager in outputs.values.forEach { $0.requestPlace(from: manager) } }
    case "wl_output":
      outputs[name] = bind(WaylandOutput.version).map {
        WaylandOutput($0, on: display) { [weak self] in self?.hasNewScreens = true }
      }
      outputManager.map { outputs[name]?.requestPlace(from: $0) }
    case "wl_seat":
      seats[name] = bind(WaylandSeat.version).map { WaylandSeat($0, self) }
    default: break
    }
  }

  private func remove(_ name: UInt32) {
    if outputs.removeValue(forKey: name) != nil { hasNewScreens = true }
    seats[name] = nil
  }
}
