import CWayland
import Glibc
import OverlayRender

/// What a pointer looks like over windows: an image of the user's theme of cursors, on a surface.
///
/// libwayland-cursor has images in each compositor. Without the library, no cursor is set. Images do not move, so that
/// nothing wakes while the pointer rests.
final class WaylandCursor {
  private let surface: OpaquePointer
  private let sharedMemory: OpaquePointer
  private let themeName: String?
  private let display: WaylandDisplay
  private var theme: WaylandCursorTheme?
  /// The edge and the scale of the image.
  private var current: (edge: WindowGeometry.Edge?, scale: Int) = (nil, 0)
  /// Whether the image was set since the pointer entered the window.
  var isShown = false

  /// Returns `nil` if no cursor can be set.
  init?(_ registry: WaylandRegistry) {
    guard overlay_wayland_load_cursors(), let sharedMemory = registry.sharedMemory,
      let surface = wl_compositor_create_surface(registry.compositor)
    else { return nil }
    self.surface = surface
    self.sharedMemory = sharedMemory
    themeName = registry.cursorTheme ?? getenv("XCURSOR_THEME").map { String(cString: $0) }
    display = registry.display
  }

  deinit {
    wl_surface_destroy(surface)
  }

  /// Shows what a press would do: resize the window at an edge, or move it.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point of the screen.
  ///   - serial: The number of the event with which the pointer entered the window.
  func show(_ edge: WindowGeometry.Edge?, scale: Double, on pointer: OpaquePointer, _ serial: UInt32) {
    // The compositor makes an image smaller that has more pixels than a fraction of the scale needs.
    let scale = Int(scale.rounded(.up))
    guard !isShown || current != (edge, scale) else { return }
    (isShown, current) = (true, (edge, scale))
    if theme?.scale != scale { theme = WaylandCursorTheme(themeName, scale: scale, sharedMemory, display) }
    guard let image = theme?.image(edge) else { return }
    let (width, height) = (Int32(image.pointee.width), Int32(image.pointee.height))
    // The size of a surface in points is a whole number. A theme may have images in other sizes than it was asked for.
    let divisor = width % Int32(scale) == 0 && height % Int32(scale) == 0 ? Int32(scale) : 1
    wl_pointer_set_cursor(
      pointer, serial, surface, Int32(image.pointee.hotspot_x) / divisor, Int32(image.pointee.hotspot_y) / divisor)
    wl_surface_set_buffer_scale(surface, divisor)
    wl_surface_attach(surface, overlay_wl_cursor_image_get_buffer(image), 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, width, height)
    wl_surface_commit(surface)
  }
}

/// A theme of cursors in the size for a scale (`wl_cursor_theme`).
private final class WaylandCursorTheme {
  let scale: Int
  private let theme: OpaquePointer
  private let display: WaylandDisplay

  /// Loads a theme; the images that are part of libwayland-cursor if there is no such theme. Returns `nil` if there is
  /// not enough memory.
  ///
  /// - Parameter name: The name; `nil` for the default theme of the system.
  init?(_ name: String?, scale: Int, _ sharedMemory: OpaquePointer, _ display: WaylandDisplay) {
    let size = getenv("XCURSOR_SIZE").flatMap { Int(String(cString: $0)) }.flatMap { (1...256).contains($0) ? $0 : nil }
    guard let theme = overlay_wl_cursor_theme_load(name, Int32((size ?? 24) * scale), sharedMemory) else { return nil }
    self.scale = scale
    self.theme = theme
    self.display = display
  }

  deinit {
    overlay_wl_cursor_theme_destroy(theme)
  }

  /// Returns the first image of the cursor for an edge, or of the arrow; `nil` if the theme has neither.
  func image(_ edge: WindowGeometry.Edge?) -> UnsafeMutablePointer<wl_cursor_image>? {
    for name in (edge?.cursorNames ?? []) + ["default", "left_ptr"] {
      if let cursor = overlay_wl_cursor_theme_get_cursor(theme, name), cursor.pointee.image_count > 0 {
        return cursor.pointee.images[0]
      }
    }
    return nil
  }
}

extension WindowGeometry.Edge {
  /// The names of the cursor: the name in CSS, and the name in X11 (X11/cursorfont.h), which older themes have.
  fileprivate var cursorNames: [String] {
    switch self {
    case [.left, .top]: ["nw-resize", "top_left_corner"]
    case [.right, .top]: ["ne-resize", "top_right_corner"]
    case [.left, .bottom]: ["sw-resize", "bottom_left_corner"]
    case [.right, .bottom]: ["se-resize", "bottom_right_corner"]
    case .left: ["w-resize", "left_side"]
    case .right: ["e-resize", "right_side"]
    case .top: ["n-resize", "top_side"]
    default: ["s-resize", "bottom_side"]
    }
  }
}
