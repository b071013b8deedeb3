import OverlayPictureInPicture
import OverlayRender

/// Where a window opens.
///
/// Remembered frames and the position `.point(x:y:)` are in points of the desktop. In pixels, screens with different
/// scales would overlap.
struct WaylandPlacement: Sendable {
  /// The screen on which the window opens, as far as this is known: the compositor may choose another one.
  let screen: WaylandScreen
  let frames: RememberedFrames
  private let contentSize: PixelSize
  private let minimumSize: PixelSize
  private let position: PictureInPictureWindowOptions.Position?
  private let remembered: RememberedFrame?
  private let restoresSize: Bool
  /// Whether the position is on the screen, so that the compositor has no choice.
  private let isScreenGiven: Bool
  /// The place of a window that opens where others may be open.
  private(set) var place: WindowPlace?

  init(
    _ request: PictureInPictureSurfaceRequest, on screens: [WaylandScreen], _ frames: RememberedFrames,
    placeFolder: String? = nil
  ) {
    self.frames = frames
    contentSize = request.preferredSize
    minimumSize = request.minimumSize
    position = request.options.position
    restoresSize = request.options.restoresSize
    remembered = position == nil ? request.options.autosaveName.flatMap { frames.frame(named: $0) } : nil
    let point: (x: Int, y: Int)? =
      if case .point(let x, let y) = position { (x, y) } else { remembered.map { ($0.frame.x, $0.frame.y) } }
    let given = point.flatMap { point in screens.first { $0.frame.contains(x: point.x, y: point.y) } }
    isScreenGiven = given != nil
    screen = given ?? screens.first ?? WaylandScreen(frame: PixelRect(x: 0, y: 0, width: 1920, height: 1080))
    // A position that is given is taken as it is.
    guard position == nil else { return }
    let (geometry, screen) = (geometry, screen)
    let frame = singleFrame(in: geometry)
    place = WindowPlace(folder: placeFolder) { number in
      geometry.corner(of: geometry.stacked(frame, number: number).offsetBy(dx: screen.frame.x, dy: screen.frame.y))
    }
  }

  /// The geometry of the window, in points of the screen.
  var geometry: WindowGeometry {
    WindowGeometry(contentSize: contentSize, minimumSize: minimumSize, workArea: PixelRect(screen.frame.size))
  }

  /// Returns the frame of the new window, in points of the screen.
  func frame(in geometry: WindowGeometry) -> PixelRect {
    geometry.stacked(singleFrame(in: geometry), number: place?.number ?? 0)
  }

  /// Returns the frame of a window that is the only one.
  private func singleFrame(in geometry: WindowGeometry) -> PixelRect {
    if let remembered {
      let frame = remembered.frame.offsetBy(dx: -screen.frame.x, dy: -screen.frame.y)
      return geometry.restoredFrame(
        RememberedFrame(frame: frame, contentSize: remembered.contentSize), restoresSize: restoresSize)
    }
    guard case .point(let x, let y) = position else { return geometry.initialFrame(at: position ?? .bottomRight) }
    return geometry.initialFrame(at: .point(x: x - screen.frame.x, y: y - screen.frame.y))
  }

  /// Returns the name in a registry of the screen on which the window must open; `nil` to let the compositor choose.
  func screenName(in registry: WaylandRegistry) -> UInt32? {
    isScreenGiven ? registry.outputs.first { $0.value.screen == screen }?.key : nil
  }
}
