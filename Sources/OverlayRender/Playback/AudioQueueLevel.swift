import Synchronization

/// The duration of the sound that waits in the queue of a renderer, and the request for more of it.
///
/// There is room while less than a second waits. After there was none, the request is called when half of that is
/// heard.
package final class AudioQueueLevel: Sendable {
  private struct State {
    /// The end of the sound in the queue.
    var end: MediaTime
    var request: (number: UInt64, action: @Sendable () -> Void)?
    var requestCount: UInt64 = 0
    var wake: Subscription?
  }

  private let clock: any MediaClock
  private let state: Mutex<State>

  /// The duration of the sound that the queue holds.
  private static let capacity = MediaTime.seconds(1)

  /// Creates the level of an empty queue whose sound is heard in the time of a clock.
  package init(clock: any MediaClock) {
    self.clock = clock
    state = Mutex(State(end: clock.time))
  }

  /// Whether there is less than a second of sound in the queue.
  package var hasRoom: Bool {
    let time = clock.time
    return state.withLock { $0.end - time < Self.capacity }
  }

  /// Adds a block.
  package func add(_ block: AudioBlock) {
    let end = state.withLock { state in
      state.end = max(state.end, block.presentationTime + block.duration)
      return state.end
    }
    guard end - clock.time >= Self.capacity else { return }
    let wake = clock.schedule(at: end - Self.capacity.multiplied(by: 1, dividedBy: 2)) { [weak self] in
      self?.state.withLock { $0.request }?.action()
    }
    // The previous timer is released outside the lock.
    _ = state.withLock { state in
      let previous = state.wake
      state.wake = wake
      return previous
    }
  }

  /// Calls `action` each time half of the queue is free again. The last call wins.
  package func request(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let (number, _) = state.withLock { state in
      state.requestCount += 1
      let previous = state.request
      state.request = (state.requestCount, action)
      return (state.requestCount, previous)
    }
    return Subscription { [weak self] in
      _ = self?.state.withLock { state in
        let request = state.request
        if request?.number == number { state.request = nil }
        return request
      }
    }
  }

  /// Sets the level of an empty queue, and calls the request.
  package func removeAll() {
    let time = clock.time
    let (request, _) = state.withLock { state in
      state.end = time
      return (state.request, state.wake.take())
    }
    request?.action()
  }
}
