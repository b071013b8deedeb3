import Synchronization

/// A subscription to updates or to a moment of a clock. It ends when it is canceled or released; then its action is not
/// called again.
///
/// Keep it in a property: an optimized program may release a local variable right after its last use. The end does not
/// wait for an action that is already running on another thread.
public final class Subscription: Sendable {
  private let cancellation: Mutex<(@Sendable () -> Void)?>

  /// Creates a subscription that calls `cancellation` once, when it is canceled or released.
  public init(onCancel cancellation: @escaping @Sendable () -> Void) {
    self.cancellation = Mutex(cancellation)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. Further calls have no effect.
  public func cancel() {
    // Call and release the closure outside the lock: its captures may release another subscription.
    let cancellation = cancellation.withLock { $0.take() }
    cancellation?()
  }
}
