import Glibc
import OverlayRender
import Synchronization

/// Handles the signals that request the end of the process. The first signal is passed on, so that the process can end
/// in an orderly way. The process exits immediately with the second signal, or if it has not ended in time.
///
/// A plain thread, created beforehand, waits for the signals: libdispatch may need a new thread to handle a signal, and
/// blocks while the system has none.
final class SignalWatch {
  private let thread: SignalThread
  private let previousHandlers: [(signal: Int32, handler: sighandler_t?)]

  /// Handles SIGINT, SIGTERM and SIGHUP until it is released. SIGHUP stays ignored if it is, as under nohup(1).
  ///
  /// - Parameters:
  ///   - exitsOnFirst: Whether the first signal exits the process, because nothing can be kept of the work.
  ///   - report: Returns the message for an immediate exit, for the number of the signal.
  init(exitsOnFirst: Bool = false, report: @escaping @Sendable (Int32) -> String?) {
    thread = SignalThread(exitsOnFirst: exitsOnFirst, report: report)
    // Without the thread, signals keep their default action, which ends the process.
    previousHandlers = thread.start() ? SignalWatch.installHandlers() : []
  }

  deinit {
    for (number, handler) in previousHandlers { signal(number, handler) }
    thread.stop()
  }

  private static func installHandlers() -> [(signal: Int32, handler: sighandler_t?)] {
    [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !isIgnored($0) }.map { number in
      let previous = signal(number) { number in
        // Calls only async-signal-safe functions (signal-safety(7)).
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
      return (number, previous)
    }
  }

  /// The first signal; `nil` if there was none.
  var received: Int32? { thread.state.first }

  /// Reserves the report about the outputs after a signal. Does not return if the process is exiting with a report of
  /// its own.
  func beginReport() {
    while !thread.state.beginReport() { pause() }
  }

  /// Runs `action` once when the first signal arrives, or now if it has arrived already.
  func onFirst(_ action: @escaping @Sendable () -> Void) {
    thread.state.onFirst(action)
  }

  /// The name of a signal in messages.
  static func name(of signal: Int32) -> String {
    switch signal {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    default: "SIGHUP"
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The write end of the pipe into which signal handlers write the numbers of signals.
private let signalPipe = Atomic<Int32>(-1)

/// A thread that waits for signals, and for the times at which the process exits after the first one.
private final class SignalThread: Sendable {
  /// The time limit if the only output file has no frame: there is nothing to complete.
  private static let limitWithoutFrames = Duration.milliseconds(900)
  /// The time limit without an output file. It is longer than the grace period of a reader.
  private static let limitWithoutFile = Duration.seconds(3)
  /// The time limit for completing a file with frames.
  private static let limitForCompletion = Duration.seconds(10)
  /// The byte that stops the thread instead of a signal's number.
  private static let stopByte: UInt8 = 0

  private typealias Deadline = (time: ContinuousClock.Instant, applies: @Sendable () -> Bool)

  let state = SignalState()
  private let exitsOnFirst: Bool
  private let report: @Sendable (Int32) -> String?

  init(exitsOnFirst: Bool, report: @escaping @Sendable (Int32) -> String?) {
    self.exitsOnFirst = exitsOnFirst
    self.report = report
  }

  /// Creates the pipe and the thread; returns whether that succeeds.
  func start() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalPipe.store(ends[1], ordering: .relaxed)
    do throws(SystemError) {
      try DetachedThread.start("signals") { [self, descriptor = ends[0]] in
        wait(reading: descriptor)
        close(descriptor)
      }
      return true
    } catch {
      for end in ends { close(end) }
      signalPipe.store(-1, ordering: .relaxed)
      return false
    }
  }

  /// Stops the thread. Signals must have other handlers by then.
  func stop() {
    let descriptor = signalPipe.exchange(-1, ordering: .relaxed)
    guard descriptor >= 0 else { return }
    var mark = Self.stopByte
    write(descriptor, &mark, 1)
    close(descriptor)
  }

  private func wait(reading descriptor: Int32) {
    var deadlines: [Deadline] = []
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, timeout(until: deadlines.first?.time)) > 0 {
        var byte = Self.stopByte
        guard read(descriptor, &byte, 1) == 1, byte != Self.stopByte else { return }
        if handle(Int32(byte)) { deadlines = self.deadlines() }
      }
      while let next = deadlines.first, next.time <= .now {
        // A run that is reporting already has time until the last deadline.
        if next.applies() {
          let reports = state.beginReport()
          if reports || deadlines.count == 1 { exitNow(reports: reports) }
        }
        deadlines.removeFirst()
      }
    }
  }

  /// Handles a signal; returns whether it is the first.
  private func handle(_ signal: Int32) -> Bool {
    let order = state.record(signal)
    if order == .second || exitsOnFirst { exitNow(reports: state.beginReport()) }
    return order == .first
  }

  private func deadlines() -> [Deadline] {
    [
      (.now + Self.limitWithoutFrames, { UnfinishedFiles.areAllEmpty }),
      (.now + Self.limitWithoutFile, { !UnfinishedFiles.haveContent }),
      (.now + Self.limitForCompletion, { true }),
    ]
  }

  /// The timeout for poll(2) in milliseconds, rounded up; -1 for no timeout.
  private func timeout(until time: ContinuousClock.Instant?) -> Int32 {
    guard let time else { return -1 }
    let remaining = max(.zero, ContinuousClock.now.duration(to: time))
    return Int32(clamping: Int((remaining / .milliseconds(1)).rounded(.up)))
  }

  /// Exits the process without waiting for anything. A file without a frame is removed, and one with frames is
  /// reported.
  ///
  /// - Parameter reports: Whether the outputs are not reported yet.
  private func exitNow(reports: Bool) -> Never {
    let signal = state.latest ?? SIGTERM
    let kept = UnfinishedFiles.end()
    if kept.isEmpty, reports, let report = report(signal) { Messages.write(report) }
    for path in kept {
      Messages.write("\(path): the file is incomplete: its last frame may be cut off")
    }
    _exit(128 + signal)
  }
}

/// The signals that have arrived, and the action for the first one.
private final class SignalState: Sendable {
  enum Order { case first, second, ignored }

  /// The time within which the same signal again is ignored: timeout(1) sends a signal to a process and then to its
  /// group.
  private static let repetitionInterval = Duration.milliseconds(250)

  private struct State {
    var first: Int32?
    var firstTime = ContinuousClock.now
    var latest: Int32?
    /// Whether a user or a program has requested the end. SIGHUP does not count: it arrives together with another
    /// signal when a session or a service ends.
    var isEndRequested = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let isReported = Atomic(false)

  var first: Int32? { state.withLock(\.first) }
  var latest: Int32? { state.withLock(\.latest) }

  /// Returns whether the outputs after a signal are not reported yet. From now on they are.
  func beginReport() -> Bool { !isReported.exchange(true, ordering: .relaxed) }

  /// Records a signal, and runs the action for the first one.
  func record(_ number: Int32) -> Order {
    let (order, action) = state.withLock { state -> (Order, (@Sendable () -> Void)?) in
      let requestsEnd = number != SIGHUP
      defer {
        state.first = state.first ?? number
        state.latest = number
        state.isEndRequested = state.isEndRequested || requestsEnd
      }
      if state.first == nil {
        state.firstTime = .now
        return (.first, state.action)
      }
      if number == state.first, state.firstTime.duration(to: .now) < Self.repetitionInterval { return (.ignored, nil) }
      return (requestsEnd && state.isEndRequested ? .second : .ignored, nil)
    }
    action?()
    return order
  }

  func onFirst(_ action: @escaping @Sendable () -> Void) {
    let hasArrived = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if hasArrived { action() }
  }
}
