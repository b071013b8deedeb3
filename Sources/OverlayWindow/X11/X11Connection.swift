import CX11
import Glibc
import OverlayPictureInPicture
import OverlayRender
import Synchronization

/// The windows on an X server, on the thread of the loop.
actor X11Connection {
  nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.shared.asUnownedSerialExecutor() }

  private let display: X11Display
  private var windows: [X11Window] = []
  /// The file descriptor of the connection.
  nonisolated let descriptor: CInt
  private nonisolated let hasEnded = Atomic(false)
  private nonisolated let currentScreen: Mutex<X11Screen>

  /// The time that a window manager has to show a window.
  private static let openingLimit = MediaTime.seconds(5)
  /// The time that a window manager has to resize a window.
  private static let resizingLimit = MediaTime.milliseconds(500)

  /// Connects to a server.
  ///
  /// - Parameter displayName: The name of the server; `nil` for `$DISPLAY`.
  init(_ displayName: String?) throws(PictureInPictureError) {
    display = try X11Display(displayName)
    descriptor = overlay_XConnectionNumber(display.pointer)
    currentScreen = Mutex(display.readScreen())
  }

  /// Whether the server has ended.
  nonisolated var isLost: Bool { hasEnded.load(ordering: .relaxed) }

  /// The state of the screen.
  nonisolated var screen: X11Screen { currentScreen.withLock { $0 } }

  private var lossError: PictureInPictureError {
    .displayLost(reason: "the X server \(display.name) ended the connection")
  }

  // MARK: Windows

  /// Opens a window, and returns when it is visible.
  func open(_ surface: X11Surface, with sample: SampleBuffer) async throws(PictureInPictureError) {
    guard !isLost else { throw lossError }
    guard let window = X11Window(display, surface, screen, sample), !display.isLost else {
      if display.isLost { end() }
      throw isLost ? lossError : .displayLost(reason: "there is no memory for a window")
    }
    if windows.isEmpty { EventLoop.shared.add(self) }
    windows.append(window)
    let limit = EventLoop.shared.schedule(at: EventLoop.shared.time + Self.openingLimit) { [weak self] in
      self?.assumeIsolated { $0.endOpening(of: surface) }
    }
    let error = await withCheckedContinuation { window.map(whenVisible: $0) }
    limit.cancel()
    if let error { throw error }
  }

  private func endOpening(of surface: X11Surface) {
    window(of: surface)?.endOpening(.displayLost(reason: "the window manager does not show the window"))
  }

  /// Shows another picture.
  func present(_ sample: SampleBuffer, on surface: X11Surface) {
    guard let picture = sample.pixelBuffer else { return }
    window(of: surface)?.present(picture, sample.damage)
  }

  /// Gives a window the aspect ratio of other content. Returns when the window has its new size, or the window manager
  /// has refused it.
  func setContentSize(_ size: PixelSize, minimum: PixelSize, of surface: X11Surface) async {
    guard let window = window(of: surface), window.setContentSize(size, minimum: minimum, screen) else { return }
    let limit = EventLoop.shared.schedule(at: EventLoop.shared.time + Self.resizingLimit) { [weak self] in
      self?.assumeIsolated { $0.window(of: surface)?.endResizing() }
    }
    await withCheckedContinuation { window.wait(untilResized: $0) }
    limit.cancel()
  }

  /// Closes a window. The last one ends the connection.
  func close(_ surface: X11Surface) {
    guard let index = windows.firstIndex(where: { $0.surface === surface }) else { return }
    windows.remove(at: index).close()
    display.synchronize()
    if windows.isEmpty { EventLoop.shared.remove(self) }
  }

  private func window(of surface: X11Surface) -> X11Window? { windows.first { $0.surface === surface } }

  // MARK: Events

  /// Sends requests, and handles the events that have arrived.
  ///
  /// While the library waited for an answer, it may have read events, too. So it is not enough to look when the
  /// descriptor can be read.
  private func handleEvents() {
    var event = XEvent()
    while !display.isLost, overlay_XEventsQueued(display.pointer, CInt(QueuedAfterFlush)) > 0 {
      overlay_XNextEvent(display.pointer, &event)
      handle(&event)
      // Only the last one of several positions of the pointer counts.
      if overlay_XEventsQueued(display.pointer, CInt(QueuedAlready)) == 0 {
        for window in windows { window.finishEvents() }
      }
    }
    if display.isLost { end() }
  }

  private func handle(_ event: inout XEvent) {
    if event.type == MappingNotify {
      overlay_XRefreshKeyboardMapping(&event.xmapping)
    } else if let events = display.randrEvents, event.type == events + RRScreenChangeNotify {
      overlay_XRRUpdateConfiguration(&event)
      let screen = display.readScreen()
      currentScreen.withLock { $0 = screen }
      for window in windows { window.returnToScreen(screen) }
    } else if let window = windows.first(where: { $0.identifier == event.xany.window }) {
      window.handle(&event, screen)
    }
  }

  private func end() {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    EventLoop.shared.remove(self)
    let lost = windows
    windows = []
    for window in lost { window.lose(lossError) }
  }
}

extension X11Connection: EventSource {
  nonisolated func willWait() -> CInt {
    assumeIsolated { $0.handleEvents() }
    return CInt(POLLIN)
  }

  // Before the next wait, what has arrived is handled.
  nonisolated func didWait(_ events: CInt) {}
}
