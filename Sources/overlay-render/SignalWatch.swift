import Dispatch
import Glibc
import Synchronization

/// Takes the signals that ask a process to end: the first one is passed on, the second one ends the process at once.
final class SignalWatch {
  private let first: FirstSignal
  private let sources: [any DispatchSourceSignal]

  /// Watches SIGINT and SIGTERM as long as it lives; `onFirst` runs on a queue of its own.
  init(onFirst: @escaping @Sendable () -> Void) {
    let first = FirstSignal()
    self.first = first
    let queue = DispatchQueue(label: "overlay-render.signals")
    sources = [SIGINT, SIGTERM].map { number in
      // What the signal would do by itself must not happen.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard first.take(number) else { _exit(128 + number) }
        onFirst()
      }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// The first signal that came; `nil` while there was none.
  var received: Int32? { first.number }
}

/// Keeps the first of several signals.
private final class FirstSignal: Sendable {
  private let value = Atomic<Int32>(0)

  var number: Int32? {
    let number = value.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Whether this is the first.
  func take(_ number: Int32) -> Bool {
    value.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing).exchanged
  }
}
