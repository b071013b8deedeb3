import OverlayRender
import Synchronization

/// A desktop in memory, for tests: what a display would show can be read, and its user can act.
package final class OffscreenDesktop: PictureInPictureDesktop {
  /// What was done with a surface.
  package enum Action: Sendable, Hashable {
    case opened(PixelSize)
    case presented(PixelSize)
    case closed
  }

  private struct State {
    var obstacle: PictureInPictureError?
    var openingError: PictureInPictureError?
    var surface: OffscreenSurface?
    var actions: [Action] = []
    var picture: PixelBuffer?
    var buffers: [WeakBuffer] = []
    var connectionCount = 0
    weak var connection: OffscreenDisplay?
  }

  private struct WeakBuffer {
    weak var buffer: PixelBuffer?
  }

  /// The rate at which the display shows pictures.
  package let refreshRate: FrameRate
  /// The clock of the pictures.
  package let clock: any MediaClock
  private let state = Mutex(State())

  /// Creates a desktop that shows pictures at a rate.
  package init(refreshRate: FrameRate = .fps(60), clock: any MediaClock) {
    self.refreshRate = refreshRate
    self.clock = clock
  }

  /// Why no surface can be opened.
  package var obstacle: PictureInPictureError? {
    get { state.withLock { $0.obstacle } }
    set { state.withLock { $0.obstacle = newValue } }
  }

  /// The error with which surfaces do not open.
  package var openingError: PictureInPictureError? {
    get { state.withLock { $0.openingError } }
    set { state.withLock { $0.openingError = newValue } }
  }

  /// What was done with surfaces, in order.
  package var actions: [Action] { state.withLock { $0.actions } }

  /// The visible picture; `nil` if no surface is open.
  package var picture: PixelBuffer? { state.withLock { $0.picture } }

  /// The number of buffers that were shown and still exist.
  package var liveBufferCount: Int { state.withLock { $0.buffers.count { $0.buffer != nil } } }

  /// Acts as the user, or the display, on the open surface.
  package func act(_ event: PictureInPictureSurfaceEvent) {
    guard let surface = state.withLock({ $0.surface }) else { return }
    surface.receive(event)
  }

  /// Returns whether the open surface has a control at a point in pixels.
  package func hasControl(x: Double, y: Double) -> Bool {
    state.withLock { $0.surface }?.request.hasControl(x, y) ?? false
  }

  /// The number of connections so far.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Whether a connection exists.
  package var isConnected: Bool { state.withLock { $0.connection != nil } }

  /// Returns the connection, which is shared.
  package func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    if let obstacle { throw obstacle }
    return state.withLock { state in
      if let connection = state.connection { return connection }
      let connection = OffscreenDisplay(self)
      state.connection = connection
      state.connectionCount += 1
      return connection
    }
  }

  fileprivate func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface {
    let surface = OffscreenSurface(self, request)
    state.withLock { $0.surface = surface }
    return surface
  }

  fileprivate func note(_ action: Action, _ picture: PixelBuffer?) {
    let previous = state.withLock { state in
      defer {
        state.actions.append(action)
        state.picture = picture
        state.buffers.removeAll { $0.buffer == nil }
        state.buffers.append(WeakBuffer(buffer: picture))
        if action == .closed { state.surface = nil }
      }
      return (state.picture, state.surface)
    }
    withExtendedLifetime(previous) {}
  }
}

/// A connection to a desktop in memory.
private final class OffscreenDisplay: PictureInPictureDisplay {
  private let desktop: OffscreenDesktop

  init(_ desktop: OffscreenDesktop) {
    self.desktop = desktop
  }

  var refreshRate: FrameRate { desktop.refreshRate }

  func makeSurface(_ request: PictureInPictureSurfaceRequest) -> any PictureInPictureSurface {
    desktop.makeSurface(request)
  }
}

/// A surface in memory, of the size of its content until the user chooses another one.
private final class OffscreenSurface: PictureInPictureSurface {
  private let desktop: OffscreenDesktop
  fileprivate let request: PictureInPictureSurfaceRequest
  private let currentSize: Mutex<PixelSize>

  init(_ desktop: OffscreenDesktop, _ request: PictureInPictureSurfaceRequest) {
    self.desktop = desktop
    self.request = request
    currentSize = Mutex(request.preferredSize)
  }

  let scale = 1.0
  var size: PixelSize { currentSize.withLock { $0 } }

  func receive(_ event: PictureInPictureSurfaceEvent) {
    if case .resized(let size) = event { currentSize.withLock { $0 = size } }
    request.onEvent(event)
  }

  func open(with sample: SampleBuffer) async throws(PictureInPictureError) {
    if let error = desktop.openingError { throw error }
    desktop.note(.opened(sample.format.size), sample.pixelBuffer)
  }

  func present(_ sample: SampleBuffer) async {
    desktop.note(.presented(sample.format.size), sample.pixelBuffer)
  }

  func setContentSize(_ size: PixelSize, minimum: PixelSize) async {
    if size != self.size { receive(.resized(size)) }
  }

  func close() async {
    desktop.note(.closed, nil)
  }
}
