import Dispatch
import OverlayRender
import Synchronization

/// Calls an action at multiples of an interval of the item's time, and when the time jumps, starts or stops.
final class PeriodicTimeObserver: Sendable {
  private struct State {
    var action: (@Sendable (MediaTime) -> Void)?
    var timer: Subscription?
    /// The number of the latest timer, because setting a timer may call it.
    var timerNumber = 0
    var isCanceled = false
  }

  private let interval: MediaTime
  private let queue: DispatchQueue
  private let state: Mutex<State>

  init(interval: MediaTime, queue: DispatchQueue?, action: @escaping @Sendable (MediaTime) -> Void) {
    self.interval = interval
    self.queue = queue ?? .observers
    state = Mutex(State(action: action))
  }

  /// Ends the observer, and releases the action.
  func cancel() {
    _ = state.withLock { state in
      defer { state = State(isCanceled: true) }
      return state
    }
  }

  /// Calls the action with a time.
  func fire(at time: MediaTime) {
    queue.async { [weak self] in
      self?.state.withLock { $0 }.action?(time)
    }
  }

  /// Sets the timer to the next multiple of the interval.
  func arm(_ session: PlaybackSession?) {
    let (number, _) = state.withLock { state in
      state.timerNumber += 1
      return (state.timerNumber, state.timer.take())
    }
    let timer = session?.schedule(every: interval) { [weak self, weak session] time in
      guard let self else { return }
      fire(at: time)
      arm(session)
    }
    _ = state.withLock { state -> Subscription? in
      guard !state.isCanceled, state.timerNumber == number else { return timer }
      state.timer = timer
      return nil
    }
  }
}
