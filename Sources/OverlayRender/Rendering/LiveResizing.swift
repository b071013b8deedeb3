import Synchronization

/// Requests another size of a live stream, from any thread.
package final class LiveResizing: Sendable {
  private let size = Mutex<PixelSize?>(nil)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates an object without a request.
  package init() {}

  /// Requests a size for the next picture, which follows at once. The last request wins.
  package func request(_ size: PixelSize) {
    self.size.withLock { $0 = size }
    observer.withLock { $0 }?()
  }

  /// Takes the request.
  func take() -> PixelSize? { size.withLock { $0.take() } }

  /// Calls `action` after each request.
  func onRequest(_ action: @escaping @Sendable () -> Void) { observer.withLock { $0 = action } }
}
