import OverlayPictureInPicture
import OverlayRender
import Synchronization

/// The desktop of a Wayland compositor that has layers (`zwlr_layer_shell_v1`).
///
/// The connection is made when it is first needed. When the compositor ends, the next use connects again.
final class WaylandDesktop: PictureInPictureDesktop {
  private let displayName: String?
  private let frames: RememberedFrames
  private let cursorTheme: String?
  private let placeFolder: String?
  private let connection = Mutex<WaylandConnection?>(nil)

  /// Creates the desktop of a compositor.
  ///
  /// - Parameters:
  ///   - displayName: The name or the path of the compositor's socket; `nil` for the one of the session.
  ///   - frames: The places where windows were left.
  ///   - cursorTheme: The name of the theme of cursors; `nil` for the user's theme.
  ///   - placeFolder: The folder of the locks of ``WindowPlace``; `nil` for none.
  init(
    displayName: String? = nil, frames: RememberedFrames = RememberedFrames(), cursorTheme: String? = nil,
    placeFolder: String? = nil
  ) {
    self.displayName = displayName
    self.frames = frames
    self.cursorTheme = cursorTheme
    self.placeFolder = placeFolder
  }

  var clock: any MediaClock { EventLoop.shared }
  var executor: (any TaskExecutor)? { EventLoop.shared }

  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    ConnectedWaylandDisplay(connection: try currentConnection(), frames: frames, placeFolder: placeFolder)
  }

  private func currentConnection() throws(PictureInPictureError) -> WaylandConnection {
    try connection.withLock { connection throws(PictureInPictureError) in
      if let connection, !connection.isLost { return connection }
      let new = try WaylandConnection.open(displayName: displayName, cursorTheme: cursorTheme)
      connection = new
      return new
    }
  }
}

/// A compositor to which the process is connected.
private struct ConnectedWaylandDisplay: PictureInPictureDisplay {
  let connection: WaylandConnection
  let frames: RememberedFrames
  let placeFolder: String?

  /// The refresh rate of the fastest screen. A window can be on any screen. The fastest one shows each picture of the
  /// others, too.
  var refreshRate: FrameRate {
    connection.screens.compactMap(\.refreshRate).min { $0.interval < $1.interval } ?? .fps(60)
  }

  func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface {
    WaylandSurface(
      connection, request, WaylandPlacement(request, on: connection.screens, frames, placeFolder: placeFolder))
  }
}

/// A window of a Wayland compositor.
private final class WaylandSurface: PictureInPictureSurface {
  private let connection: WaylandConnection
  private let request: PictureInPictureSurfaceRequest
  private let placement: WaylandPlacement
  private let extent: WaylandExtent

  init(_ connection: WaylandConnection, _ request: PictureInPictureSurfaceRequest, _ placement: WaylandPlacement) {
    self.connection = connection
    self.request = request
    self.placement = placement
    let scale = placement.screen.scale
    extent = WaylandExtent(placement.frame(in: placement.geometry).size.scaled(by: scale), scale: scale)
  }

  var size: PixelSize { extent.size }
  var scale: Double { extent.scale }

  func open(with sample: SampleBuffer) async throws(PictureInPictureError) {
    try await connection.open(ObjectIdentifier(self), request, placement, extent, with: sample)
  }

  func present(_ sample: SampleBuffer) async {
    await connection.present(ObjectIdentifier(self), sample)
  }

  func setContentSize(_ size: PixelSize, minimum: PixelSize) async {
    await connection.setContentSize(size, minimum: minimum, of: ObjectIdentifier(self))
  }

  func close() async {
    await connection.close(ObjectIdentifier(self))
    placement.place?.release()
  }
}

/// The size and the scale of a surface, which can be read on any thread.
final class WaylandExtent: Sendable {
  private let values: Mutex<(size: PixelSize, scale: Double)>

  init(_ size: PixelSize, scale: Double) {
    values = Mutex((size, scale))
  }

  var size: PixelSize { values.withLock { $0.size } }
  var scale: Double { values.withLock { $0.scale } }

  /// Returns whether the size is new.
  func update(_ size: PixelSize, _ scale: Double) -> Bool {
    values.withLock { values in
      defer { values = (size, scale) }
      return values.size != size
    }
  }
}
