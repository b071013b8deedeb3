import Dispatch
import Synchronization

/// The observers of an object. They are called on their queues, so they may call everything, also the cancellation of
/// their own subscription.
package final class Observers<Value: Sendable>: Sendable {
  private struct Observer {
    let queue: DispatchQueue
    let action: @Sendable (Value) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var observers: [UInt64: Observer] = [:]
    var count: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Creates an empty list.
  package init() {}

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is called; `nil` for the queue of this library.
  ///   - end: Called when all observers are dropped.
  ///   - action: Called with each event.
  package func add(
    on queue: DispatchQueue?, onEnd end: @escaping @Sendable () -> Void = {},
    _ action: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let number = state.withLock { state in
      state.count += 1
      state.observers[state.count] = Observer(queue: queue ?? .observers, action: action, end: end)
      return state.count
    }
    return Subscription { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: number) } }
  }

  /// Calls the observers, in the order in which they were added.
  package func send(_ event: Value) {
    let observers = state.withLock { $0.observers.sorted { $0.key < $1.key } }
    for (number, observer) in observers {
      observer.queue.async { [weak self] in
        // The observer may have been removed in the meantime.
        guard let self, state.withLock({ $0.observers[number] != nil }) else { return }
        observer.action(event)
      }
    }
  }

  /// Drops all observers after the events that were sent to them.
  package func finish() {
    for (number, observer) in state.withLock({ $0.observers }) {
      // This keeps the list until then.
      observer.queue.async { [self] in
        guard state.withLock({ $0.observers.removeValue(forKey: number) != nil }) else { return }
        observer.end()
      }
    }
  }

  /// Drops all observers. Events that are not delivered yet are dropped too.
  package func removeAll() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return state.observers
    }
    for observer in observers.values { observer.end() }
  }

  /// The events from now on, until all observers are dropped.
  package var stream: AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = add(on: nil, onEnd: { continuation.finish() }) { continuation.yield($0) }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}

extension DispatchQueue {
  /// The serial queue on which observers are called if they choose no other one.
  package static let observers = DispatchQueue(label: "OverlayRender.observers")
}
