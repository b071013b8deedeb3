import CWayland
import Glibc
import OverlayPictureInPicture
import OverlayRender

/// A key that has an effect: on the window itself, or on its content.
enum WaylandKey: Sendable, Hashable {
  case f, fullScreen
  case content(PictureInPictureKey)

  /// Creates the key at a place of the keyboard (linux/input-event-codes.h), whatever its label is.
  init?(place code: UInt32) {
    switch code {
    case 1: self = .content(.escape)
    case 33: self = .f
    case 28, 87, 96: self = .fullScreen
    case 47: self = .content(.v)
    case 50: self = .content(.m)
    case 51: self = .content(.comma)
    case 52: self = .content(.period)
    case 57: self = .content(.space)
    case 103: self = .content(.upArrow)
    case 105: self = .content(.leftArrow)
    case 106: self = .content(.rightArrow)
    case 108: self = .content(.downArrow)
    default: return nil
    }
  }

  /// Creates the key with a symbol (xkbcommon/xkbcommon-keysyms.h).
  init?(symbol: xkb_keysym_t) {
    switch Int32(bitPattern: symbol) {
    case XKB_KEY_Escape: self = .content(.escape)
    case XKB_KEY_f: self = .f
    case XKB_KEY_F11, XKB_KEY_Return, XKB_KEY_KP_Enter: self = .fullScreen
    case XKB_KEY_v: self = .content(.v)
    case XKB_KEY_m: self = .content(.m)
    case XKB_KEY_comma: self = .content(.comma)
    case XKB_KEY_period: self = .content(.period)
    case XKB_KEY_space: self = .content(.space)
    case XKB_KEY_Up: self = .content(.upArrow)
    case XKB_KEY_Left: self = .content(.leftArrow)
    case XKB_KEY_Right: self = .content(.rightArrow)
    case XKB_KEY_Down: self = .content(.downArrow)
    default: return nil
    }
  }

  /// Whether the key has its effect again and again while it is held down.
  var isRepeated: Bool {
    if case .content(let key) = self { key.isRepeated } else { false }
  }
}

/// The layout of a keyboard, which the compositor sends (`xkb_keymap`).
final class WaylandKeymap {
  private let context: OpaquePointer
  private let keymap: OpaquePointer

  /// Reads a layout; `nil` if libxkbcommon is not installed, or cannot read it.
  ///
  /// - Parameters:
  ///   - file: A file with the layout as text. It stays open.
  ///   - byteCount: The number of bytes, with a zero at the end.
  init?(file: CInt, byteCount: Int) {
    guard overlay_wayland_load_keymaps(), byteCount > 1,
      let text = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, file, 0), text != MAP_FAILED
    else { return nil }
    defer { munmap(text, byteCount) }
    guard let context = overlay_xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
    // Errors are not written to standard error.
    overlay_xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard
      let keymap = overlay_xkb_keymap_new_from_buffer(
        context, text.assumingMemoryBound(to: CChar.self), byteCount - 1, XKB_KEYMAP_FORMAT_TEXT_V1,
        XKB_KEYMAP_COMPILE_NO_FLAGS)
    else {
      overlay_xkb_context_unref(context)
      return nil
    }
    (self.context, self.keymap) = (context, keymap)
  }

  deinit {
    overlay_xkb_keymap_unref(keymap)
    overlay_xkb_context_unref(context)
  }

  /// Returns the key with a code of `wl_keyboard`; `nil` if it has no effect. Modifiers and other layouts of the same
  /// keyboard do not matter.
  func key(ofCode code: UInt32) -> WaylandKey? {
    var symbols: UnsafePointer<xkb_keysym_t>?
    // The codes of X11 are higher by 8 (wl_keyboard::keymap).
    let count = overlay_xkb_keymap_key_get_syms_by_level(keymap, code &+ 8, 0, 0, &symbols)
    return count == 1 ? symbols.flatMap { WaylandKey(symbol: $0.pointee) } : nil
  }
}
