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

  /// Calls `action` after each update, on the thread that updates, until the token is cancelled or released.
  public func onUpdate(_ action: @escaping @Sendable () -> Void) -> ClockTimer {
    let id = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = action
      return state.nextObserver
    }
    return ClockTimer(onCancel: { [weak self] in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    })
  }
}

extension LiveData {
  /// Follows an `@Observable` model on the main actor: `snapshot` runs now, and once more after anything it read has
  /// changed, however much that was. It must read nothing that changes elsewhere than on the main actor.
  @MainActor
  public convenience init(observing snapshot: @escaping @MainActor @Sendable () -> Value) {
    let follower = ModelFollower(snapshot)
    self.init(follower.read())
    follower.data = self
  }
}

/// Reads an `@Observable` model again each time something changed that was read the last time.
@MainActor
private final class ModelFollower<Value: Sendable> {
  weak var data: LiveData<Value>?
  private let snapshot: @MainActor @Sendable () -> Value

  init(_ snapshot: @escaping @MainActor @Sendable () -> Value) {
    self.snapshot = snapshot
  }

  /// The value now; the model keeps this follower until it has told of a change.
  func read() -> Value {
    withObservationTracking {
      snapshot()
    } onChange: {
      // The model tells before it changes; the new value is there when its actor runs next.
      Task { @MainActor in
        guard let data = self.data else { return }
        data.update(self.read())
      }
    }
  }
}
