import Dispatch
import Synchronization

/// Shows content in a small window above everything else; the counterpart of `AVPictureInPictureController`.
///
///     let source = PictureInPictureContentSource(ClockText(), preferredSize: PixelSize(480, 270))
///     let controller = try PictureInPictureController(source)
///     controller.start()
///
/// `start()` and `stop()` are requests. The delegate and the observers of ``events`` learn what happens. A start first
/// stops another picture in picture of the program, and waits up to ten seconds until its content has a picture: no
/// empty window is ever shown.
///
/// Controllers are safe to use from any thread. A controller that is released stops.
public final class PictureInPictureController: Sendable {
  struct State {
    var pictureInPicture = PictureInPictureState()
    var source: PictureInPictureContentSource
    weak var delegate: (any PictureInPictureControllerDelegate)?
    var closingTime: MediaTime?
    var windowOptions = PictureInPictureWindowOptions()
    var requiresLinearPlayback = false
    var canStartAutomatically = false
    var isSuspended = false
    /// Whether a start was possible when it was last checked.
    var wasPossible = true
    var playbackChanges: Subscription?
    /// The wait for content that is not ready, and its limit.
    var waits: [Subscription] = []
    /// The delegate's answer to a restore.
    var restoring: Task<Void, Never>?
    /// The end of the window after a given time.
    var closing: Subscription?
    var turn: PictureInPictureTurn?
    /// The display of a start, until its window opens.
    var display: (any PictureInPictureDisplay)?
    var presentation: PictureInPicturePresentation?
    /// The task of the presentation, which it ends with.
    var presenting: Task<Void, Never>?
    /// The controls of the window that is open or opens.
    var controls: PlaybackControls?
    var skips = PlaybackSkips()
  }

  let desktop: any PictureInPictureDesktop
  let turns: PictureInPictureTurns
  /// The queue on which effects are carried out and the delegate is called.
  let queue: DispatchQueue
  let state: Mutex<State>
  let observers = Observers<Event>()
  let playbackObservers = Observers<ContentPlayback?>()
  var clock: any MediaClock { desktop.clock }
  /// The pictures that were shown.
  package let progress: RecordingProgress

  /// Whether the desktop can show picture in picture. Without a display, or a library for windows, it is false.
  public static var isSupported: Bool { obstacle == nil }
  /// Why the desktop cannot show picture in picture; `nil` if it can.
  package static var obstacle: PictureInPictureError? { PictureInPictureDesktops.current.obstacle }

  /// Creates a controller for content.
  ///
  /// - Parameters:
  ///   - source: What the window shows.
  ///   - delegate: Receives the events. The controller does not retain it.
  ///   - queue: A serial queue on which the delegate is called; by default, a queue of this library.
  /// - Throws: `PictureInPictureError.notSupported` if the desktop cannot show picture in picture.
  public convenience init(
    _ source: PictureInPictureContentSource, delegate: (any PictureInPictureControllerDelegate)? = nil,
    queue: DispatchQueue? = nil
  ) throws(PictureInPictureError) {
    try self.init(
      source, delegate: delegate, queue: queue, desktop: PictureInPictureDesktops.current, turns: .shared)
  }

  init(
    _ source: PictureInPictureContentSource, delegate: (any PictureInPictureControllerDelegate)? = nil,
    queue: DispatchQueue? = nil, desktop: any PictureInPictureDesktop, turns: PictureInPictureTurns
  ) throws(PictureInPictureError) {
    if let obstacle = desktop.obstacle { throw obstacle }
    self.desktop = desktop
    self.turns = turns
    self.queue = queue ?? .pictureInPicture
    progress = RecordingProgress(clock: desktop.clock)
    state = Mutex(State(source: source, delegate: delegate))
  }

  deinit {
    let (presenting, turn) = state.withLock { ($0.presenting, $0.turn) }
    presenting?.cancel()
    observers.removeAll()
    guard let turn else { return }
    // Another picture in picture starts when the window is closed.
    Task.detached { [turns] in
      await presenting?.value
      turns.end(turn)
    }
  }

  /// Receives the events.
  public var delegate: (any PictureInPictureControllerDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// Whether a start can succeed now, as far as the desktop is concerned. Whether the content is ready does not matter,
  /// nor whether another picture in picture is open, in this program or in another one of the user: a start takes over
  /// from it, and opens its window when that one has stopped completely.
  public var isPossible: Bool { (try? connect()) != nil }

  /// Whether the window is open.
  public var isActive: Bool { state.withLock { $0.pictureInPicture.isActive } }

  /// Whether the desktop hides the open window, for example because it is minimized. Wayland compositors do not report
  /// it.
  public var isSuspended: Bool { state.withLock { $0.isSuspended } }

  /// The time after which an open window closes by itself; `nil` for never. A change applies to the next window that
  /// opens.
  public var closesAfter: MediaTime? {
    get { state.withLock { $0.closingTime } }
    set { state.withLock { $0.closingTime = newValue } }
  }

  /// Where the window opens, and how it behaves. A change applies to the next window that opens.
  public var windowOptions: PictureInPictureWindowOptions {
    get { state.withLock { $0.windowOptions } }
    set { state.withLock { $0.windowOptions = newValue } }
  }

  /// Whether the content is played from its start to its end only: the window then has no controls to skip or to jump.
  public var requiresLinearPlayback: Bool {
    get { state.withLock { $0.requiresLinearPlayback } }
    set {
      let controls = state.withLock { state in
        state.requiresLinearPlayback = newValue
        return state.controls
      }
      controls?.send(.linearPlaybackSet(newValue))
      invalidatePlaybackState()
    }
  }

  /// Whether ``inlineContentDidDisappear()`` opens the window. The default is `false`.
  public var canStartAutomaticallyFromInline: Bool {
    get { state.withLock { $0.canStartAutomatically } }
    set { state.withLock { $0.canStartAutomatically = newValue } }
  }

  /// Opens the window if that is allowed and the content plays.
  ///
  /// Call this when the program no longer shows the content itself, for example because its own window is minimized.
  public func inlineContentDidDisappear() {
    if canStartAutomaticallyFromInline, playback?.isPaused != true { start() }
  }

  /// The pictures that were shown so far, and how late they were.
  public var statistics: RecordingStatistics { progress.statistics }

  /// What the window shows. An open window takes the aspect ratio and the configuration of another source, and shows
  /// its view from the beginning. A source that has no picture yet stops an active picture in picture, with the reason
  /// ``PictureInPictureStopReason/system(_:)``.
  public var contentSource: PictureInPictureContentSource {
    get { state.withLock { $0.source } }
    set {
      send(.contentReplaced(newValue.content.obstacle), source: newValue)
      invalidatePlaybackState()
    }
  }

  /// Opens the window. It has no effect if the window is open or opens.
  public func start() {
    do {
      let display = try connect()
      send(.start(nil), display)
    } catch {
      send(.start(error))
    }
  }

  /// Closes the window. It has no effect if the window is closed or closes.
  public func stop() { send(.stop(.program)) }

  /// Asks the playback delegate again what the controls show.
  public func invalidatePlaybackState() {
    queue.async { [weak self] in self?.updatePlayback() }
  }
}

extension DispatchQueue {
  /// The serial queue of controllers that choose no other one.
  fileprivate static let pictureInPicture = DispatchQueue(label: "OverlayRender.PictureInPicture")
}
