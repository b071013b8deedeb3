import CLinux
import Glibc
import OverlayRender
import Synchronization

/// A thread that waits for the events of display servers, for times, and for work.
///
/// It is the executor of actors that own connections, the executor of tasks that draw for windows, and their clock. So
/// a picture that is due wakes one thread, which draws it and shows it. The thread starts with the first work, never
/// ends, and sleeps while nothing happens.
final class EventLoop: Sendable {
  /// The loop of the windows of the process.
  static let shared = EventLoop()

  private struct State {
    var jobs: [UnownedJob] = []
    var deadlines = DeadlineQueue()
    var sources: [any EventSource] = []
    /// Ends the wait of the thread (eventfd(2)).
    var wakeup: CInt?
    var isStarted = false
    var thread: pthread_t?
    /// Whether something changed that the thread has not looked at.
    var hasChanged = false
    /// Whether the thread waits, or is about to wait.
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// Takes the descriptor that the thread needs, which the first work takes otherwise.
  ///
  /// - Throws: `SystemError` if the process has none left. Work would wait until it has one.
  func prepare() throws(SystemError) {
    try state.withLock { state throws(SystemError) in _ = try Self.makeWakeup(&state) }
  }

  private static func makeWakeup(_ state: inout State) throws(SystemError) -> CInt {
    if let wakeup = state.wakeup { return wakeup }
    let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeup >= 0 else { throw SystemError(rawValue: errno) }
    state.wakeup = wakeup
    return wakeup
  }

  /// Adds a source of events. Its functions are called on the thread.
  func add(_ source: any EventSource) {
    change { $0.sources.append(source) }
  }

  /// Removes a source of events. Call it on the thread.
  func remove(_ source: any EventSource) {
    change { $0.sources.removeAll { $0 === source } }
  }

  /// Changes the state, starts the thread if it does not run, and wakes it if it waits.
  @discardableResult
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, wakeup) = state.withLock { state in
      let result = body(&state)
      startThread(&state)
      state.hasChanged = true
      defer { state.isWaiting = false }
      return (result, state.isWaiting ? state.wakeup : nil)
    }
    if let wakeup { eventfd_write(wakeup, 1) }
    return result
  }

  /// Starts the thread if it does not run. If the system has no thread or descriptor left, the next work starts it.
  private func startThread(_ state: inout State) {
    guard !state.isStarted else { return }
    do throws(SystemError) {
      let wakeup = try Self.makeWakeup(&state)
      try DetachedThread.start("windows") { [self] in
        self.state.withLock { $0.thread = pthread_self() }
        // Timers may be late by this number of nanoseconds; the default is 50 000.
        overlay_set_timer_slack(1)
        while true { runOnce(wakeup) }
      }
      state.isStarted = true
    } catch {}
  }
}

// MARK: - The thread

/// A connection that delivers events.
protocol EventSource: AnyObject, Sendable {
  /// The file descriptor of the connection.
  var descriptor: CInt { get }
  /// Handles the events that were received already, and sends requests. Returns the events of poll(2) to wait for.
  func willWait() -> CInt
  /// Receives events, if there are any (poll(2)).
  func didWait(_ events: CInt)
}

extension EventLoop {
  private func runOnce(_ wakeup: CInt) {
    let (jobs, sources) = state.withLock { state in
      defer {
        state.jobs = []
        state.hasChanged = false
      }
      return (state.jobs, state.sources)
    }
    for job in jobs {
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    // An action that follows at once waits for the next round, so that the sources are read in between.
    let now = time
    while let due = state.withLock({ $0.deadlines.popFirst(dueAt: now) }) { due.action() }
    var descriptors = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
    for source in sources {
      descriptors.append(pollfd(fd: source.descriptor, events: Int16(source.willWait()), revents: 0))
    }
    wait(&descriptors)
    if descriptors[0].revents != 0 {
      var count: eventfd_t = 0
      eventfd_read(wakeup, &count)
    }
    for (source, descriptor) in zip(sources, descriptors.dropFirst()) { source.didWait(CInt(descriptor.revents)) }
  }

  /// Waits for an event, for the next deadline, or for work.
  private func wait(_ descriptors: inout [pollfd]) {
    let now = time
    let limit = state.withLock { state -> Int64? in
      state.isWaiting = !state.hasChanged
      return state.hasChanged ? 0 : state.deadlines.firstDeadline?.nanoseconds(since: now)
    }
    overlay_poll(&descriptors, descriptors.count, limit ?? -1)
    state.withLock { $0.isWaiting = false }
  }
}

extension MediaTime {
  /// The nanoseconds from another time to this one, rounded up; at least 0.
  fileprivate func nanoseconds(since other: MediaTime) -> Int64 { max((self - other).ceiledNanoseconds ?? 0, 0) }
}

// MARK: - Executor

extension EventLoop: SerialExecutor, TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  /// Whether the caller runs on the thread.
  func isIsolatingCurrentContext() -> Bool? {
    state.withLock { $0.thread }.map { pthread_equal($0, pthread_self()) != 0 }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "This runs on the thread of the windows")
  }
}

// MARK: - Clock

extension EventLoop: MediaClock {
  /// The time of the host clock.
  var time: MediaTime { HostClock.shared.time }

  /// The wall time of the host clock.
  var wallTime: WallTime { HostClock.shared.wallTime }

  /// Calls `action` once on the thread when `time` reaches `deadline`.
  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard deadline.isNumeric else { return Subscription {} }
    let key = change { $0.deadlines.insert(deadline: deadline, action: action) }
    return Subscription { [weak self] in
      // The action is released outside the lock. A thread that wakes for a deadline that was removed waits again.
      _ = self?.state.withLock { $0.deadlines.remove(key) }
    }
  }

  /// Calls an action that belongs to the thread when `time` reaches `deadline`. Call it on the thread.
  func scheduleOnThread(at deadline: MediaTime, _ action: @escaping () -> Void) -> Subscription {
    assert(isIsolatingCurrentContext() == true, "The action belongs to the thread")
    // It is created, called and released on the thread.
    nonisolated(unsafe) let action = action
    return schedule(at: deadline) { action() }
  }

  /// Calls `action` on the queue of the host clock.
  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    HostClock.shared.onWallClockStep(action)
  }
}
