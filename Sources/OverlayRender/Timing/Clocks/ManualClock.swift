import Glibc
import Synchronization

/// A clock that moves only when it is told to: for tests, and for rendering that follows no real time.
///
/// Actions run on the thread that moves the clock, in order of their deadlines, before `advance` returns; each sees the
/// clock at its own deadline and may schedule more, which run too when they are due. An action whose deadline is past
/// already runs inside `schedule`, or, when an action schedules it, right after that action.
public final class ManualClock: MediaClock {
  private struct State {
    var time: MediaTime
    /// What the wall clock showed at `wallAnchor`; it goes on with the time from there.
    var wallTime: WallTime
    var wallAnchor: MediaTime
    var deadlines = DeadlineQueue()
    var stepObservers = StepObservers()
    /// The threads that are running actions at the moment.
    var runningThreads: [pthread_t] = []
  }

  private let state: Mutex<State>

  /// A clock that stands at these times. `time` must be numeric; it is kept exactly, at whatever timescale.
  public init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    precondition(time.isNumeric, "A clock's time is a number")
    state = Mutex(State(time: time, wallTime: wallTime, wallAnchor: time))
  }

  /// The time the clock was last moved to.
  public var time: MediaTime {
    state.withLock { $0.time }
  }

  /// The wall time, which moves along with the time.
  public var wallTime: WallTime {
    state.withLock { state in
      let elapsed = (state.time - state.wallAnchor).flooredNanoseconds ?? .max
      return state.wallTime.advanced(byNanoseconds: elapsed)
    }
  }

  /// Moves the clock forward by `duration`, which must be zero or more, and runs what becomes due.
  public func advance(by duration: MediaTime) {
    advance(to: time + duration)
  }

  /// Moves the clock forward to `target`, which must not be before its time, and runs what becomes due.
  public func advance(to target: MediaTime) {
    precondition(target.isNumeric && target >= time, "A clock only goes forward")
    runDueActions(until: target)
  }

  /// Sets the wall clock and calls those who asked to know. The time stays.
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

  /// Calls `action` once, when the clock has been moved to `deadline` or past it.
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

  /// Calls `action` whenever `stepWallClock(to:)` is called.
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

  /// Moves to the next deadline up to `target` and takes its action out; moves to `target` when there is none.
  private func nextAction(until target: MediaTime) -> DeadlineQueue.Action? {
    state.withLock { state in
      let due = state.deadlines.popFirst(dueAt: max(target, state.time))
      state.time = max(state.time, due?.deadline ?? target)
      return due?.action
    }
  }
}
