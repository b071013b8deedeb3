import Dispatch
import Synchronization

/// A state whose changes have effects, such as timers and calls of observers.
///
/// A change is made under the lock, and returns its effects. They are carried out in the order of the changes, without
/// the lock: on a serial queue, or, if there is none, by the thread that made the change. While another thread carries
/// out effects, it also carries out these. So an effect may change the state, and may call everything.
package final class EffectRunner<State: Sendable, SideEffect: Sendable>: Sendable {
  private struct Guarded {
    var state: State
    /// The effects that a thread has still to carry out.
    var effects: [SideEffect] = []
    /// Whether a thread carries out effects.
    var isCarryingOut = false
  }

  private let guarded: Mutex<Guarded>
  private let queue: DispatchQueue?

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - queue: The serial queue on which effects are carried out; `nil` for the threads that make changes.
  package init(_ state: State, on queue: DispatchQueue? = nil) {
    guarded = Mutex(Guarded(state: state))
    self.queue = queue
  }

  /// Reads the state, or makes a change without effects. Objects that may lock are returned, and released by the
  /// caller.
  package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    guarded.withLock { body(&$0.state) }
  }

  /// Makes a change, and carries out its effects.
  ///
  /// - Parameters:
  ///   - change: Changes the state, and returns the effects. If it throws, there are none.
  ///   - carryOut: Carries out an effect of this change, or of another one.
  package func send<Failure>(
    _ change: (inout State) throws(Failure) -> [SideEffect], carryOut: @escaping @Sendable (SideEffect) -> Void
  ) throws(Failure) {
    let isFirst = try guarded.withLock { guarded throws(Failure) in
      let effects = try change(&guarded.state)
      if let queue {
        // The lock keeps the order of changes.
        if !effects.isEmpty { queue.async { for effect in effects { carryOut(effect) } } }
        return false
      }
      guarded.effects += effects
      guard !guarded.isCarryingOut, !guarded.effects.isEmpty else { return false }
      guarded.isCarryingOut = true
      return true
    }
    while isFirst, let effect = nextEffect() { carryOut(effect) }
  }

  private func nextEffect() -> SideEffect? {
    guarded.withLock { guarded in
      guarded.isCarryingOut = !guarded.effects.isEmpty
      return guarded.isCarryingOut ? guarded.effects.removeFirst() : nil
    }
  }
}
