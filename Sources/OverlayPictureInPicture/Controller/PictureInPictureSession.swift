import Dispatch
import OverlayRender

/// What a picture-in-picture controller controls. It lives until its window is closed, so the delegate learns of the
/// end also if the program releases the controller.
final class PictureInPictureSession: Sendable {
  struct State {
    var pictureInPicture = PictureInPictureState()
    /// What is shown; `nil` after the program has removed or released it.
    var source: PictureInPictureContentSource?
    weak var controller: PictureInPictureController?
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

  /// An effect, with the source that was there at its event.
  typealias SourceEffect = (effect: PictureInPictureState.Effect, source: PictureInPictureContentSource?)

  let desktop: any PictureInPictureDesktop
  let turns: PictureInPictureTurns
  /// The queue on which effects are carried out and the delegate is called.
  let queue: DispatchQueue
  let state: EffectRunner<State, SourceEffect>
  let observers = Observers<PictureInPictureController.Event>()
  let playbackObservers = Observers<ContentPlayback?>()
  var clock: any MediaClock { desktop.clock }
  /// The pictures that were shown.
  let progress: RecordingProgress

  init(
    _ source: PictureInPictureContentSource, delegate: (any PictureInPictureControllerDelegate)?,
    queue: DispatchQueue?, desktop: any PictureInPictureDesktop, turns: PictureInPictureTurns
  ) {
    self.desktop = desktop
    self.turns = turns
    let queue = queue ?? .pictureInPicture
    self.queue = queue
    progress = RecordingProgress(clock: desktop.clock)
    state = EffectRunner(State(source: source, delegate: delegate), on: queue)
  }

  deinit {
    observers.finish()
  }

  /// The controller: another object if the program has released its own.
  var controller: PictureInPictureController {
    if let controller = state.withLock({ $0.controller }) { return controller }
    let controller = PictureInPictureController(self)
    return state.withLock { state in
      if let other = state.controller { return other }
      state.controller = controller
      return controller
    }
  }

  var delegate: (any PictureInPictureControllerDelegate)? {
    get { state.withLock { $0.delegate } }
    set {
      state.withLock { $0.delegate = newValue }
      invalidatePlaybackState()
    }
  }

  /// Whether the delegate can show the user interface of the program.
  var canRestoreUserInterface: Bool {
    let (delegate, options) = state.withLock { ($0.delegate, $0.windowOptions) }
    return delegate != nil && options.canRestoreUserInterface
  }

  var source: PictureInPictureContentSource? { state.withLock { $0.source } }

  func setSource(_ source: PictureInPictureContentSource?) {
    send(source.map { .contentReplaced($0.content.obstacle) } ?? .contentRemoved) { $0.source = source }
    invalidatePlaybackState()
  }

  func start() {
    do {
      let display = try connect()
      send(.start(nil), display)
    } catch {
      send(.start(error))
    }
  }

  /// Ends when the program has released the controller.
  func controllerWasReleased() {
    guard state.withLock({ $0.controller }) == nil else { return }
    setSource(nil)
  }

  func setSuspended(_ isSuspended: Bool) {
    // The lock keeps the order of events.
    state.withLock { state in
      guard state.isSuspended != isSuspended else { return }
      state.isSuspended = isSuspended
      observers.send(.suspendedChanged(isSuspended))
    }
  }

  /// Connects to the display, and reports whether that has become possible or impossible.
  func connect() throws(PictureInPictureError) -> any PictureInPictureDisplay {
    do {
      let display = try desktop.connect()
      setPossible(true)
      return display
    } catch {
      setPossible(false)
      throw error
    }
  }

  private func setPossible(_ isPossible: Bool) {
    // The lock keeps the order of events.
    state.withLock { state in
      guard state.wasPossible != isPossible else { return }
      state.wasPossible = isPossible
      observers.send(.possibleChanged(isPossible))
    }
  }
}

extension DispatchQueue {
  /// The serial queue of controllers that choose no other one.
  fileprivate static let pictureInPicture = DispatchQueue(label: "OverlayRender.PictureInPicture")
}
