/// A renderer without a device, for tests and for machines without sound. It plays in the time of another clock.
public final class SilentAudioRenderer: AudioRenderer {
  /// The format of the blocks.
  public let format: AudioFormat
  private let timebase: Timebase
  private let silentClock: TimebaseClock
  private let level: AudioQueueLevel

  /// Creates a paused renderer whose clock is at zero.
  ///
  /// - Parameters:
  ///   - format: The format of the blocks.
  ///   - clock: The clock in whose time the sound plays.
  public init(format: AudioFormat = AudioFormat(), clock: any MediaClock = HostClock.shared) {
    self.format = format
    timebase = Timebase(clock: clock)
    silentClock = TimebaseClock(timebase, of: clock)
    level = AudioQueueLevel(clock: silentClock)
  }

  /// The time that the renderer has played.
  public var clock: any MediaClock { silentClock }

  /// Whether there is less than a second of sound in the queue.
  public var isReadyForMoreMediaData: Bool { level.hasRoom }

  /// Adds a block to the queue.
  public func enqueue(_ block: AudioBlock) { level.add(block) }

  /// Calls `action` each time half of the queue is free again.
  public func requestMediaDataWhenReady(_ action: @escaping @Sendable () -> Void) -> Subscription {
    level.request(action)
  }

  /// Empties the queue.
  public func flush() { level.removeAll() }

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
