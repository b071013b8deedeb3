import Dispatch
import OverlayRender

extension PictureInPictureController {
  /// What happens to a controller.
  public enum Event: Sendable, Hashable {
    /// Whether the window is open has changed.
    case activeChanged(Bool)
    /// A start has failed. The window does not open, and ``activeChanged(_:)`` does not follow.
    case failedToStart(PictureInPictureError)
    /// Whether the desktop hides the open window has changed.
    case suspendedChanged(Bool)
    /// Whether a start can succeed has changed. Controllers check it when a start is requested, when the display is
    /// lost, and when a program asks.
    case possibleChanged(Bool)
  }

  /// The events from now on. The stream ends when the controller is released and its window is closed.
  ///
  /// A program that only shows a window waits for its end. The stream is made before the start, so that it misses
  /// nothing:
  ///
  ///     let events = controller.events
  ///     controller.start()
  ///     for await event in events {
  ///       if case .failedToStart(let error) = event { throw error }
  ///       if event == .activeChanged(false) { break }
  ///     }
  public var events: AsyncStream<Event> { session.observers.stream }

  /// Calls `action` with each event, until the subscription is canceled or released.
  ///
  /// - Parameters:
  ///   - queue: A serial queue on which the action is called; by default, a queue of this library.
  ///   - action: The action. It may call everything, and may cancel its own subscription.
  public func observe(on queue: DispatchQueue? = nil, _ action: @escaping @Sendable (Event) -> Void) -> Subscription {
    session.observers.add(on: queue, action)
  }
}
