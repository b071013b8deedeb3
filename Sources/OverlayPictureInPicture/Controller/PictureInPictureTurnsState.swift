import OverlayRender

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

/// The state of the turns of a process, without its effects.
///
/// The process takes the lock of the user's processes before it grants the first turn, and releases it when no turn is
/// left. Another process that wants the lock is one more request; when it is granted, the lock is released. Of several
/// requests that wait, the last one gets the turn, wherever they come from.
struct PictureInPictureTurnsState: Sendable {
  enum Event: Sendable {
    /// A controller of this process wants the turn.
    case requested(PictureInPictureTurn)
    /// Another process wants the lock.
    case requestedByProcess(PictureInPictureTurn)
    /// A turn is over, or its request is withdrawn.
    case ended(PictureInPictureTurn)
    /// The lock is taken, or why it is not.
    case lockAnswered(attempt: Int, PictureInPictureError?)
  }

  enum Effect: Sendable {
    case takeLock(attempt: Int)
    /// Also ends an attempt to take the lock.
    case releaseLock
    case stop(PictureInPictureTurn)
    case answer(PictureInPictureTurn, PictureInPictureError?)
  }

  private struct Request {
    let turn: PictureInPictureTurn
    var isOfAnotherProcess = false
  }

  private enum Phase {
    case free
    /// The turn is granted when the lock is taken.
    case takingLock(for: PictureInPictureTurn)
    case held(by: PictureInPictureTurn, waiting: Request?)
  }

  private var phase = Phase.free
  /// The number of the latest attempt to take the lock.
  private var attempt = 0

  /// Returns the effects of an event.
  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .requested(let turn): request(Request(turn: turn))
    case .requestedByProcess(let turn): request(Request(turn: turn, isOfAnotherProcess: true))
    case .ended(let turn): end(turn)
    case .lockAnswered(let attempt, let error): lockAnswered(attempt, error)
    }
  }

  private mutating func request(_ request: Request) -> [Effect] {
    switch phase {
    case .held(let holder, let overtaken):
      phase = .held(by: holder, waiting: request)
      // The holder was asked to stop by the request that this one overtakes.
      return overtaken.map { [.answer($0.turn, .stoppedBeforeStart)] } ?? [.stop(holder)]
    case .free, .takingLock:
      // The process has released the lock in the meantime.
      if request.isOfAnotherProcess { return [.answer(request.turn, nil)] }
    }
    if case .takingLock(let overtaken) = phase {
      phase = .takingLock(for: request.turn)
      return [.answer(overtaken, .stoppedBeforeStart)]
    }
    phase = .takingLock(for: request.turn)
    attempt += 1
    return [.takeLock(attempt: attempt)]
  }

  private mutating func lockAnswered(_ attempt: Int, _ error: PictureInPictureError?) -> [Effect] {
    guard attempt == self.attempt, case .takingLock(let turn) = phase else { return [] }
    phase = error == nil ? .held(by: turn, waiting: nil) : .free
    return [.answer(turn, error)]
  }

  private mutating func end(_ turn: PictureInPictureTurn) -> [Effect] {
    switch phase {
    case .takingLock(turn):
      phase = .free
      return [.releaseLock]
    case .held(turn, let next?):
      phase = next.isOfAnotherProcess ? .free : .held(by: next.turn, waiting: nil)
      return (next.isOfAnotherProcess ? [.releaseLock] : []) + [.answer(next.turn, nil)]
    case .held(turn, nil):
      phase = .free
      return [.releaseLock]
    case .held(let holder, let waiting?) where waiting.turn === turn:
      phase = .held(by: holder, waiting: nil)
      return []
    case .free, .takingLock, .held: return []
    }
  }
}

/// Matches a turn in a pattern by its identity.
private func ~= (turn: PictureInPictureTurn, value: PictureInPictureTurn) -> Bool { turn === value }
