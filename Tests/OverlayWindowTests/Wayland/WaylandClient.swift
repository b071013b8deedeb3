import CWayland
import CWaylandTesting
import Glibc
import OverlayRender

@testable import OverlayWindow

/// A plain program on a Wayland display: it opens windows of one color, counts the clicks on them, and moves a virtual
/// pointer. It handles events only while its functions run.
final class WaylandClient {
  private nonisolated(unsafe) static let registryListener = WaylandListener.permanent(wl_registry_listener()) {
    $0.global = { data, registry, name, interface, version in
      guard let interface else { return }
      WaylandListener.owner(data, as: WaylandClient.self)?.add(name, interface)
    }
    $0.global_remove = { _, _, _ in }
  }
  private nonisolated(unsafe) static let pointerListener = WaylandListener.permanent(wl_pointer_listener()) {
    $0.enter = { _, _, _, _, _, _ in }
    $0.leave = { _, _, _, _ in }
    $0.motion = { _, _, _, _, _ in }
    $0.button = { data, _, _, _, _, state in
      if state == 1 { WaylandListener.owner(data, as: WaylandClient.self)?.clickCount += 1 }
    }
    $0.axis = { _, _, _, _, _ in }
    $0.frame = { _, _ in }
    $0.axis_source = { _, _, _ in }
    $0.axis_stop = { _, _, _, _ in }
    $0.axis_discrete = { _, _, _, _ in }
  }
  private nonisolated(unsafe) static let shellListener = WaylandListener.permanent(xdg_wm_base_listener()) {
    $0.ping = { _, shell, serial in xdg_wm_base_pong(shell, serial) }
  }

  private let display: WaylandDisplay
  private let desktopSize: PixelSize
  private var registry: OpaquePointer?
  fileprivate var compositor: OpaquePointer?
  fileprivate var sharedMemory: OpaquePointer?
  fileprivate var shell: OpaquePointer?
  private var seat: OpaquePointer?
  private var virtualPointer: OpaquePointer?
  private var time: UInt32 = 0
  private var windows: [PlainWindow] = []
  /// The number of clicks on the windows.
  private(set) var clickCount = 0

  /// - Parameter desktopSize: The size of all screens together.
  init(displayName: String, desktopSize: PixelSize = SwayServer.screenSize) throws {
    self.desktopSize = desktopSize
    display = try WaylandDisplay(named: displayName)
    registry = display.makeRegistry()
    wl_registry_add_listener(registry, Self.registryListener, Unmanaged.passUnretained(self).toOpaque())
    try display.waitForAnswers()
    xdg_wm_base_add_listener(shell, Self.shellListener, nil)
    // The seat has a pointer as soon as there is a virtual one.
    try display.waitForAnswers()
    wl_pointer_add_listener(
      wl_seat_get_pointer(seat), Self.pointerListener, Unmanaged.passUnretained(self).toOpaque())
  }

  private func add(_ name: UInt32, _ interface: UnsafePointer<CChar>) {
    func bind(_ version: UInt32, to description: UnsafePointer<wl_interface>? = nil) -> OpaquePointer? {
      (description ?? overlay_wayland_interface(interface)).flatMap {
        OpaquePointer(wl_registry_bind(registry, name, $0, version))
      }
    }
    switch String(cString: interface) {
    case "wl_compositor": compositor = bind(4)
    case "wl_shm": sharedMemory = bind(1)
    case "wl_seat": seat = bind(5)
    case "xdg_wm_base": shell = bind(1, to: overlay_window_maker_interface())
    case "zwlr_virtual_pointer_manager_v1":
      let manager = bind(1, to: overlay_virtual_pointer_manager_interface())
      virtualPointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(manager, nil)
    default: break
    }
  }

  /// Handles the events that have come so far.
  func handleEvents() throws { try display.waitForAnswers() }

  // MARK: - Windows

  /// Opens a window, whose pixels are all of one color without alpha.
  func openWindow(color: UInt32, isFullscreen: Bool = false) throws {
    let window = PlainWindow(of: self, color: color, isFullscreen: isFullscreen)
    windows.append(window)
    for _ in 0..<4 { try handleEvents() }
  }

  // MARK: - The pointer

  func movePointer(toX x: Int, y: Int) throws {
    let size = desktopSize
    zwlr_virtual_pointer_v1_motion_absolute(
      virtualPointer, nextTime(), UInt32(x), UInt32(y), UInt32(size.width), UInt32(size.height))
    try endPointerEvent()
  }

  func movePointer(byX x: Double, y: Double) throws {
    zwlr_virtual_pointer_v1_motion(
      virtualPointer, nextTime(), wl_fixed_from_double(x), wl_fixed_from_double(y))
    try endPointerEvent()
  }

  func setButton(isPressed: Bool) throws {
    zwlr_virtual_pointer_v1_button(virtualPointer, nextTime(), 0x110, isPressed ? 1 : 0)
    try endPointerEvent()
  }

  func click() throws {
    try setButton(isPressed: true)
    try setButton(isPressed: false)
  }

  /// Turns the wheel by a number of notches, toward the user.
  func turnWheel(by notches: Int32) throws {
    zwlr_virtual_pointer_v1_axis_discrete(
      virtualPointer, nextTime(), WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue, wl_fixed_from_int(15 * notches), notches)
    try endPointerEvent()
  }

  /// Moves two fingers on a touchpad by a distance, toward the user.
  func scroll(by distance: Double) throws {
    zwlr_virtual_pointer_v1_axis_source(virtualPointer, WL_POINTER_AXIS_SOURCE_FINGER.rawValue)
    zwlr_virtual_pointer_v1_axis(
      virtualPointer, nextTime(), WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue, wl_fixed_from_double(distance))
    try endPointerEvent()
  }

  /// Lets the time of the next events be later.
  func passTime(milliseconds: UInt32) { time += milliseconds }

  private func nextTime() -> UInt32 {
    time += 10
    return time
  }

  private func endPointerEvent() throws {
    zwlr_virtual_pointer_v1_frame(virtualPointer)
    try handleEvents()
  }
}

/// A window of one color.
private final class PlainWindow {
  private nonisolated(unsafe) static let surfaceListener = WaylandListener.permanent(xdg_surface_listener()) {
    $0.configure = { data, _, serial in WaylandListener.owner(data, as: PlainWindow.self)?.configure(serial) }
  }
  private nonisolated(unsafe) static let windowListener = WaylandListener.permanent(xdg_toplevel_listener()) {
    $0.configure = { data, _, width, height, _ in
      guard width > 0, height > 0 else { return }
      WaylandListener.owner(data, as: PlainWindow.self)?.size = PixelSize(Int(width), Int(height))
    }
    $0.close = { _, _ in }
  }

  private unowned let client: WaylandClient
  private let color: UInt32
  private let surface: OpaquePointer?
  private let shellSurface: OpaquePointer?
  private var size = PixelSize(400, 300)

  init(of client: WaylandClient, color: UInt32, isFullscreen: Bool) {
    self.client = client
    self.color = color
    surface = wl_compositor_create_surface(client.compositor)
    shellSurface = xdg_wm_base_get_xdg_surface(client.shell, surface)
    let this = Unmanaged.passUnretained(self).toOpaque()
    xdg_surface_add_listener(shellSurface, Self.surfaceListener, this)
    let window = xdg_surface_get_toplevel(shellSurface)
    xdg_toplevel_add_listener(window, Self.windowListener, this)
    if isFullscreen { xdg_toplevel_set_fullscreen(window, nil) }
    wl_surface_commit(surface)
  }

  private func configure(_ serial: UInt32) {
    xdg_surface_ack_configure(shellSurface, serial)
    let byteCount = 4 * size.width * size.height
    let file = overlay_wayland_memory(byteCount)
    defer { close(file) }
    if let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED {
      memory.assumingMemoryBound(to: UInt32.self).update(repeating: 0xff00_0000 | color, count: byteCount / 4)
      munmap(memory, byteCount)
    }
    let pool = wl_shm_create_pool(client.sharedMemory, file, Int32(byteCount))
    let buffer = wl_shm_pool_create_buffer(
      pool, 0, Int32(size.width), Int32(size.height), Int32(4 * size.width), WL_SHM_FORMAT_XRGB8888.rawValue)
    wl_surface_attach(surface, buffer, 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, Int32(size.width), Int32(size.height))
    wl_surface_commit(surface)
  }
}
