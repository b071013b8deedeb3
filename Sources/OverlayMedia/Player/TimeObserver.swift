import Dispatch
import OverlayRender
import Synchronization

/// Calls an action at moments of the item's time.
final class TimeObserver: Sendable {
  enum Moments: Sendable {
    /// The multiples of an interval, and when the time jumps, starts or stops.
    case multiples(of: MediaTime)
    /// Times that playback passes, in increasing order.
    case boundaries([MediaTime])

    /// Returns the next moment after a time of the item; `nil` if there is none.
    func next(after time: MediaTime) -> MediaTime? {
      switch self {
      case .boundaries(let times): return times.first { $0 > time }
      case .multiples(let interval):
        // The division is rounded, so it may be one less than the multiple at the time.
        let count = Int64(max(time.seconds / interval.seconds, 0).rounded(.down))
        return ((count - 1)...(count + 2)).lazy.map { interval.multiplied(by: $0, dividedBy: 1) }.first { $0 > time }
      }
    }
  }

  private struct State {
    var action: (@Sendable (MediaTime) -> Void)?
    var timer: Subscription?
    /// The number of the latest timer, because setting a timer may call it.
    var timerNumber = 0
    var isCanceled = false
  }

  private let moments: Moments
  private let queue: DispatchQueue
  private let state: Mutex<State>

  init(_ moments: Moments, queue: DispatchQueue?, action: @escaping @Sendable (MediaTime) -> Void) {
    self.moments = moments
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

  /// Calls the action for a time that has jumped, started or stopped, unless it waits for boundaries.
  func timeChanged(to time: MediaTime) {
    if case .multiples = moments { fire(at: time) }
  }

  /// Calls the action with a time.
  private func fire(at time: MediaTime) {
    queue.async { [weak self] in
      self?.state.withLock { $0 }.action?(time)
    }
  }

  /// Sets the timer to the next moment.
  func arm(_ session: PlaybackSession?) {
    let (number, _) = state.withLock { state in
      state.timerNumber += 1
      return (state.timerNumber, state.timer.take())
    }
    let timer = session?.schedule(at: moments) { [weak self, weak session] time in
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
