import CWayland
import Glibc
import OverlayRender

/// A keyboard (`wl_keyboard`). Its layout says which key is which; without libxkbcommon, the places of the keys do.
///
/// The compositor reports how fast keys repeat that are held down, and programs repeat them.
final class WaylandKeyboard {
  /// The largest number of repetitions in a second.
  private static let maximumRate: Int32 = 100

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_keyboard_listener()) {
    $0.keymap = { data, _, format, descriptor, size in
      defer { close(descriptor) }
      guard let keyboard = WaylandListener.owner(data, as: WaylandKeyboard.self) else { return }
      keyboard.held = nil
      let isText = format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue
      keyboard.keymap = isText ? WaylandKeymap(file: descriptor, byteCount: Int(size)) : nil
    }
    $0.enter = { data, _, _, surface, _ in
      WaylandListener.owner(data, as: WaylandKeyboard.self)?.focus = WaylandLayer.window(of: surface)
    }
    $0.leave = { data, _, _, _ in
      guard let keyboard = WaylandListener.owner(data, as: WaylandKeyboard.self) else { return }
      keyboard.held = nil
      keyboard.focus = nil
    }
    $0.key = { data, _, _, _, code, state in
      guard let keyboard = WaylandListener.owner(data, as: WaylandKeyboard.self) else { return }
      if state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue {
        keyboard.pressed(code)
      } else if code == keyboard.held?.code {
        keyboard.held = nil
      }
    }
    $0.modifiers = { _, _, _, _, _, _, _ in }
    $0.repeat_info = { data, _, rate, delay in
      WaylandListener.owner(data, as: WaylandKeyboard.self)?.setRepetition(rate, delay)
    }
  }

  private let keyboard: OpaquePointer
  private let display: WaylandDisplay
  private weak var focus: WaylandWindow?
  private var keymap: WaylandKeymap?
  /// The key that repeats while it is held down, and its next repetition.
  private var held: (code: UInt32, next: Subscription)?
  /// The time until a key repeats, and from then on; `nil` if keys do not repeat.
  private var repetition: (delay: MediaTime, interval: MediaTime)?

  init(_ keyboard: OpaquePointer, on display: WaylandDisplay) {
    self.keyboard = keyboard
    self.display = display
    wl_keyboard_add_listener(keyboard, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    WaylandObject.end(keyboard, since: WL_KEYBOARD_RELEASE_SINCE_VERSION, wl_keyboard_release)
  }

  /// - Parameters:
  ///   - rate: The repetitions in a second; 0 for none.
  ///   - delay: The milliseconds until the first one.
  private func setRepetition(_ rate: Int32, _ delay: Int32) {
    held = nil
    let rate = min(rate, Self.maximumRate)
    repetition = rate > 0 ? (.milliseconds(Int64(delay)), MediaTime(value: 1, timescale: rate)) : nil
  }

  private func pressed(_ code: UInt32) {
    held = nil
    guard let focus, let key = keymap.map({ $0.key(ofCode: code) }) ?? WaylandKey(place: code) else { return }
    focus.keyPressed(key)
    if let repetition, key.isRepeated { repeatKey(key, code, after: repetition.delay) }
  }

  /// Presses a key again and again until it is released, or the keyboard leaves the window.
  private func repeatKey(_ key: WaylandKey, _ code: UInt32, after delay: MediaTime) {
    let loop = EventLoop.shared
    let next = loop.scheduleOnThread(at: loop.time + delay) { [weak self] in
      guard let self, let repetition, let focus, focus.isOpen else { return }
      focus.keyPressed(key)
      repeatKey(key, code, after: repetition.interval)
    }
    held = (code, next)
  }
}
