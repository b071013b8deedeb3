import Glibc
import OverlayRender
import Synchronization

/// A view that can float above everything else in a window; the counterpart of `UIPiPView`.
///
///     let sale = try PiPView(preferredSize: PixelSize(480, 270)) { CountdownText(to: opening) }
///     sale.startPictureInPicture(refreshInterval: .seconds(1))
///
/// A refresh only decides at which times the content is drawn. Each picture shows the content of its time, and a
/// refresh that changes nothing costs nothing. The user can pause and continue the content: a clock that continues
/// shows the true time.
///
/// The window opens with a finished picture. PiP views are safe to use from any thread.
public final class PiPView: Sendable {
  /// When the content is drawn.
  public enum RefreshPolicy: Sendable, Hashable {
    /// At multiples of an interval, which is at least the refresh interval of the display.
    case interval(MediaTime)
    /// When ``PiPView/render()`` is called, and when the window opens.
    case manual
    /// When the window opens.
    case once
    /// When it changes, but at most at this rate.
    case onChange(maximumRate: FrameRate)
  }

  /// The controller of the window, for its delegate, its events and its options.
  public let controller: PictureInPictureController
  private let refresh: PiPRefresh
  private let isWarned = Mutex(false)
  private let warn: @Sendable (String) -> Void

  /// Creates a view that is not in picture in picture.
  ///
  /// - Parameters:
  ///   - preferredSize: The size in points at which the window opens, and whose aspect ratio it keeps.
  ///   - delegate: Receives the events of the window. It is not retained.
  ///   - content: The content.
  /// - Throws: `PictureInPictureError.notSupported` if the desktop cannot show picture in picture.
  public convenience init(
    preferredSize: PixelSize, delegate: (any PictureInPictureControllerDelegate)? = nil,
    @ViewBuilder content: () -> some View
  ) throws(PictureInPictureError) {
    try self.init(
      preferredSize: preferredSize, delegate: delegate, content: content(), desktop: PictureInPictureDesktops.current,
      turns: .shared,
      warn: { text in
        var line = "OverlayRender: \(text)\n"
        _ = line.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      })
  }

  init(
    preferredSize: PixelSize, delegate: (any PictureInPictureControllerDelegate)? = nil, content: some View,
    desktop: any PictureInPictureDesktop, turns: PictureInPictureTurns, warn: @escaping @Sendable (String) -> Void
  ) throws(PictureInPictureError) {
    let refresh = PiPRefresh()
    self.refresh = refresh
    self.warn = warn
    let view = LiveView(refresh.state) { entry in
      ContentTimeView(entry.contentTime) { content }
    }
    controller = try PictureInPictureController(
      PictureInPictureContentSource(view, preferredSize: preferredSize, playback: refresh), delegate: delegate,
      desktop: desktop, turns: turns)
  }

  /// Whether the window is open.
  public var isPictureInPictureActive: Bool { controller.isActive }

  /// When the content is drawn. The default is when it changes.
  public var refreshPolicy: RefreshPolicy {
    get { refresh.state.current.value.policy }
    set { refresh.set(limited(newValue)) }
  }

  /// Opens the window, whose content is drawn at multiples of an interval.
  ///
  /// - Parameter refreshInterval: The interval. The refresh interval of the display replaces a shorter one.
  public func startPictureInPicture(refreshInterval: MediaTime) {
    // Both need the display, and share the connection.
    let display = try? controller.desktop.connect()
    setRefreshInterval(refreshInterval)
    controller.start()
    withExtendedLifetime(display) {}
  }

  /// Opens the window, whose content is drawn when ``render()`` is called.
  public func startPictureInPicture() {
    refreshPolicy = .manual
    controller.start()
  }

  /// Closes the window.
  public func stopPictureInPicture() { controller.stop() }

  /// Draws the content at multiples of another interval from now on. It replaces the previous policy.
  public func setRefreshInterval(_ interval: MediaTime) { refreshPolicy = .interval(interval) }

  /// Draws the content of this time if the policy is manual. With an interval, the next multiple draws it anyway.
  public func render() { refresh.render() }

  /// Returns a policy that the display can follow, and warns once about one that it cannot.
  private func limited(_ policy: RefreshPolicy) -> RefreshPolicy {
    guard case .interval(let interval) = policy else { return policy }
    let rate = controller.desktop.refreshRate
    guard !interval.isNumeric || interval < rate.interval else { return policy }
    let isFirst = isWarned.withLock { isWarned in
      defer { isWarned = true }
      return !isWarned
    }
    if isFirst {
      warn("a refresh interval of \(interval.seconds) s is not possible: the display shows \(rate) frames/s")
    }
    return .interval(rate.interval)
  }
}

/// What decides the time of the content of a PiP view. The user pauses and continues it.
private final class PiPRefresh: SampleBufferPlaybackDelegate {
  struct State: Sendable {
    var policy = PiPView.RefreshPolicy.onChange(maximumRate: .fps(60))
    var isPaused = false
  }

  let state = LiveData(State())
  private let change = Mutex(())

  func set(_ policy: PiPView.RefreshPolicy) { update { $0.policy = policy } }

  /// Draws the content of this time. An update with the same values has another time.
  func render() {
    if state.current.value.policy == .manual { update { _ in } }
  }

  private func update(_ body: (inout State) -> Void) {
    change.withLock { _ in
      var state = state.current.value
      body(&state)
      self.state.update(state)
    }
  }

  let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  var isPlaybackPaused: Bool { state.current.value.isPaused }
  func setPlaying(_ isPlaying: Bool) {
    // A second pause would show the content of its own time.
    if isPlaying == isPlaybackPaused { update { $0.isPaused = !isPlaying } }
  }
  func skip(by interval: MediaTime) async {}
  func didTransition(toRenderSize size: PixelSize) {}
}

extension LiveData<PiPRefresh.State>.Entry {
  /// The time of the content.
  fileprivate var contentTime: ContentTime {
    if value.isPaused { return .stopped(at: since) }
    return switch value.policy {
    case .interval(let interval): .stepped(by: interval)
    case .manual, .once: .stopped(at: since)
    case .onChange(let maximumRate): .stepped(by: maximumRate.interval)
    }
  }
}
