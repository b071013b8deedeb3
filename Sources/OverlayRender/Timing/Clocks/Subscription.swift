import Synchronization

/// A subscription to updates or to a moment of a clock: it ends when it is cancelled or released, and then its action is
/// not called any more.
///
/// An action that is already under way on another thread is not waited for.
public final class Subscription: Sendable {
  private let cancellation: Mutex<(@Sendable () -> Void)?>

  /// Creates a subscription that calls `cancellation` once, when it is cancelled or released.
  public init(onCancel cancellation: @escaping @Sendable () -> Void) {
    self.cancellation = Mutex(cancellation)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. Calling it again changes nothing.
  public func cancel() {
    // Called and released outside the lock: what it holds may end in another subscription's release.
    let cancellation = cancellation.withLock { $0.take() }
    cancellation?()
  }
}
