import Synchronization

/// The hold on something a clock was asked to do: it is not done any more once the timer is cancelled or released.
///
/// An action that is already under way on another thread is not waited for.
public final class ClockTimer: Sendable {
  private let cancellation: Mutex<(@Sendable () -> Void)?>

  /// A timer that calls `cancellation` once, when it is cancelled or released.
  public init(onCancel cancellation: @escaping @Sendable () -> Void) {
    self.cancellation = Mutex(cancellation)
  }

  deinit {
    cancel()
  }

  /// Sees to it that the action is not called any more. Calling it again changes nothing.
  public func cancel() {
    // Called and released outside the lock: what it holds may end in another timer's release.
    let cancellation = cancellation.withLock { $0.take() }
    cancellation?()
  }
}
