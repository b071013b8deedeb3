import CWayland
import OverlayRender

/// A screen, as its compositor describes it.
struct WaylandScreen: Sendable, Hashable {
  /// The place on the desktop, in points.
  var frame = PixelRect.zero
  /// The number of pixels per point.
  var scale = 1
  /// The rate at which it shows pictures; `nil` if it is unknown.
  var refreshRate: FrameRate?

  /// The place on the desktop, in pixels.
  var pixelFrame: PixelRect {
    PixelRect(x: frame.x * scale, y: frame.y * scale, width: frame.width * scale, height: frame.height * scale)
  }

  /// Returns a rectangle of the desktop in pixels as points of this screen.
  func points(_ rectangle: PixelRect) -> PixelRect {
    PixelRect(
      x: rectangle.x / scale - frame.x, y: rectangle.y / scale - frame.y, width: rectangle.width / scale,
      height: rectangle.height / scale)
  }

  /// Returns a rectangle in points of this screen as pixels of the desktop.
  func pixels(_ rectangle: PixelRect) -> PixelRect {
    PixelRect(
      x: (rectangle.x + frame.x) * scale, y: (rectangle.y + frame.y) * scale, width: rectangle.width * scale,
      height: rectangle.height * scale)
  }
}

/// A screen of a compositor (`wl_output`).
final class WaylandOutput {
  /// The version that this code knows.
  static let version: UInt32 = 3

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(
    wl_output_listener(
      geometry: { data, _, x, y, _, _, _, _, _, transform in
        WaylandListener.owner(data, as: WaylandOutput.self)?.setGeometry(Int(x), Int(y), transform)
      },
      mode: { data, _, flags, width, height, refresh in
        guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
        WaylandListener.owner(data, as: WaylandOutput.self)?.setMode(PixelSize(Int(width), Int(height)), refresh)
      },
      done: { data, _ in WaylandListener.owner(data, as: WaylandOutput.self)?.onChange() },
      scale: { data, _, scale in WaylandListener.owner(data, as: WaylandOutput.self)?.scale = max(Int(scale), 1) },
      name: { _, _, _ in }, description: { _, _, _ in }))

  let output: OpaquePointer
  private let display: WaylandDisplay
  private let onChange: () -> Void
  private var origin = (x: 0, y: 0)
  private var isTurned = false
  private var mode = PixelSize(0, 0)
  private var refreshRate: FrameRate?
  private var scale = 1

  init(_ output: OpaquePointer, on display: WaylandDisplay, onChange: @escaping () -> Void) {
    self.output = output
    self.display = display
    self.onChange = onChange
    wl_output_add_listener(output, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    WaylandObject.end(output, since: WL_OUTPUT_RELEASE_SINCE_VERSION, wl_output_release)
  }

  /// What the compositor has said about the screen.
  var screen: WaylandScreen {
    let (width, height) = isTurned ? (mode.height, mode.width) : (mode.width, mode.height)
    return WaylandScreen(
      frame: PixelRect(x: origin.x, y: origin.y, width: width / scale, height: height / scale), scale: scale,
      refreshRate: refreshRate)
  }

  private func setGeometry(_ x: Int, _ y: Int, _ transform: CInt) {
    origin = (x, y)
    // The transforms with odd numbers are by 90 and 270 degrees.
    isTurned = transform & 1 != 0
  }

  /// - Parameter refresh: Pictures in 1000 s.
  private func setMode(_ size: PixelSize, _ refresh: CInt) {
    mode = size
    refreshRate = try? FrameRate(numerator: refresh, denominator: 1000)
  }
}
