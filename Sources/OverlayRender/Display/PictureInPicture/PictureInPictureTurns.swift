import Synchronization

/// A request for the turn to show picture in picture, or its holder.
final class PictureInPictureTurn: Sendable {
  /// Stops the holder. It ends the turn when it has stopped.
  let stop: @Sendable () -> Void
  /// Called once: with `nil` when the turn is granted, or with the reason why it is not.
  let answer: @Sendable (PictureInPictureError?) -> Void

  init(stop: @escaping @Sendable () -> Void, answer: @escaping @Sendable (PictureInPictureError?) -> Void) {
    self.stop = stop
    self.answer = answer
  }
}

/// Lets one picture in picture of the process be active at a time.
///
/// A request first stops the holder of the turn, and gets the turn when that one has stopped completely. Of several
/// requests that wait, the last one gets it.
final class PictureInPictureTurns: Sendable {
  private struct State {
    var holder: PictureInPictureTurn?
    var waiting: PictureInPictureTurn?
  }

  /// The turns of the process.
  static let shared = PictureInPictureTurns()

  private let state = Mutex(State())

  /// Requests the turn.
  func request(_ turn: PictureInPictureTurn) {
    let (holder, overtaken) = state.withLock { state -> (PictureInPictureTurn?, PictureInPictureTurn?) in
      guard let holder = state.holder else {
        state.holder = turn
        return (nil, nil)
      }
      defer { state.waiting = turn }
      return (holder, state.waiting)
    }
    guard let holder else { return turn.answer(nil) }
    // The holder was asked to stop by the request that this one overtakes.
    if let overtaken { overtaken.answer(.stoppedBeforeStart) } else { holder.stop() }
  }

  /// Ends a turn, or withdraws the request for it.
  func end(_ turn: PictureInPictureTurn) {
    let next = state.withLock { state -> PictureInPictureTurn? in
      if state.waiting === turn { state.waiting = nil }
      guard state.holder === turn else { return nil }
      state.holder = state.waiting.take()
      return state.holder
    }
    next?.answer(nil)
  }
}
