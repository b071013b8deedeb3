import Observation
import Synchronization

/// A value that changes while a stream runs: a score, a title, the state of a game.
///
/// A view never reads a model while it is drawn. A ``LiveView``, anywhere in the tree, is made from a `Sendable` snapshot
/// that holds from the presentation time at which the stream first saw it:
///
///     let score = LiveData(0)
///     let view = LiveView(score) { entry in Text("Score \(entry.value)") }
///     score.update(1)
public final class LiveData<Value: Sendable>: Sendable {
  /// A value with what is known of it, as one stream has seen it.
  public struct Entry: Sendable {
    /// The value.
    public let value: Value
    /// How many values came before, seen or not; it tells equal values apart.
    public let revision: UInt64
    /// The presentation time of the frame that first showed it. A value that was there when its first view came holds
    /// from the beginning of the stream.
    public let since: MediaTime
    /// The value shown before this one; `nil` when there was none.
    public let previous: Value?
  }

  private struct State {
    var value: Value
    var revision: UInt64 = 0
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var nextObserver: UInt64 = 0

    /// Takes a value in, and returns the one before, to be released outside the lock.
    mutating func replaceValue(with new: Value) -> Value {
      defer {
        value = new
        revision += 1
      }
      return value
    }
  }

  private let state: Mutex<State>

  /// Makes a value to start from.
  public init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// The latest value and its revision.
  public var current: (value: Value, revision: UInt64) {
    state.withLock { ($0.value, $0.revision) }
  }

  /// Replaces the value, from any thread; streams show it at their next frame.
  public func update(_ value: Value) {
    let (_, observers) = state.withLock { ($0.replaceValue(with: value), Array($0.observers.values)) }
    for observer in observers { observer() }
  }

  /// Calls `action` after each update, on the thread that updates, until the subscription is cancelled or released.
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
  /// Creates a value that follows an `@Observable` model on the caller's actor, which may be the main actor or any other.
  ///
  ///     let score = LiveData(observing: { game.score })
  ///
  /// `snapshot` runs at once. It runs again, once, after anything that it read has changed, however much that was. It runs
  /// on the caller's actor always, and must read nothing that changes elsewhere.
  public convenience init(isolation: isolated any Actor = #isolation, observing snapshot: @escaping () -> Value) {
    let follower = ModelFollower(snapshot, on: isolation)
    self.init(follower.read(isolation: isolation))
    follower.data = self
  }
}

/// Reads an `@Observable` model again each time something changed that was read the last time.
// `@unchecked`: `snapshot` and `data` are used on `actor` only.
private final class ModelFollower<Value: Sendable>: @unchecked Sendable {
  weak var data: LiveData<Value>?
  private let snapshot: () -> Value
  private let actor: any Actor

  init(_ snapshot: @escaping () -> Value, on actor: any Actor) {
    self.snapshot = snapshot
    self.actor = actor
  }

  /// Returns the value now; the model keeps this follower until it has reported a change.
  func read(isolation: isolated any Actor) -> Value {
    withObservationTracking {
      snapshot()
    } onChange: {
      // The model reports a change before it is made; the new value is there when its actor runs next.
      Task { await self.update(isolation: self.actor) }
    }
  }

  private func update(isolation: isolated any Actor) {
    guard let data else { return }
    data.update(read(isolation: isolation))
  }
}
