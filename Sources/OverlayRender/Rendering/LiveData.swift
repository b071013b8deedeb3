import Observation
import Synchronization

/// A value that changes while a stream runs: a score, a title, the state of a game.
///
/// A view never reads a model while it is drawn. It is made from a `Sendable` snapshot, which holds from the presentation
/// time at which the stream first saw it:
///
///     let score = LiveData(0)
///     let frames = FrameStream(score, configuration: configuration) { entry in
///       Text("Score \(entry.value)")
///     }
///     score.update(1)
public final class LiveData<Value: Sendable>: Sendable {
  /// A value with what is known of it.
  public struct Entry: Sendable {
    /// The value.
    public let value: Value
    /// How many values came before; it tells equal values apart.
    public let revision: UInt64
    /// The presentation time from which it holds.
    public let since: MediaTime
  }

  private struct State {
    var value: Value
    var revision: UInt64 = 0
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var nextObserver: UInt64 = 0
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
    let observers = state.withLock { state in
      state.value = value
      state.revision += 1
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Calls `action` after each update until the token goes.
  func onUpdate(_ action: @escaping @Sendable () -> Void) -> ClockTimer {
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
  /// Follows an `@Observable` model on the main actor: `snapshot` runs now, and again after anything it read has changed.
  @MainActor
  public convenience init(observing snapshot: @escaping @MainActor @Sendable () -> Value) {
    self.init(snapshot())
    follow(snapshot)
  }

  @MainActor
  private func follow(_ snapshot: @escaping @MainActor @Sendable () -> Value) {
    withObservationTracking {
      _ = snapshot()
    } onChange: { [weak self] in
      // The model tells before it changes; the new value is there when its actor runs next.
      Task { @MainActor in
        guard let self else { return }
        self.update(snapshot())
        self.follow(snapshot)
      }
    }
  }
}
