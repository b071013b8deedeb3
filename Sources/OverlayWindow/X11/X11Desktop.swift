import OverlayPictureInPicture
import OverlayRender
import Synchronization

/// The desktop of an X server.
///
/// The connection is shared by all windows, and by starts that have not opened theirs. It ends with the last one. When
/// the server has ended, the next start connects anew.
final class X11Desktop: PictureInPictureDesktop {
  private struct State {
    weak var connection: X11Connection?
  }

  private let displayName: String?
  private let rememberedFrames: RememberedFrames
  private let placeFolder: String?
  private let state = Mutex(State())

  /// Creates the desktop of a server.
  ///
  /// - Parameters:
  ///   - displayName: The name of the server, such as ":0"; `nil` for `$DISPLAY`.
  ///   - rememberedFrames: Where windows were left.
  ///   - placeFolder: The folder of the locks of ``WindowPlace``; `nil` for none.
  init(
    displayName: String? = nil, rememberedFrames: RememberedFrames = RememberedFrames(), placeFolder: String? = nil
  ) {
    self.displayName = displayName
    self.rememberedFrames = rememberedFrames
    self.placeFolder = placeFolder
  }

  /// The clock of the loop.
  var clock: any MediaClock { EventLoop.shared }

  /// The loop.
  var executor: (any TaskExecutor)? { EventLoop.shared }

  /// Connects to the server, unless there is a connection.
  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    ConnectedX11Display(
      connection: try connection(), rememberedFrames: rememberedFrames, placeFolder: placeFolder)
  }

  private func connection() throws(PictureInPictureError) -> X11Connection {
    try state.withLock { state throws(PictureInPictureError) in
      if let connection = state.connection, !connection.isLost { return connection }
      let connection = try X11Connection(displayName)
      state.connection = connection
      return connection
    }
  }
}

/// An X server to which the process is connected.
private struct ConnectedX11Display: PictureInPictureDisplay {
  let connection: X11Connection
  let rememberedFrames: RememberedFrames
  let placeFolder: String?

  /// The refresh rate of the fastest monitor.
  var refreshRate: FrameRate { connection.screen.refreshRate }

  func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface {
    X11Surface(connection, request, rememberedFrames, placeFolder: placeFolder)
  }
}

/// A window as its presentation sees it. What belongs to Xlib is in the connection.
final class X11Surface: PictureInPictureSurface {
  private let connection: X11Connection
  /// What the window was requested for.
  let request: PictureInPictureSurfaceRequest
  /// Where the window was left.
  let rememberedFrames: RememberedFrames
  /// The frame at which the window opens.
  let initialFrame: PixelRect
  private let place: WindowPlace
  /// The number of pixels per point.
  let scale: Double
  private let currentSize: Mutex<PixelSize>

  init(
    _ connection: X11Connection, _ request: PictureInPictureSurfaceRequest, _ rememberedFrames: RememberedFrames,
    placeFolder: String?
  ) {
    self.connection = connection
    self.request = request
    self.rememberedFrames = rememberedFrames
    let screen = connection.screen
    let options = request.options
    let remembered =
      options.position == nil ? options.autosaveName.flatMap { rememberedFrames.frame(named: $0) } : nil
    let geometry = screen.geometry(
      request.preferredSize, minimumSize: request.minimumSize, at: remembered?.frame)
    let frame =
      remembered.map { geometry.restoredFrame($0, restoresSize: options.restoresSize) }
      ?? geometry.initialFrame(at: options.position ?? .bottomRight)
    // A position that is given is taken as it is.
    place = WindowPlace(folder: options.position == nil ? placeFolder : nil) { number in
      geometry.corner(of: geometry.stacked(frame, number: number))
    }
    initialFrame = geometry.stacked(frame, number: place.number)
    scale = screen.scale
    currentSize = Mutex(initialFrame.size)
  }

  var size: PixelSize { currentSize.withLock { $0 } }

  func open(with sample: SampleBuffer) async throws(PictureInPictureError) {
    try await connection.open(self, with: sample)
  }

  func present(_ sample: SampleBuffer) async {
    await connection.present(sample, on: self)
  }

  func setContentSize(_ size: PixelSize, minimum: PixelSize) async {
    await connection.setContentSize(size, minimum: minimum, of: self)
  }

  func close() async {
    await connection.close(self)
    place.release()
  }

  /// Reports an event. A new size is known before it is reported.
  func report(_ event: PictureInPictureSurfaceEvent) {
    if case .resized(let size) = event { currentSize.withLock { $0 = size } }
    request.onEvent(event)
  }
}
