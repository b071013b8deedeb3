import CWayland

/// A pointer (`wl_pointer`), and by how much it moves (`zwp_relative_pointer_v1`).
final class WaylandPointer {
  /// The primary button (`BTN_LEFT`).
  private static let primaryButton: UInt32 = 0x110

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_pointer_listener()) {
    $0.enter = { data, _, serial, surface, x, y in
      WaylandListener.owner(data, as: WaylandPointer.self)?
        .entered(WaylandLayer.window(of: surface), serial, wl_fixed_to_double(x), wl_fixed_to_double(y))
    }
    $0.leave = { data, _, _, _ in
      guard let pointer = WaylandListener.owner(data, as: WaylandPointer.self) else { return }
      pointer.focus?.pointerLeft()
      pointer.focus = nil
    }
    $0.motion = { data, _, _, x, y in
      WaylandListener.owner(data, as: WaylandPointer.self)?.moved(wl_fixed_to_double(x), wl_fixed_to_double(y))
    }
    $0.button = { data, _, _, milliseconds, button, state in
      guard button == primaryButton else { return }
      let focus = WaylandListener.owner(data, as: WaylandPointer.self)?.focus
      if state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue {
        focus?.pointerPressed(atMilliseconds: milliseconds)
      } else {
        focus?.pointerReleased()
      }
    }
    $0.axis = { data, _, _, axis, value in
      guard axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue else { return }
      WaylandListener.owner(data, as: WaylandPointer.self)?.scrolled { $0.addDistance(wl_fixed_to_double(value)) }
    }
    $0.frame = { data, _ in WaylandListener.owner(data, as: WaylandPointer.self)?.endScrolling() }
    $0.axis_source = { _, _, _ in }
    $0.axis_stop = { _, _, _, _ in }
    $0.axis_discrete = { data, _, axis, steps in
      guard axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue else { return }
      WaylandListener.owner(data, as: WaylandPointer.self)?.scrolled { $0.addParts(steps &* WheelTurn.partsOfNotch) }
    }
    $0.axis_value120 = { data, _, axis, parts in
      guard axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue else { return }
      WaylandListener.owner(data, as: WaylandPointer.self)?.scrolled { $0.addParts(parts) }
    }
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let relativeListener = WaylandListener.permanent(
    zwp_relative_pointer_v1_listener()
  ) {
    $0.relative_motion = { data, _, _, _, x, y, _, _ in
      WaylandListener.owner(data, as: WaylandPointer.self)?.focus?
        .pointerMoved(byX: wl_fixed_to_double(x), y: wl_fixed_to_double(y))
    }
  }

  private let pointer: OpaquePointer
  private let relativePointer: OpaquePointer?
  private let display: WaylandDisplay
  /// The registry owns the seat of the pointer.
  private unowned let registry: WaylandRegistry
  private var cursor: WaylandCursor?
  /// The number of the event with which the pointer entered a window.
  private var serial: UInt32 = 0
  private weak var focus: WaylandWindow?
  /// What the wheel has done since the latest group of events.
  private var wheel = WheelTurn()

  init(_ pointer: OpaquePointer, _ registry: WaylandRegistry) {
    self.pointer = pointer
    self.registry = registry
    display = registry.display
    relativePointer = registry.relativePointers.flatMap {
      zwp_relative_pointer_manager_v1_get_relative_pointer($0, pointer)
    }
    wl_pointer_add_listener(pointer, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    if let relativePointer {
      zwp_relative_pointer_v1_add_listener(
        relativePointer, Self.relativeListener, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  deinit {
    focus?.pointerLeft()
    relativePointer.map { zwp_relative_pointer_v1_destroy($0) }
    WaylandObject.end(pointer, since: WL_POINTER_RELEASE_SINCE_VERSION, wl_pointer_release)
  }

  private func entered(_ window: WaylandWindow?, _ serial: UInt32, _ x: Double, _ y: Double) {
    focus = window
    // What the pointer looks like is not defined until a cursor is set.
    cursor = cursor ?? WaylandCursor(registry)
    cursor?.isShown = false
    self.serial = serial
    moved(x, y)
  }

  private func scrolled(_ add: (inout WheelTurn) -> Void) {
    add(&wheel)
    // Older pointers do not group their events.
    if wl_pointer_get_version(pointer) < WL_POINTER_FRAME_SINCE_VERSION { endScrolling() }
  }

  private func endScrolling() {
    let notches = wheel.notches
    wheel = WheelTurn()
    if notches != 0 { focus?.scrolled(notches) }
  }

  private func moved(_ x: Double, _ y: Double) {
    guard let focus else { return }
    focus.pointerMoved(toX: x, y: y)
    cursor?.show(focus.edgeAtPointer, scale: focus.scale, on: pointer, serial)
  }
}
