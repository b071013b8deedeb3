import Glibc
import OverlayPictureInPicture
import OverlayRender
import Synchronization

/// A connection to a compositor, and its windows. It belongs to the thread of the windows.
actor WaylandConnection: EventSource {
  /// The time in which a compositor shows a new window.
  private static let openingLimit = MediaTime.seconds(3)

  nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.shared.asUnownedSerialExecutor() }
  nonisolated let descriptor: CInt
  private nonisolated let state: Mutex<(screens: [WaylandScreen], isLost: Bool)>

  /// The global objects, and the connection; `nil` when the connection is lost.
  private var registry: WaylandRegistry?
  private var windows: [ObjectIdentifier: WaylandWindow] = [:]

  /// Connects to a compositor. The connection becomes a source of the loop.
  ///
  /// - Throws: `PictureInPictureError.notSupported` if there is none, or it lacks what windows need.
  static func open(displayName: String?, cursorTheme: String?) throws(PictureInPictureError) -> WaylandConnection {
    let connection = try WaylandConnection(displayName: displayName, cursorTheme: cursorTheme)
    EventLoop.shared.add(connection)
    return connection
  }

  private init(displayName: String?, cursorTheme: String?) throws(PictureInPictureError) {
    let display = try WaylandDisplay(named: displayName)
    let registry = try WaylandRegistry(on: display, cursorTheme: cursorTheme)
    descriptor = display.descriptor
    state = Mutex((registry.screens, false))
    self.registry = registry
  }

  /// The screens of the compositor.
  nonisolated var screens: [WaylandScreen] { state.withLock { $0.screens } }
  /// Whether the connection has ended.
  nonisolated var isLost: Bool { state.withLock { $0.isLost } }

  // MARK: - Events

  nonisolated func willWait() -> CInt { assumeIsolated { $0.prepareToRead() } }

  nonisolated func didWait(_ events: CInt) { assumeIsolated { $0.registry?.display.read(events) } }

  private func prepareToRead() -> CInt {
    while let registry {
      if let failure = registry.display.failure {
        lose(failure)
        break
      }
      settle(registry)
      if let events = registry.display.prepareToRead() { return events }
    }
    return 0
  }

  /// Carries out what follows from the events that were handled.
  private func settle(_ registry: WaylandRegistry) {
    if registry.hasNewScreens {
      registry.hasNewScreens = false
      let screens = registry.screens
      state.withLock { $0.screens = screens }
      for window in windows.values { window.screensChanged() }
    }
    for window in windows.values { window.settle() }
  }

  /// Ends the connection. The windows report it.
  private func lose(_ error: PictureInPictureError) {
    state.withLock { $0.isLost = true }
    EventLoop.shared.remove(self)
    for window in windows.values { window.lose(error) }
    windows = [:]
    registry = nil
  }

  // MARK: - Windows

  func open(
    _ id: ObjectIdentifier, _ request: PictureInPictureSurfaceRequest, _ placement: WaylandPlacement,
    _ extent: WaylandExtent, with sample: SampleBuffer
  ) async throws(PictureInPictureError) {
    guard let registry else { throw .displayLost(reason: "the connection to the compositor has ended") }
    let window = WaylandWindow(request, placement, extent, registry)
    windows[id] = window
    window.open()
    let loop = EventLoop.shared
    let end = loop.time + Self.openingLimit
    let limit = loop.schedule(at: end) { [weak self] in self?.assumeIsolated { $0.windows[id]?.resume() } }
    while !window.isVisible, !Task.isCancelled {
      if let failure = window.failure { throw failure }
      let count = window.changeCount
      let isShown = window.isShown || window.show(sample)
      if loop.time >= end {
        // A screen that sleeps shows the picture later.
        if isShown { break }
        throw .displayLost(reason: "the compositor does not show the window")
      }
      await waitForChange(of: window, after: count, id)
    }
    window.prepareNext(after: sample)
    withExtendedLifetime(limit) {}
  }

  func present(_ id: ObjectIdentifier, _ sample: SampleBuffer) async {
    while let window = windows[id], !Task.isCancelled {
      let count = window.changeCount
      if window.show(sample) { return }
      await waitForChange(of: window, after: count, id)
    }
  }

  func setContentSize(_ size: PixelSize, minimum: PixelSize, of id: ObjectIdentifier) {
    windows[id]?.setContentSize(size, minimum: minimum)
  }

  func close(_ id: ObjectIdentifier) {
    windows.removeValue(forKey: id)?.close()
  }

  /// Waits until a window has changed, or the task is canceled.
  private func waitForChange(of window: WaylandWindow, after count: Int, _ id: ObjectIdentifier) async {
    await withTaskCancellationHandler {
      // A closure that does not use `self` is not isolated to it: the window would change on another thread.
      await withCheckedContinuation(isolation: self) { window.resume($0, afterChange: count) }
    } onCancel: {
      Task { await self.resume(id) }
    }
  }

  private func resume(_ id: ObjectIdentifier) { windows[id]?.resume() }
}
