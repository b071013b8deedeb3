import Observation
import Synchronization

/// A value that changes while a stream runs, such as a score or a title.
///
/// Views do not read a model while they are drawn. A ``LiveView`` is made from a `Sendable` snapshot, which holds from
/// the presentation time of the first frame that shows it:
///
///     let score = LiveData(0)
///     let view = LiveView(score) { entry in Text("Score \(entry.value)") }
///     score.update(1)
public final class LiveData<Value: Sendable>: Sendable {
  /// A value as one stream has seen it.
  public struct Entry: Sendable {
    /// The value.
    public let value: Value
    /// The number of values before this one, shown or not. It distinguishes equal values.
    public let revision: UInt64
    /// The presentation time of the first frame with the value. The value that is present when its first view is
    /// resolved holds from the start of the stream.
    public let since: MediaTime
    /// The value shown before this one; `nil` if there was none.
    public let previous: Value?
  }

  private struct State {
    var value: Value
    var revision: UInt64 = 0
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var nextObserver: UInt64 = 0

    /// Replaces the value and returns the previous one, so that it is released outside of the lock.
    mutating func replaceValue(with new: Value) -> Value {
      defer {
        value = new
        revision += 1
      }
      return value
    }
  }

  private let state: Mutex<State>

  /// Creates a live value with an initial value.
  public init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// The latest value and its revision.
  public var current: (value: Value, revision: UInt64) {
    state.withLock { ($0.value, $0.revision) }
  }

  /// Replaces the value. Streams show it in their next frame. This method may be called from any thread.
  public func update(_ value: Value) {
    let (_, observers) = state.withLock { ($0.replaceValue(with: value), Array($0.observers.values)) }
    for observer in observers { observer() }
  }

  /// Calls `action` after each update, on the updating thread, until the subscription is canceled or released.
  public func onUpdate(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let id = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = action
      return state.nextObserver
    }
    return Subscription(onCancel: { [weak self] in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    })
  }
}

extension LiveData {
  /// Creates a value that follows an `@Observable` model on the caller's actor.
  ///
  ///     let score = LiveData(observing: { game.score })
  ///
  /// `snapshot` runs at once, and again after something that it read has changed. Several changes in a row cause one
  /// run. It always runs on the caller's actor, and must not read anything that changes elsewhere.
  public convenience init(isolation: isolated any Actor = #isolation, observing snapshot: @escaping () -> Value) {
    let follower = ModelFollower(snapshot, on: isolation)
    self.init(follower.read(isolation: isolation))
    follower.data = self
  }
}

/// Reads an `@Observable` model again whenever something that it read has changed.
// `@unchecked`: `snapshot` and `data` are used on `actor` only.
private final class ModelFollower<Value: Sendable>: @unchecked Sendable {
  weak var data: LiveData<Value>?
  private let snapshot: () -> Value
  private let actor: any Actor

  init(_ snapshot: @escaping () -> Value, on actor: any Actor) {
    self.snapshot = snapshot
    self.actor = actor
  }

  /// Returns the current value. The model retains this follower until it has reported a change.
  func read(isolation: isolated any Actor) -> Value {
    withObservationTracking {
      snapshot()
    } onChange: {
      // The model reports a change before it is made. The new value is available when the actor runs next.
      Task { await self.update(isolation: self.actor) }
    }
  }

  private func update(isolation: isolated any Actor) {
    guard let data else { return }
    data.update(read(isolation: isolation))
  }
}
