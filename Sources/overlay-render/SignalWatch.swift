import Dispatch
import Glibc
import OverlayRender
import Synchronization

/// Takes the signals that ask a process to end: the first one is passed on. The process ends at once with the second one, or
/// when it has not ended by itself in time.
final class SignalWatch {
  /// How long the process has while its only file holds no frame: there is nothing to finish.
  private static let timeWithNothingToKeep = DispatchTimeInterval.milliseconds(900)
  /// How long it has when there is no file: more than the grace of a reader.
  private static let timeWithoutFile = DispatchTimeInterval.seconds(3)
  /// How long it has to complete a file with frames.
  private static let timeToFinishFile = DispatchTimeInterval.seconds(10)

  private let state: SignalState
  private let sources: [any DispatchSourceSignal]

  /// Watches SIGINT, SIGTERM and SIGHUP as long as it lives; SIGHUP not where it is ignored, as under nohup(1).
  ///
  /// - Parameters:
  ///   - endsAtOnce: Whether the first signal ends the process too: nothing can be kept of what is being done.
  ///   - report: Returns what to say when the process ends at once, by the signal's number.
  init(endsAtOnce: Bool = false, report: @escaping @Sendable (Int32) -> String?) {
    let endNow: @Sendable (Int32) -> Never = { Self.endNow($0, report) }
    let state = SignalState()
    self.state = state
    let queue = DispatchQueue(label: "overlay-render.signals")
    let registered = DispatchGroup()
    sources = [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !Self.isIgnored($0) }.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let order = state.take(number)
        if order == .second || endsAtOnce { endNow(number) }
        guard order == .first else { return }
        func end(after time: DispatchTimeInterval, if isTime: @escaping @Sendable () -> Bool) {
          queue.asyncAfter(deadline: .now() + time) { [weak state] in
            if state != nil, isTime() { endNow(number) }
          }
        }
        end(after: Self.timeWithNothingToKeep) { UnfinishedFiles.areWorthless }
        end(after: Self.timeWithoutFile) { !UnfinishedFiles.areWorthKeeping }
        end(after: Self.timeToFinishFile) { true }
      }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.activate()
      return source
    }
    // Until a source is in place its signal ends the process as it does by itself; nothing is open yet, and none is lost.
    registered.wait()
  }

  /// Ends the process without waiting for anything: a file without a frame is removed, one with frames is named.
  private static func endNow(_ signal: Int32, _ report: (Int32) -> String?) -> Never {
    let files = UnfinishedFiles.end()
    if files.hasRemoved, files.kept.isEmpty, let report = report(signal) { Messages.write(report) }
    for path in files.kept {
      Messages.write("\(path): the run ended before this file was complete: its last frame may be cut off")
    }
    _exit(128 + signal)
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

  deinit {
    for source in sources { source.cancel() }
  }

  /// The first signal that came; `nil` while there was none.
  var received: Int32? { state.first }

  /// Runs `action` once when the first signal comes, or now when it has come already.
  func onFirst(_ action: @escaping @Sendable () -> Void) {
    state.onFirst(action)
  }
}

/// The signals that have come, and what is to be done with the first.
private final class SignalState: Sendable {
  enum Order { case first, second, other }

  private struct State {
    var first: Int32?
    /// Whether a signal has come by which a user or a program asks for the end. SIGHUP is none: it comes beside another one
    /// when a session or a service ends.
    var isAsked = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var first: Int32? { state.withLock(\.first) }

  /// Notes a signal, and does what is to be done with the first.
  func take(_ number: Int32) -> Order {
    let (order, action) = state.withLock { state -> (Order, (@Sendable () -> Void)?) in
      let isAsking = number != SIGHUP
      defer {
        state.first = state.first ?? number
        state.isAsked = state.isAsked || isAsking
      }
      if state.first == nil { return (.first, state.action) }
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
