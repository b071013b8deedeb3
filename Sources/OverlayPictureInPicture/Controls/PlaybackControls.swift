import OverlayRender

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
  private let state: EffectRunner<State, PlaybackControlsState.Effect>
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
    state = EffectRunner(State(controls: controls))
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
  func send(_ event: PlaybackControlsState.Event) {
    state.send {
      $0.controls.handle(event)
    } carryOut: {
      self.carryOut($0)
    }
  }

  private func carryOut(_ effect: PlaybackControlsState.Effect) {
    switch effect {
    case .show(let model): self.model.update(model)
    case .perform(let action): perform(action)
    case .startResting:
      set(\.resting, clock.schedule(at: clock.time + Self.restingTime) { [weak self] in self?.send(.rested) })
    case .stopResting: set(\.resting, nil)
    case .follow(.zero): follow()
    case .follow(let delay):
      set(\.following, clock.schedule(at: clock.time + delay) { [weak self] in self?.follow() })
    case .stopFollowing: set(\.following, nil)
    }
  }

  /// Sets a timer. The previous one is released outside the lock.
  private func set(_ timer: WritableKeyPath<State, Subscription?>, _ subscription: Subscription?) {
    let previous = state.withLock { state in
      defer { state[keyPath: timer] = subscription }
      return state[keyPath: timer]
    }
    withExtendedLifetime(previous) {}
  }
}
