import CWayland
import Glibc
import OverlayRender

/// The pointer and the keyboard of a user (`wl_seat`).
final class WaylandSeat {
  /// The version that this code knows, in which the events of a pointer come in groups.
  static let version: UInt32 = 5

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(
    wl_seat_listener(
      capabilities: { data, _, capabilities in
        WaylandListener.owner(data, as: WaylandSeat.self)?.setCapabilities(capabilities)
      },
      name: { _, _, _ in }))

  private let seat: OpaquePointer
  private let display: WaylandDisplay
  private let relativePointers: () -> OpaquePointer?
  private var pointer: WaylandPointer?
  private var keyboard: WaylandKeyboard?

  /// - Parameter relativePointers: The object that reports by how much a pointer moves, if the compositor has it.
  init(_ seat: OpaquePointer, on display: WaylandDisplay, relativePointers: @escaping () -> OpaquePointer?) {
    self.seat = seat
    self.display = display
    self.relativePointers = relativePointers
    wl_seat_add_listener(seat, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    overlay_wl_proxy_destroy(seat)
  }

  private func setCapabilities(_ capabilities: UInt32) {
    if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue == 0 {
      pointer = nil
    } else if pointer == nil {
      pointer = wl_seat_get_pointer(seat).map { WaylandPointer($0, on: display, relativePointers: relativePointers()) }
    }
    if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue == 0 {
      keyboard = nil
    } else if keyboard == nil {
      keyboard = wl_seat_get_keyboard(seat).map { WaylandKeyboard($0, on: display) }
    }
  }
}

/// A keyboard (`wl_keyboard`). Keys are known by their place on the keyboard, so no keyboard layout is needed.
private final class WaylandKeyboard {
  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(
    wl_keyboard_listener(
      keymap: { _, _, _, descriptor, _ in close(descriptor) },
      enter: { data, _, _, surface, _ in
        WaylandListener.owner(data, as: WaylandKeyboard.self)?.focus = WaylandWindow.window(of: surface)
      },
      leave: { data, _, _, _ in WaylandListener.owner(data, as: WaylandKeyboard.self)?.focus = nil },
      key: { data, _, _, _, key, state in
        guard state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue else { return }
        WaylandListener.owner(data, as: WaylandKeyboard.self)?.focus?.keyPressed(key)
      },
      modifiers: { _, _, _, _, _, _, _ in }, repeat_info: { _, _, _, _ in }))

  private let keyboard: OpaquePointer
  private let display: WaylandDisplay
  private weak var focus: WaylandWindow?

  init(_ keyboard: OpaquePointer, on display: WaylandDisplay) {
    self.keyboard = keyboard
    self.display = display
    wl_keyboard_add_listener(keyboard, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    wl_keyboard_release(keyboard)
  }
}
