import Dispatch
import OverlayRender

/// Lets one picture in picture be active at a time: of the process, and of all processes of the user.
///
/// A request first stops the holder of the turn, and gets the turn when that one has stopped completely. Of several
/// requests that wait, the last one gets it; the others fail.
package final class PictureInPictureTurns: Sendable {
  private struct State {
    var turns = PictureInPictureTurnsState()
    var isAlone = false
  }

  /// The turns of the process.
  package static let shared = PictureInPictureTurns(lock: PictureInPictureLock(clock: HostClock.shared))

  /// Effects are carried out on this queue, in order. The lock runs on it too.
  let queue: DispatchQueue
  /// The lock of the processes of the user; `nil` if there is none.
  private let lock: PictureInPictureLock?
  private let state: EffectRunner<State, PictureInPictureTurnsState.Effect>

  /// Creates turns. Without a lock they do not concern other processes.
  init(lock: PictureInPictureLock? = nil) {
    self.lock = lock
    queue = lock?.queue ?? DispatchQueue(label: "OverlayRender.PictureInPictureTurns")
    state = EffectRunner(State(), on: queue)
  }

  /// Whether other processes may show picture in picture at the same time. The default is false. A change applies when
  /// the process has no turn.
  package var allowsOtherProcesses: Bool {
    get { state.withLock { $0.isAlone } }
    set { state.withLock { $0.isAlone = newValue } }
  }

  /// Requests the turn.
  func request(_ turn: PictureInPictureTurn) { send(.requested(turn)) }

  /// Ends a turn, or withdraws the request for it.
  func end(_ turn: PictureInPictureTurn) { send(.ended(turn)) }

  private func send(_ event: PictureInPictureTurnsState.Event) {
    state.send {
      $0.turns.handle(event)
    } carryOut: {
      self.carryOut($0)
    }
  }

  private func carryOut(_ effect: PictureInPictureTurnsState.Effect) {
    switch effect {
    case .takeLock(let attempt):
      guard let lock, !allowsOtherProcesses else { return send(.lockAnswered(attempt: attempt, nil)) }
      lock.take(onRequest: { [weak self] in self?.receive($0) }) { [weak self] error in
        self?.send(.lockAnswered(attempt: attempt, error))
      }
    case .releaseLock: lock?.release()
    case .stop(let turn): turn.stop()
    case .answer(let turn, let error): turn.answer(error)
    }
  }

  /// Receives the request of another process, which lasts as long as its connection.
  private func receive(_ descriptor: Int32) {
    let connection = LocalSocket(descriptor, queue: queue)
    let turn = PictureInPictureTurn(stop: {}) { error in
      if error != nil { connection.sendByte(1) }
      connection.close()
    }
    connection.onReadable { [weak self, weak turn] connection in
      connection.close()
      if let turn { self?.end(turn) }
    }
    send(.requestedByProcess(turn))
  }
}
