import CWayland
import OverlayRender

/// A screen, as its compositor describes it.
struct WaylandScreen: Sendable, Hashable {
  /// The place on the desktop, in points.
  var frame = PixelRect.zero
  /// The number of pixels per point, which may be a fraction.
  var scale = 1.0
  /// The rate at which it shows pictures; `nil` if it is unknown.
  var refreshRate: FrameRate?
}

extension PixelSize {
  /// Returns the size in pixels of one in points.
  func scaled(by scale: Double) -> PixelSize {
    func pixels(_ points: Int) -> Int { max(Int((Double(points) * scale).rounded()), 1) }
    return PixelSize(pixels(width), pixels(height))
  }
}

/// A screen of a compositor (`wl_output`).
final class WaylandOutput {
  /// The version that this code knows.
  static let version: UInt32 = 3
  /// The length of the longest side of a screen, in points or pixels.
  static let maximumSide = 32767
  /// The largest number of pixels per point.
  private static let maximumScale = 16

  /// Returns a size within the limits.
  private static func size(_ width: Int32, _ height: Int32) -> PixelSize {
    PixelSize(min(max(Int(width), 0), maximumSide), min(max(Int(height), 0), maximumSide))
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let listener = WaylandListener.permanent(wl_output_listener()) {
    $0.geometry = { data, _, x, y, _, _, _, _, _, transform in
      WaylandListener.owner(data, as: WaylandOutput.self)?.setGeometry(Int(x), Int(y), transform)
    }
    $0.mode = { data, _, flags, width, height, refresh in
      guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
      WaylandListener.owner(data, as: WaylandOutput.self)?.setMode(size(width, height), refresh)
    }
    $0.done = { data, _ in WaylandListener.owner(data, as: WaylandOutput.self)?.onChange() }
    $0.scale = { data, _, scale in
      WaylandListener.owner(data, as: WaylandOutput.self)?.scale = min(max(Int(scale), 1), maximumScale)
    }
  }

  // libwayland reads the functions; nothing writes them.
  private nonisolated(unsafe) static let logicalListener = WaylandListener.permanent(zxdg_output_v1_listener()) {
    $0.logical_position = { data, _, x, y in
      WaylandListener.owner(data, as: WaylandOutput.self)?.origin = (Int(x), Int(y))
    }
    $0.logical_size = { data, _, width, height in
      WaylandListener.owner(data, as: WaylandOutput.self)?.logicalSize = size(width, height)
    }
    $0.done = { data, _ in WaylandListener.owner(data, as: WaylandOutput.self)?.onChange() }
    $0.name = { _, _, _ in }
    $0.description = { _, _, _ in }
  }

  let output: OpaquePointer
  private var logicalOutput: OpaquePointer?
  private let display: WaylandDisplay
  private let onChange: () -> Void
  private var origin = (x: 0, y: 0)
  private var isTurned = false
  private var mode = PixelSize(0, 0)
  private var refreshRate: FrameRate?
  /// The least whole number of pixels per point that is not less than the true one.
  private var scale = 1
  /// The size in points; `nil` if the compositor does not report it.
  private var logicalSize: PixelSize?

  init(_ output: OpaquePointer, on display: WaylandDisplay, onChange: @escaping () -> Void) {
    self.output = output
    self.display = display
    self.onChange = onChange
    wl_output_add_listener(output, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    logicalOutput.map { zxdg_output_v1_destroy($0) }
    WaylandObject.end(output, since: WL_OUTPUT_RELEASE_SINCE_VERSION, wl_output_release)
  }

  /// Asks for the place in points (`zxdg_output_manager_v1`).
  func requestPlace(from manager: OpaquePointer) {
    guard logicalOutput == nil else { return }
    logicalOutput = zxdg_output_manager_v1_get_xdg_output(manager, output)
    logicalOutput.map {
      _ = zxdg_output_v1_add_listener($0, Self.logicalListener, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// What the compositor has reported about the screen.
  var screen: WaylandScreen {
    let (width, height) = isTurned ? (mode.height, mode.width) : (mode.width, mode.height)
    var screen = WaylandScreen(
      frame: PixelRect(x: origin.x, y: origin.y, width: width / scale, height: height / scale), scale: Double(scale),
      refreshRate: refreshRate)
    if let logicalSize, logicalSize.width > 0, logicalSize.height > 0, width > 0 {
      (screen.frame.width, screen.frame.height) = (logicalSize.width, logicalSize.height)
      // Compositors have scales in steps of 1/120 (`wp_fractional_scale_v1`), and round the size in points.
      let steps = (Double(width) / Double(logicalSize.width) * 120).rounded()
      screen.scale = min(max(steps, 1), Double(120 * Self.maximumScale)) / 120
    }
    return screen
  }

  private func setGeometry(_ x: Int, _ y: Int, _ transform: CInt) {
    if logicalSize == nil { origin = (x, y) }
    // The transforms with odd numbers are by 90 and 270 degrees.
    isTurned = transform & 1 != 0
  }

  /// - Parameter refresh: Pictures in 1000 s.
  private func setMode(_ size: PixelSize, _ refresh: CInt) {
    mode = size
    refreshRate = try? FrameRate(numerator: refresh, denominator: 1000)
  }
}
