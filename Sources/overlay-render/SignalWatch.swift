import Dispatch
import Glibc
import Synchronization

/// Takes the signals that ask a process to end: the first one is passed on, the second one ends the process at once.
final class SignalWatch {
  private let state: SignalState
  private let sources: [any DispatchSourceSignal]

  /// Watches SIGINT and SIGTERM as long as it lives.
  init() {
    let state = SignalState()
    self.state = state
    let queue = DispatchQueue(label: "overlay-render.signals")
    let registered = DispatchGroup()
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if !state.take(number) { _exit(128 + number) }
      }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.activate()
      return source
    }
    // Until a source is in place its signal ends the process as it does by itself; nothing is open yet, and none is lost.
    registered.wait()
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

/// The first of several signals, and what is to be done then.
private final class SignalState: Sendable {
  private struct State {
    var first: Int32?
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var first: Int32? { state.withLock(\.first) }

  /// Whether this is the first signal.
  func take(_ number: Int32) -> Bool {
    let (isFirst, action) = state.withLock { state in
      defer { state.first = state.first ?? number }
      return (state.first == nil, state.action)
    }
    if isFirst { action?() }
    return isFirst
  }

  func onFirst(_ action: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      state.action = action
      return state.first != nil
    }
    if hasCome { action() }
  }
}
