import OverlayRender

/// A control of a window.
enum PlaybackControl: Sendable, Hashable, CaseIterable {
  case close, restore, skipBackward, playPause, skipForward, progress
}

/// The places of controls in a window.
struct PlaybackControlsLayout: Sendable, Hashable {
  /// The size of the window in pixels.
  var size: PixelSize
  /// The number of pixels per point.
  var scale: Double
  /// The controls that are there.
  var controls: Set<PlaybackControl>

  /// The size in points below which controls become smaller.
  private static let comfortableSize = Size(width: 260, height: 150)

  /// The number of pixels per point of a control. Controls become smaller in small windows.
  var unit: Double {
    let fit = min(
      Double(size.width) / (scale * Self.comfortableSize.width),
      Double(size.height) / (scale * Self.comfortableSize.height))
    return scale * min(fit, 1)
  }

  /// Returns the frame of a control in pixels; `nil` if it is not there.
  func frame(of control: PlaybackControl) -> PixelRect? {
    guard controls.contains(control) else { return nil }
    let (width, height) = (Double(size.width), Double(size.height))
    return switch control {
    case .close: square(x: 20 * unit, y: 20 * unit, side: 28)
    case .restore: square(x: width - 20 * unit, y: 20 * unit, side: 28)
    case .skipBackward: square(x: width / 2 - 66 * unit, y: height / 2, side: 40)
    case .playPause: square(x: width / 2, y: height / 2, side: 52)
    case .skipForward: square(x: width / 2 + 66 * unit, y: height / 2, side: 40)
    case .progress:
      PixelRect(
        x: pixels(12 * unit), y: pixels(height - 24 * unit), width: pixels(width - 24 * unit), height: pixels(20 * unit)
      )
    }
  }

  /// The size of the text of times in pixels. It does not become smaller than what can be read.
  var timeFontSize: Double { max(12 * unit, 11 * scale) }

  /// Returns the place of the elapsed and the total time, above the progress bar; `nil` if there is no room.
  ///
  /// - Parameter characterCount: The number of characters of each of them.
  func timesFrame(characterCount: Int) -> PixelRect? {
    guard let bar = frame(of: .progress) else { return nil }
    let height = (timeFontSize * 1.3).rounded(.up)
    let frame = PixelRect(x: bar.x, y: bar.y - Int(height), width: bar.width, height: Int(height))
    // Digits of bold fonts are up to 0.7 of their size wide.
    let width = (Double(2 * characterCount) * 0.7 + 1) * timeFontSize
    let others = [PlaybackControl.playPause, .skipBackward, .skipForward].compactMap { self.frame(of: $0) }
    return width <= Double(bar.width) && !others.contains { $0.intersects(frame) } ? frame : nil
  }

  /// The place of the volume in pixels, between the upper controls.
  var volumeFrame: PixelRect {
    let (width, height) = (pixels(110 * unit), pixels(24 * unit))
    return PixelRect(x: (size.width - width) / 2, y: pixels(20 * unit) - height / 2, width: width, height: height)
  }

  /// Returns the control at a point in pixels.
  func control(atX x: Double, y: Double) -> PlaybackControl? {
    PlaybackControl.allCases.first {
      frame(of: $0)?.contains(x: Int(x.rounded(.down)), y: Int(y.rounded(.down))) == true
    }
  }

  /// Returns the fraction of the progress bar at a column, 0...1.
  func fraction(atX x: Double) -> Double {
    guard let frame = frame(of: .progress), frame.width > 0 else { return 0 }
    return min(max((x - Double(frame.x)) / Double(frame.width), 0), 1)
  }

  private func square(x: Double, y: Double, side: Double) -> PixelRect {
    let side = side * unit
    return PixelRect(x: pixels(x - side / 2), y: pixels(y - side / 2), width: pixels(side), height: pixels(side))
  }

  private func pixels(_ length: Double) -> Int { Int(length.rounded()) }
}
