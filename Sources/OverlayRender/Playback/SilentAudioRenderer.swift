import Synchronization

/// A renderer without a device, for tests and for machines without sound. It plays in the time of another clock.
public final class SilentAudioRenderer: AudioRenderer {
  private struct State {
    /// The end of the sound in the queue.
    var end: MediaTime
    var request: (number: UInt64, action: @Sendable () -> Void)?
    var requestCount: UInt64 = 0
    var wake: Subscription?
  }

  /// The format of the blocks.
  public let format: AudioFormat
  private let timebase: Timebase
  private let silentClock: TimebaseClock
  private let state = Mutex(State(end: .zero))

  /// The duration of the sound that the queue holds.
  private static let capacity = MediaTime.seconds(1)

  /// Creates a paused renderer whose clock is at zero.
  ///
  /// - Parameters:
  ///   - format: The format of the blocks.
  ///   - clock: The clock in whose time the sound plays.
  public init(format: AudioFormat = AudioFormat(), clock: any MediaClock = HostClock.shared) {
    self.format = format
    timebase = Timebase(clock: clock)
    silentClock = TimebaseClock(timebase, of: clock)
  }

  /// The time that the renderer has played.
  public var clock: any MediaClock { silentClock }

  /// Whether there is less than a second of sound in the queue.
  public var isReadyForMoreMediaData: Bool {
    let time = timebase.time
    return state.withLock { $0.end - time < Self.capacity }
  }

  /// Adds a block to the queue.
  public func enqueue(_ block: AudioBlock) {
    let end = state.withLock { state in
      state.end = max(state.end, block.presentationTime + block.duration)
      return state.end
    }
    guard end - timebase.time >= Self.capacity else { return }
    let wake = timebase.schedule(at: end - Self.capacity.multiplied(by: 1, dividedBy: 2)) { [weak self] in
      self?.state.withLock { $0.request }?.action()
    }
    // The previous timer is released outside the lock.
    _ = state.withLock { state in
      let previous = state.wake
      state.wake = wake
      return previous
    }
  }

  /// Calls `action` each time half of the queue is free again.
  public func requestMediaDataWhenReady(_ action: @escaping @Sendable () -> Void) -> Subscription {
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

  /// Empties the queue.
  public func flush() {
    let time = timebase.time
    let (request, _) = state.withLock { state in
      state.end = time
      return (state.request, state.wake.take())
    }
    request?.action()
  }

  /// Starts the clock.
  public func play() { timebase.setRate(1) }

  /// Stops the clock.
  public func pause() { timebase.setRate(0) }

  /// Has no effect.
  public func setVolume(_ volume: Double) {}
}

/// A clock that shows the time of a timebase, which goes forward and does not jump.
private final class TimebaseClock: MediaClock {
  private let timebase: Timebase
  private let base: any MediaClock

  init(_ timebase: Timebase, of base: any MediaClock) {
    self.timebase = timebase
    self.base = base
  }

  var time: MediaTime { timebase.time }
  var wallTime: WallTime { base.wallTime }

  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    timebase.schedule(at: deadline, action)
  }

  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    base.onWallClockStep(action)
  }
}
