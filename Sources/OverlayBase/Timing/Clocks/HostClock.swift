import CLinux
import Dispatch
import Glibc
import Synchronization

/// The clocks of the system: `CLOCK_MONOTONIC`, which stops while the machine is suspended, and `CLOCK_REALTIME`.
///
/// Actions run one after another on the clock's own queue, never inside `schedule`. All deadlines share one strict
/// timer, so scheduling costs a lock, plus one system call if the next deadline changes.
public final class HostClock: MediaClock {
  /// The shared host clock.
  public static let shared = HostClock()

  fileprivate struct State {
    let timer: any DispatchSourceTimer
    var deadlines = DeadlineQueue()
    var stepObservers = StepObservers()
    var stepWatch: WallClockStepWatch?
  }

  private let queue: DispatchQueue
  private let state: Mutex<State>

  private init() {
    queue = DispatchQueue(label: "OverlayRender.HostClock", qos: .userInteractive)
    state = Mutex(State(timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.runDueActions() }
      state.timer.schedule(deadline: .distantFuture)
      state.timer.activate()
    }
  }

  /// The time of `CLOCK_MONOTONIC`, in nanoseconds.
  public var time: MediaTime {
    .nanoseconds(SystemCalls.nanoseconds(of: CLOCK_MONOTONIC))
  }

  /// The time of `CLOCK_REALTIME`.
  public var wallTime: WallTime {
    WallTime(nanosecondsSince1970: SystemCalls.nanoseconds(of: CLOCK_REALTIME))
  }

  /// Calls `action` once on the clock's queue when `time` reaches `deadline`.
  public func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard deadline.isNumeric else { return Subscription {} }
    let key = state.withLock { state in
      let previous = state.deadlines.firstDeadline
      let key = state.deadlines.insert(deadline: deadline, action: action)
      state.arm(insteadOf: previous)
      return key
    }
    return Subscription { [weak self] in self?.cancel(key) }
  }

  /// Calls `action` on the clock's queue each time the system's wall clock is stepped.
  public func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let number = state.withLock { state in
      if state.stepWatch == nil {
        state.stepWatch = WallClockStepWatch(queue: queue) { [weak self] in self?.runStepObservers() }
      }
      return state.stepObservers.insert(action)
    }
    return Subscription { [weak self] in
      _ = self?.state.withLock { $0.stepObservers.remove(number) }
    }
  }

  private func cancel(_ key: DeadlineQueue.Key) {
    _ = state.withLock { state in
      let previous = state.deadlines.firstDeadline
      let action = state.deadlines.remove(key)
      state.arm(insteadOf: previous)
      return action
    }
  }

  private func runDueActions() {
    while let due = state.withLock({ $0.deadlines.popFirst(dueAt: time) }) {
      due.action()
    }
    state.withLock { $0.arm(insteadOf: nil) }
  }

  private func runStepObservers() {
    for action in state.withLock({ $0.stepObservers.actions }) {
      action()
    }
  }
}

extension HostClock.State {
  /// Sets the timer to the first deadline, unless that equals the `previous` one. Call this with the lock held, so that
  /// the last setting of the timer belongs to the last state of the queue.
  fileprivate func arm(insteadOf previous: MediaTime?) {
    guard let deadline = deadlines.firstDeadline else {
      if previous != nil { timer.schedule(deadline: .distantFuture) }
      return
    }
    guard deadline != previous else { return }
    // Dispatch reads 0 as "now" and uses the highest bits as flags. A timer that fires early is set again.
    let nanoseconds = deadline <= .zero ? 1 : UInt64(min(deadline.ceiledNanoseconds ?? .max, 1 << 61))
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
  }
}

/// Detects steps of the system's wall clock with a `timerfd` that never expires but is canceled by a step.
///
/// See timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`. It has no cost between steps. A resume from suspension counts as a
/// step: the wall clock continued while the monotonic clock stood still.
final class WallClockStepWatch {
  private let source: any DispatchSourceRead

  /// Calls `onStep` on `queue` after each step. Returns nil if the system has no file descriptor left.
  init?(queue: DispatchQueue, onStep: @escaping @Sendable () -> Void) {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard Self.arm(descriptor) else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      var expirations: UInt64 = 0
      let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
      guard count < 0, errno == ECANCELED else { return }
      // Set the timer again before the call, so that no step in the meantime is missed.
      _ = Self.arm(descriptor)
      onStep()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Sets the timer. Also returns true if a step occurs during the call: the timer is set nevertheless.
  private static func arm(_ descriptor: Int32) -> Bool {
    let never = itimerspec(
      it_interval: timespec(tv_sec: 0, tv_nsec: 0), it_value: timespec(tv_sec: .max, tv_nsec: 0))
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    return withUnsafePointer(to: never) { timerfd_settime(descriptor, flags, $0, nil) } == 0 || errno == ECANCELED
  }
}
