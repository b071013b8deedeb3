import Glibc
import OverlayRender
import Synchronization

/// Takes the signals that ask a process to end: the first one is passed on. The process ends at once with the second one, or
/// when it has not ended by itself in time.
///
/// A plain thread waits for them, made beforehand: libdispatch may need a new thread to handle a signal, and waits for as long
/// as the system has none.
final class SignalWatch {
  private let waiting: WaitingForSignals
  private let previousHandlers: [(signal: Int32, handler: sighandler_t?)]

  /// Watches SIGINT, SIGTERM and SIGHUP as long as it lives; SIGHUP not where it is ignored, as under nohup(1).
  ///
  /// - Parameters:
  ///   - endsAtOnce: Whether the first signal ends the process too: nothing can be kept of what is being done.
  ///   - report: Returns what to say when the process ends at once, by the signal's number.
  init(endsAtOnce: Bool = false, report: @escaping @Sendable (Int32) -> String?) {
    waiting = WaitingForSignals(endsAtOnce: endsAtOnce, report: report)
    // Without a thread that waits, a signal ends the process as it does by itself.
    previousHandlers = waiting.begin() ? SignalWatch.installHandlers() : []
  }

  deinit {
    for (number, handler) in previousHandlers { signal(number, handler) }
    waiting.end()
  }

  private static func installHandlers() -> [(signal: Int32, handler: sighandler_t?)] {
    [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !isIgnored($0) }.map { number in
      let previous = signal(number) { number in
        // Only what a handler may do (signal-safety(7)).
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
      return (number, previous)
    }
  }

  /// The first signal that came; `nil` while there was none.
  var received: Int32? { waiting.state.first }

  /// Runs `action` once when the first signal comes, or now when it has come already.
  func onFirst(_ action: @escaping @Sendable () -> Void) {
    waiting.state.onFirst(action)
  }

  /// What messages call a signal.
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

/// The writing end of the pipe into which signal handlers put the numbers of signals.
private let signalPipe = Atomic<Int32>(-1)

/// A thread that waits for signals, and for the times at which the process is ended after the first.
private final class WaitingForSignals: Sendable {
  /// How long the process has while its only file holds no frame: there is nothing to finish.
  private static let timeWithNothingToKeep = Duration.milliseconds(900)
  /// How long it has when there is no file: more than the grace of a reader.
  private static let timeWithoutFile = Duration.seconds(3)
  /// How long it has to complete a file with frames.
  private static let timeToFinishFile = Duration.seconds(10)
  /// What ends the thread instead of a signal's number.
  private static let endMark: UInt8 = 0

  private typealias Deadline = (time: ContinuousClock.Instant, isReason: @Sendable () -> Bool)

  let state = SignalState()
  private let endsAtOnce: Bool
  private let report: @Sendable (Int32) -> String?

  init(endsAtOnce: Bool, report: @escaping @Sendable (Int32) -> String?) {
    self.endsAtOnce = endsAtOnce
    self.report = report
  }

  /// Makes the pipe and the thread; returns whether that succeeds.
  func begin() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalPipe.store(ends[1], ordering: .relaxed)
    let start = Unmanaged.passRetained(Start(waiting: self, reading: ends[0]))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { start in
        guard let start else { return nil }
        let taken = Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
        taken.waiting.wait(reading: taken.reading)
        close(taken.reading)
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      for end in ends { close(end) }
      signalPipe.store(-1, ordering: .relaxed)
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Ends the thread. Signals must have other handlers by then.
  func end() {
    let descriptor = signalPipe.exchange(-1, ordering: .relaxed)
    guard descriptor >= 0 else { return }
    var mark = Self.endMark
    write(descriptor, &mark, 1)
    close(descriptor)
  }

  private final class Start {
    let waiting: WaitingForSignals
    let reading: Int32

    init(waiting: WaitingForSignals, reading: Int32) {
      self.waiting = waiting
      self.reading = reading
    }
  }

  private func wait(reading: Int32) {
    var deadlines: [Deadline] = []
    while true {
      var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, timeout(until: deadlines.first?.time)) > 0 {
        var byte = Self.endMark
        guard read(reading, &byte, 1) == 1, byte != Self.endMark else { return }
        if take(Int32(byte)) { deadlines = self.deadlines() }
      }
      while let next = deadlines.first, next.time <= .now {
        if next.isReason() { endNow() }
        deadlines.removeFirst()
      }
    }
  }

  /// Takes a signal; returns whether it is the first.
  private func take(_ signal: Int32) -> Bool {
    let order = state.take(signal)
    if order == .second || endsAtOnce { endNow() }
    return order == .first
  }

  private func deadlines() -> [Deadline] {
    [
      (.now + Self.timeWithNothingToKeep, { UnfinishedFiles.areAllEmpty }),
      (.now + Self.timeWithoutFile, { !UnfinishedFiles.haveContent }),
      (.now + Self.timeToFinishFile, { true }),
    ]
  }

  /// In milliseconds, for poll(2): rounded up, and -1 for ever.
  private func timeout(until time: ContinuousClock.Instant?) -> Int32 {
    guard let time else { return -1 }
    let remaining = max(.zero, ContinuousClock.now.duration(to: time))
    return Int32(clamping: Int((remaining / .milliseconds(1)).rounded(.up)))
  }

  /// Ends the process without waiting for anything: a file without a frame is removed, one with frames is named.
  private func endNow() -> Never {
    let signal = state.latest ?? SIGTERM
    let kept = UnfinishedFiles.end()
    if kept.isEmpty, let report = report(signal) { Messages.write(report) }
    for path in kept {
      Messages.write("\(path): the run ended before this file was complete: its last frame may be cut off")
    }
    _exit(128 + signal)
  }
}

/// The signals that have come, and what is to be done with the first.
private final class SignalState: Sendable {
  enum Order { case first, second, other }

  /// Within this time the same signal again is the first one: timeout(1) sends it to a process and then to its group.
  private static let timeOfRepeats = Duration.milliseconds(250)

  private struct State {
    var first: Int32?
    var firstTime = ContinuousClock.now
    var latest: Int32?
    /// Whether a signal has come by which a user or a program asks for the end. SIGHUP is none: it comes beside another one
    /// when a session or a service ends.
    var isAsked = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var first: Int32? { state.withLock(\.first) }
  var latest: Int32? { state.withLock(\.latest) }

  /// Notes a signal, and does what is to be done with the first.
  func take(_ number: Int32) -> Order {
    let (order, action) = state.withLock { state -> (Order, (@Sendable () -> Void)?) in
      let isAsking = number != SIGHUP
      defer {
        state.first = state.first ?? number
        state.latest = number
        state.isAsked = state.isAsked || isAsking
      }
      if state.first == nil {
        state.firstTime = .now
        return (.first, state.action)
      }
      if number == state.first, state.firstTime.duration(to: .now) < Self.timeOfRepeats { return (.other, nil) }
      return (isAsking && state.isAsked ? .second : .other, nil)
    }
    action?()
    return order
  }

  func onFirst(_ action: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if hasCome { action() }
  }
}
