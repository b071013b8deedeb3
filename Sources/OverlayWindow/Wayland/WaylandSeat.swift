import CWayland

/// The pointer and the keyboard of a user (`wl_seat`).
final class WaylandSeat {
  /// The version that this code knows, in which wheels of high resolution report parts of a notch.
  static let version: UInt32 = 8

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_seat_listener()) {
    $0.capabilities = { data, _, capabilities in
      WaylandListener.owner(data, as: WaylandSeat.self)?.setCapabilities(capabilities)
    }
    $0.name = { _, _, _ in }
  }

  private let seat: OpaquePointer
  private let display: WaylandDisplay
  /// The registry owns the seat.
  private unowned let registry: WaylandRegistry
  private var pointer: WaylandPointer?
  private var keyboard: WaylandKeyboard?

  init(_ seat: OpaquePointer, _ registry: WaylandRegistry) {
    self.seat = seat
    self.registry = registry
    display = registry.display
    wl_seat_add_listener(seat, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    WaylandObject.end(seat, since: WL_SEAT_RELEASE_SINCE_VERSION, wl_seat_release)
  }

  private func setCapabilities(_ capabilities: UInt32) {
    if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue == 0 {
      pointer = nil
    } else if pointer == nil {
      pointer = wl_seat_get_pointer(seat).map { WaylandPointer($0, registry) }
    }
    if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue == 0 {
      keyboard = nil
    } else if keyboard == nil {
      keyboard = wl_seat_get_keyboard(seat).map { WaylandKeyboard($0, on: display) }
    }
  }
}
