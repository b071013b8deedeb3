import OverlayRender
import Synchronization

/// The controls of the window of picture in picture.
final class PlaybackControls: Sendable {
  private struct State {
    var controls: PlaybackControlsState
    var resting: Subscription?
    var following: Subscription?
  }

  /// The time for which the pointer rests until the controls disappear.
  private static let restingTime = MediaTime.seconds(3)

  private let clock: any MediaClock
  /// Carries out what the user asks for.
  private let perform: @Sendable (PlaybackCommand) -> Void
  /// Asks for the playback of the content.
  private let follow: @Sendable () -> Void
  private let state: Mutex<State>
  private let model = LiveData<PlaybackControlsModel?>(nil)

  init(
    clock: any MediaClock, options: PictureInPictureWindowOptions, canRestore: Bool, isLinear: Bool,
    perform: @escaping @Sendable (PlaybackCommand) -> Void, follow: @escaping @Sendable () -> Void
  ) {
    self.clock = clock
    self.perform = perform
    self.follow = follow
    var controls = PlaybackControlsState()
    controls.skipInterval = options.skipInterval
    controls.canRestore = canRestore
    controls.isLinear = isLinear
    state = Mutex(State(controls: controls))
  }

  /// The visible controls; nothing while they are hidden.
  var view: some View {
    LiveView(model) { entry in
      if let model = entry.value { PlaybackControlsView(model: model) }
    }
  }

  /// Returns whether a visible control is at a point in pixels.
  func hasControl(atX x: Double, y: Double) -> Bool {
    state.withLock { $0.controls.hasControl(atX: x, y: y) }
  }

  /// Changes the state, and carries out the effects.
  ///
  /// The lock keeps their order. Nothing that they call comes back here at once: actions go to a queue.
  func send(_ event: PlaybackControlsState.Event) {
    state.withLock { state in
      for effect in state.controls.handle(event) { carryOut(effect, &state) }
    }
  }

  private func carryOut(_ effect: PlaybackControlsState.Effect, _ state: inout State) {
    switch effect {
    case .show(let model): self.model.update(model)
    case .perform(let action): perform(action)
    case .startResting:
      state.resting = clock.schedule(at: clock.time + Self.restingTime) { [weak self] in self?.send(.rested) }
    case .stopResting: state.resting = nil
    case .follow(.zero): follow()
    case .follow(let delay):
      state.following = clock.schedule(at: clock.time + delay) { [weak self] in self?.follow() }
    case .stopFollowing: state.following = nil
    }
  }
}
