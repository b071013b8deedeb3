import CLinux
import Dispatch
import Glibc
import Synchronization

/// The machine's clocks: `CLOCK_MONOTONIC`, which stands still while the machine is suspended, and `CLOCK_REALTIME`.
///
/// Actions run one after the other on the clock's own queue, never inside `schedule`. All deadlines share one strict
/// timer, so that scheduling costs a lock and, when the next deadline changes, one system call.
public final class HostClock: MediaClock {
  /// The one host clock.
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

  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public var time: MediaTime {
    .nanoseconds(SystemCalls.nanoseconds(of: CLOCK_MONOTONIC))
  }

  /// Nanoseconds of `CLOCK_REALTIME`.
  public var wallTime: WallTime {
    WallTime(nanosecondsSince1970: SystemCalls.nanoseconds(of: CLOCK_REALTIME))
  }

  /// Calls `action` once on the clock's queue when `time` has reached `deadline`.
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
  /// Sets the timer to the first deadline, unless that is still the `previous` one. Under the lock, so that the timer's
  /// last setting belongs to the queue's last state.
  fileprivate func arm(insteadOf previous: MediaTime?) {
    guard let deadline = deadlines.firstDeadline else {
      if previous != nil { timer.schedule(deadline: .distantFuture) }
      return
    }
    guard deadline != previous else { return }
    // Dispatch reads 0 as "now" and uses the highest bits as marks. A timer that goes off early is set again.
    let nanoseconds = deadline <= .zero ? 1 : UInt64(min(deadline.ceiledNanoseconds ?? .max, 1 << 61))
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
  }
}

/// Tells when the system's wall clock is stepped, through a `timerfd` that never goes off but is cancelled by the step.
///
/// See timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`. It costs nothing while nothing happens. Waking from suspension counts
/// as a step: the wall clock has gone on while the monotone one stood still.
final class WallClockStepWatch {
  private let source: any DispatchSourceRead

  /// Calls `onStep` on `queue` after each step; nil when the system has no descriptor left for it.
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
      // Set again before telling, so that a step in the meantime is not missed.
      _ = Self.arm(descriptor)
      onStep()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Sets the timer; true as well when a step came while it was being set, which does not unset it.
  private static func arm(_ descriptor: Int32) -> Bool {
    let never = itimerspec(
      it_interval: timespec(tv_sec: 0, tv_nsec: 0), it_value: timespec(tv_sec: .max, tv_nsec: 0))
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    return withUnsafePointer(to: never) { timerfd_settime(descriptor, flags, $0, nil) } == 0 || errno == ECANCELED
  }
}
