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
  private let numberFolder: String?
  private let state = Mutex(State())

  /// Creates the desktop of a server.
  ///
  /// - Parameters:
  ///   - displayName: The name of the server, such as ":0"; `nil` for `$DISPLAY`.
  ///   - rememberedFrames: Where windows were left.
  ///   - numberFolder: The folder of ``WindowNumber``; `nil` for none.
  init(
    displayName: String? = nil, rememberedFrames: RememberedFrames = RememberedFrames(), numberFolder: String? = nil
  ) {
    self.displayName = displayName
    self.rememberedFrames = rememberedFrames
    self.numberFolder = numberFolder
  }

  /// The clock of the loop.
  var clock: any MediaClock { EventLoop.shared }

  /// The loop.
  var executor: (any TaskExecutor)? { EventLoop.shared }

  /// Connects to the server, unless there is a connection.
  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    ConnectedX11Display(
      connection: try connection(), rememberedFrames: rememberedFrames, numberFolder: numberFolder)
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
  let numberFolder: String?

  /// The refresh rate of the fastest monitor.
  var refreshRate: FrameRate { connection.screen.refreshRate }

  func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface {
    X11Surface(
      connection, request, rememberedFrames,
      request.options.position == nil ? WindowNumber(folder: numberFolder) : nil)
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
  /// The number of pixels per point.
  let scale: Double
  /// The number of a window that opens where others may be open.
  private let number: WindowNumber?
  private let currentSize: Mutex<PixelSize>

  init(
    _ connection: X11Connection, _ request: PictureInPictureSurfaceRequest, _ rememberedFrames: RememberedFrames,
    _ number: WindowNumber?
  ) {
    self.connection = connection
    self.request = request
    self.rememberedFrames = rememberedFrames
    let screen = connection.screen
    let options = request.options
    let remembered =
      options.position == nil ? options.autosaveName.flatMap { rememberedFrames.frame(named: $0) } : nil
    let geometry = screen.geometry(request.preferredSize, at: remembered?.frame)
    initialFrame = geometry.cascaded(
      remembered.map { geometry.restoredFrame($0, restoresSize: options.restoresSize) }
        ?? geometry.initialFrame(at: options.position ?? .bottomRight), number: number?.value ?? 0)
    self.number = number
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

  func setContentSize(_ size: PixelSize) async {
    await connection.setContentSize(size, of: self)
  }

  func close() async {
    await connection.close(self)
    number?.release()
  }

  /// Reports an event. A new size is known before it is reported.
  func report(_ event: PictureInPictureSurfaceEvent) {
    if case .resized(let size) = event { currentSize.withLock { $0 = size } }
    request.onEvent(event)
  }
}
