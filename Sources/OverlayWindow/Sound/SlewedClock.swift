import OverlayRender
import Synchronization

/// A clock whose time follows the sound of a device. See ``SlewedTime``.
///
/// Actions run where the clock of the host runs its actions. They follow corrections, and wait while the time stands
/// still.
final class SlewedClock: MediaClock {
  private struct State {
    var time = SlewedTime()
    var deadlines = DeadlineQueue()
    var wake: Subscription?
    /// The number of the latest wake. Setting one may call it, and that may set another one.
    var wakeNumber = 0
  }

  private let host: any MediaClock
  private let state = Mutex(State())

  /// Creates a clock that stands still at zero.
  init(host: any MediaClock = HostClock.shared) {
    self.host = host
  }

  /// The time of what is heard.
  var time: MediaTime { .nanoseconds(nanoseconds) }

  /// The time of what is heard, in nanoseconds.
  var nanoseconds: Int64 { state.withLock { $0.time.time(atHost: hostTime) } }

  /// The time less the time of the device, in nanoseconds; `nil` without a device.
  var deviceOffset: Int64? { state.withLock { $0.time.deviceOffset } }

  /// Whether the time waits for the device to start.
  var isWaiting: Bool { state.withLock { $0.time.isWaiting(atHost: hostTime) } }

  var wallTime: WallTime { host.wallTime }

  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription { host.onWallClockStep(action) }

  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard deadline.isNumeric else { return Subscription {} }
    let (key, isFirst) = state.withLock { state in
      let first = state.deadlines.firstDeadline ?? .positiveInfinity
      return (state.deadlines.insert(deadline: deadline, action: action), deadline < first)
    }
    if isFirst { setWake() }
    return Subscription { [weak self] in self?.cancel(key) }
  }

  private func cancel(_ key: DeadlineQueue.Key) {
    let (_, isChanged) = state.withLock { state in
      let first = state.deadlines.firstDeadline
      return (state.deadlines.remove(key), state.deadlines.firstDeadline != first)
    }
    if isChanged { setWake() }
  }

  /// Starts or stops the time.
  func setRunning(_ isRunning: Bool) {
    change { time, host in isRunning ? time.start(atHost: host) : time.stop(atHost: host) }
  }

  /// Follows a new device, which stands still at zero.
  func attachDevice() { change { time, host in time.attachDevice(at: 0, host: host) } }

  /// Goes on in the time of the host.
  func detachDevice() { change { time, host in time.detachDevice(atHost: host) } }

  /// Follows the device, whose time in nanoseconds has just been measured.
  func observe(_ deviceTime: Int64) -> SlewedTime.Observation {
    change { time, host in time.observe(deviceTime, measuredAt: host, host: host) }
  }

  private func change<Result: Sendable>(_ change: (inout SlewedTime, _ host: Int64) -> Result) -> Result {
    let result = state.withLock { state in change(&state.time, hostTime) }
    setWake()
    return result
  }

  /// The time of the host. It is read with the lock held, so that the times that are used never decrease.
  private var hostTime: Int64 { host.time.flooredNanoseconds ?? .max }

  /// Sets the timer of the host to the first deadline.
  private func setWake() {
    // The previous timer is released outside the lock.
    let (number, deadline, _) = state.withLock { state in
      state.wakeNumber += 1
      let first = state.deadlines.firstDeadline?.ceiledNanoseconds
      return (state.wakeNumber, first.flatMap { state.time.hostTime(at: $0) }, state.wake.take())
    }
    guard let deadline else { return }
    let wake = host.schedule(at: .nanoseconds(deadline)) { [weak self] in self?.runDueActions() }
    _ = state.withLock { state in
      guard state.wakeNumber == number else { return wake as Subscription? }
      let previous = state.wake
      state.wake = wake
      return previous
    }
  }

  private func runDueActions() {
    while let due = state.withLock({ $0.deadlines.popFirst(dueAt: .nanoseconds($0.time.time(atHost: hostTime))) }) {
      due.action()
    }
    setWake()
  }
}
