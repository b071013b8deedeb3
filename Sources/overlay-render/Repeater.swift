import Dispatch

/// Does something again and again, on a queue of its own, until it is stopped.
final class Repeater {
  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer

  /// Runs `action` every so many nanoseconds, the first time after one such interval.
  init(_ label: String, everyNanoseconds interval: Int64, action: @escaping @Sendable () -> Void) {
    queue = DispatchQueue(label: label)
    timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(interval))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler(handler: action)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// Stops; when it returns, `action` runs no more.
  func stop() {
    timer.cancel()
    queue.sync {}
  }
}
