import Dispatch
import OverlayRender

extension MoviePlayer {
  /// Changes the state, and carries out the effects. Returns whether the state satisfied the condition; otherwise
  /// nothing happens.
  @discardableResult
  func send(
    _ event: PlaybackState.Event, if isPossible: (State) -> Bool = { _ in true },
    then change: (inout State) -> Void = { _ in }
  ) -> Bool {
    var isSent = false
    state.send { state in
      guard isPossible(state) else { return [] }
      isSent = true
      defer { change(&state) }
      return state.playback.handle(event)
    } carryOut: {
      self.carryOut($0)
    }
    return isSent
  }

  private func carryOut(_ effect: PlaybackState.Effect) {
    let session = state.withLock { $0.session }
    switch effect {
    case .close:
      guard let session else { return }
      state.withLock { $0.session = nil }
      Self.close(session)
    case .open(let number): open(number)
    case .decode(let generation, let target): session?.decode(generation: generation, target)
    case .jump(_, let time):
      session?.jump(to: time)
      timeChanged(session)
    case .setClockRate(let rate):
      session?.setClockRate(rate)
      timeChanged(session)
    case .holdAtEnd:
      session?.holdAtEnd()
      timeChanged(session)
    case .startNextRound:
      session?.startNextRound()
      timeChanged(session)
    case .setLooping(let isLooping): session?.setLooping(isLooping)
    case .setEnd(let end): session?.setEnd(end)
    case .finishSeek(let number, let isFinished):
      let completion = state.withLock { $0.completions.removeValue(forKey: number) }
      if let completion { DispatchQueue.observers.async { completion(isFinished) } }
    case .report(let report): carryOut(report, session)
    }
  }

  private func carryOut(_ report: PlaybackState.Report, _ session: PlaybackSession?) {
    switch report {
    case .status(let status): session?.item.setStatus(status)
    case .timeControl(let status): observers.send(.timeControlStatusChanged(status))
    case .stall: session?.item.send(.playbackStalled)
    case .jump: session?.item.send(.timeJumped)
    case .end: session?.item.send(.didPlayToEnd)
    }
  }

  private func open(_ number: Int) {
    guard let item = state.withLock({ $0.upcoming.removeValue(forKey: number) }) else { return }
    let session = PlaybackSession(item: item, number: number, clock: clock, renderer: renderer, media: media) {
      [weak self] in self?.send($0)
    }
    state.withLock { $0.session = session }
    item.attach(to: session)
    session.start()
    for observer in state.withLock({ $0.timeObservers.values.map { $0 } }) { observer.arm(session) }
  }

  static func close(_ session: PlaybackSession) {
    session.end()
    session.item.detach(from: session)
  }

  /// Calls the observers of the time, and sets their timers anew.
  private func timeChanged(_ session: PlaybackSession?) {
    guard let session else { return }
    for observer in state.withLock({ $0.timeObservers.sorted { $0.key < $1.key }.map(\.value) }) {
      observer.timeChanged(to: session.itemTime)
      observer.arm(session)
    }
    for output in session.item.outputs { output.sendChange() }
  }
}
