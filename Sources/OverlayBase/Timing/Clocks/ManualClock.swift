import Glibc
import Synchronization

/// A clock that moves only when the program moves it: for tests, and for rendering without a relation to real time.
///
/// Actions run on the thread that moves the clock, in the order of their deadlines, before `advance` returns. Each
/// action sees the clock at its own deadline and may schedule more actions, which run too if they are due. An action
/// whose deadline has passed runs inside `schedule`, or, if another action schedules it, directly after that action.
public final class ManualClock: MediaClock {
  private struct State {
    var time: MediaTime
    /// The wall time at `wallAnchor`. It advances with the time from there.
    var wallTime: WallTime
    var wallAnchor: MediaTime
    var deadlines = DeadlineQueue()
    var stepObservers = StepObservers()
    /// The threads that are currently running actions.
    var runningThreads: [pthread_t] = []
  }

  private let state: Mutex<State>

  /// Creates a clock that stands at the given times. `time` must be numeric and keeps its exact value and timescale.
  public init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    precondition(time.isNumeric, "A clock's time is a number")
    state = Mutex(State(time: time, wallTime: wallTime, wallAnchor: time))
  }

  /// The current time.
  public var time: MediaTime {
    state.withLock { $0.time }
  }

  /// The wall time, which advances with the time.
  public var wallTime: WallTime {
    state.withLock { state in
      let elapsed = (state.time - state.wallAnchor).flooredNanoseconds ?? .max
      return state.wallTime.advanced(byNanoseconds: elapsed)
    }
  }

  /// Advances the clock by `duration`, which must not be negative, and runs the actions that become due.
  public func advance(by duration: MediaTime) {
    advance(to: time + duration)
  }

  /// Advances the clock to `target`, which must not be before the current time, and runs the actions that become due.
  public func advance(to target: MediaTime) {
    precondition(target.isNumeric && target >= time, "A clock only goes forward")
    runDueActions(until: target)
  }

  /// Sets the wall clock and calls its observers. The time does not change.
  public func stepWallClock(to wallTime: WallTime) {
    let observers = state.withLock { state in
      state.wallTime = wallTime
      state.wallAnchor = state.time
      return state.stepObservers.actions
    }
    for observer in observers {
      observer()
    }
  }

  /// Calls `action` once, when the clock reaches or passes `deadline`.
  public func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard deadline.isNumeric else { return Subscription {} }
    let (key, isDue) = state.withLock { state in
      let key = state.deadlines.insert(deadline: deadline, action: action)
      return (key, deadline <= state.time && !state.runningThreads.contains(pthread_self()))
    }
    if isDue { runDueActions(until: deadline) }
    return Subscription { [weak self] in
      _ = self?.state.withLock { $0.deadlines.remove(key) }
    }
  }

  /// Calls `action` each time `stepWallClock(to:)` is called.
  public func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let number = state.withLock { $0.stepObservers.insert(action) }
    return Subscription { [weak self] in
      _ = self?.state.withLock { $0.stepObservers.remove(number) }
    }
  }

  private func runDueActions(until target: MediaTime) {
    let thread = pthread_self()
    state.withLock { $0.runningThreads.append(thread) }
    while let action = nextAction(until: target) {
      action()
    }
    state.withLock { state in
      if let index = state.runningThreads.lastIndex(of: thread) { state.runningThreads.remove(at: index) }
    }
  }

  /// Moves to the next deadline up to `target` and removes its action, or moves to `target` if there is none.
  private func nextAction(until target: MediaTime) -> DeadlineQueue.Action? {
    state.withLock { state in
      let due = state.deadlines.popFirst(dueAt: max(target, state.time))
      state.time = max(state.time, due?.deadline ?? target)
      return due?.action
    }
  }
}
