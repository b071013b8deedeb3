import CX11
import OverlayRender

/// The monitors of an X server, and what is free on them.
struct X11Screen: Sendable {
  /// The frames of the monitors; the primary one is first. There is at least one.
  var monitors: [PixelRect]
  /// The part of all monitors that is free of panels, as the window manager says.
  var workArea: PixelRect
  /// The number of pixels per point.
  var scale: Double
  /// The rate at which the fastest monitor shows pictures.
  var refreshRate: FrameRate

  /// Returns the rules for a window. They apply to the monitor on which it is.
  ///
  /// - Parameter minimumSize: The smallest size in which the content can be read, in points.
  func geometry(_ contentSize: PixelSize, minimumSize: PixelSize, at frame: PixelRect?) -> WindowGeometry {
    let frame = monitor(at: frame)
    let free = frame.intersection(workArea)
    return WindowGeometry(
      contentSize: contentSize, minimumSize: minimumSize, workArea: free.isEmpty ? frame : free, scale: scale)
  }

  /// Returns the frame of the monitor that contains the middle of a window, or else of the primary monitor.
  func monitor(at frame: PixelRect?) -> PixelRect {
    let monitor = monitors.first { monitor in
      frame.map { monitor.contains(x: $0.x + $0.width / 2, y: $0.y + $0.height / 2) } ?? true
    }
    return monitor ?? monitors[0]
  }
}

extension X11Display {
  /// Reads the state of the screen.
  func readScreen() -> X11Screen {
    let screen = overlay_XDefaultScreen(pointer)
    let whole = PixelRect(
      x: 0, y: 0, width: Int(overlay_XDisplayWidth(pointer, screen)),
      height: Int(overlay_XDisplayHeight(pointer, screen)))
    let monitors = readMonitors()
    // Four values for each desktop.
    let areas = rootProperty(.workArea)
    let desktop = max(rootProperty(.currentDesktop).first ?? 0, 0)
    let area = areas.count / 4 > desktop ? areas.dropFirst(4 * desktop) : areas.prefix(4)
    return X11Screen(
      monitors: monitors.isEmpty ? [whole] : monitors.map(\.frame),
      workArea: area.count < 4
        ? whole
        : PixelRect(
          x: area[area.startIndex], y: area[area.startIndex + 1], width: area[area.startIndex + 2],
          height: area[area.startIndex + 3]),
      scale: readScale(monitors.first), refreshRate: readRefreshRate() ?? .fps(60))
  }

  private struct Monitor {
    let frame: PixelRect
    let millimeters: Int
    let isPrimary: Bool
  }

  private func readMonitors() -> [Monitor] {
    var count: CInt = 0
    guard hasMonitors, let list = overlay_XRRGetMonitors(pointer, root, 1, &count) else { return [] }
    defer { overlay_XRRFreeMonitors(list) }
    let monitors = UnsafeBufferPointer(start: list, count: Int(max(count, 0))).map { info in
      Monitor(
        frame: PixelRect(x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height)),
        millimeters: Int(info.mwidth), isPrimary: info.primary != 0)
    }.filter { !$0.frame.isEmpty }
    return monitors.filter(\.isPrimary) + monitors.filter { !$0.isPrimary }
  }

  /// Returns the scale that the user has set as `Xft.dpi`, where 96 is 1; else the scale of a monitor with a clearly
  /// high density.
  private func readScale(_ monitor: Monitor?) -> Double {
    if let resources = overlay_XResourceManagerString(pointer),
      let dpi = X11Resources.dpi(in: String(cString: resources))
    {
      return dpi / 96
    }
    // Televisions and projectors report their aspect ratio, or 160 mm, as the size.
    guard let monitor, monitor.millimeters > 200 else { return 1 }
    return Double(monitor.frame.width) * 25.4 / Double(monitor.millimeters) >= 168 ? 2 : 1
  }

  /// Returns the refresh rate of the fastest monitor; `nil` if none is known.
  private func readRefreshRate() -> FrameRate? {
    guard randrEvents != nil, let resources = overlay_XRRGetScreenResourcesCurrent(pointer, root) else { return nil }
    defer { overlay_XRRFreeScreenResources(resources) }
    let controllers = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc))
    let modes = UnsafeBufferPointer(start: resources.pointee.modes, count: Int(resources.pointee.nmode))
    let rates = controllers.compactMap { controller -> Double? in
      guard let info = overlay_XRRGetCrtcInfo(pointer, resources, controller) else { return nil }
      defer { overlay_XRRFreeCrtcInfo(info) }
      guard let mode = modes.first(where: { $0.id == info.pointee.mode }), mode.dotClock > 0 else { return nil }
      let dots = Double(mode.hTotal) * Double(mode.vTotal)
      return dots > 0 ? Double(mode.dotClock) / dots : nil
    }
    // A window can be on any monitor. The fastest one shows each picture of the others, too.
    return rates.filter { (10...1000).contains($0) }.max().flatMap { try? FrameRate(framesPerSecond: $0.rounded()) }
  }
}

/// The resources that the user has set for X11 programs (xrdb(1)).
enum X11Resources {
  /// Returns the value of `Xft.dpi`, if it is plausible.
  static func dpi(in resources: String) -> Double? {
    for line in resources.split(separator: "\n") {
      let columns = line.split(separator: ":", maxSplits: 1)
      guard columns.count == 2, columns[0] == "Xft.dpi" else { continue }
      return Double(columns[1].trimmingSpaces).flatMap { (48.0...768.0).contains($0) ? $0 : nil }
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.prefix { $0 != " " && $0 != "\t" }
  }
}
