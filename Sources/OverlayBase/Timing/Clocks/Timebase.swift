import Synchronization

/// A timeline that runs at its own rate against a clock or another timebase; the counterpart of `CMTimebase`.
///
/// It represents the position of playback: it can be stopped, set to any time, and run at any rate, also backward. A
/// new timebase is stopped at zero. Timebases are safe to use from any thread.
public final class Timebase: Sendable {
  /// The time source of a timebase.
  public enum Source: Sendable {
    /// A clock, which always runs at rate 1.
    case clock(any MediaClock)
    /// Another timebase. This one follows its jumps and rates.
    case timebase(Timebase)
  }

  package struct State {
    package var rate = Rate(0) {
      didSet { if rate.value != 0 { runningRate = rate.value } }
    }
    /// The latest rate that was not zero; 1 before the first one.
    var runningRate = 1.0
    /// The timebase's time when the source's time was `sourceAnchor`.
    package var anchor = MediaTime.zero
    var sourceAnchor: MediaTime
    var timers: [UInt64: PendingTimer] = [:]
    var timerCount: UInt64 = 0
    var jumpObservers = StepObservers()
  }

  /// The time source of this timebase.
  public let source: Source

  package let state: Mutex<State>

  /// Creates a timebase with a source, stopped at time 0.
  public init(source: Source) {
    self.source = source
    state = Mutex(State(sourceAnchor: source.now.time))
  }

  /// Creates a timebase that runs against a clock, stopped at time 0.
  public convenience init(clock: any MediaClock) {
    self.init(source: .clock(clock))
  }

  /// Creates a timebase that runs against another timebase, stopped at time 0.
  public convenience init(timebase: Timebase) {
    self.init(source: .timebase(timebase))
  }

  /// The current time.
  public var time: MediaTime { snapshot.time }

  /// The rate relative to the source: negative backward, 0 when stopped.
  public var rate: Double { snapshot.rate }

  /// The rate relative to the clock: the product of the rates of this timebase and its sources.
  public var effectiveRate: Double { now.rate }

  /// The time and the rate at one moment.
  public var snapshot: (time: MediaTime, rate: Double) {
    state.withLock { state in (state.time(atSource: source.now.time), state.rate.value) }
  }

  /// The time and the effective rate at one moment.
  package var now: (time: MediaTime, rate: Double) {
    state.withLock { state in
      let sourceNow = source.now
      return (state.time(atSource: sourceNow.time), state.rate.value * sourceNow.rate)
    }
  }

  /// Sets the time and continues from there. `time` must be numeric.
  public func setTime(_ time: MediaTime) {
    reanchor { state, sourceTime in
      state.anchor = time
      state.sourceAnchor = sourceTime
    }
  }

  /// Sets the rate and keeps the time. `rate` must be finite and less than 2^53.
  public func setRate(_ rate: Double) {
    reanchor { state, sourceTime in
      state.anchor = state.time(atSource: sourceTime)
      state.sourceAnchor = sourceTime
      state.rate = Rate(rate)
    }
  }

  /// Stops the timebase, or continues at the rate that it had when it was stopped; 1 if it has never run.
  package func setRunning(_ isRunning: Bool) {
    reanchor { state, sourceTime in
      state.anchor = state.time(atSource: sourceTime)
      state.sourceAnchor = sourceTime
      state.rate = Rate(isRunning ? state.runningRate : 0)
    }
  }

  /// Sets the time and the rate together, so that no other thread sees one without the other.
  public func set(time: MediaTime, rate: Double) {
    reanchor { state, sourceTime in
      state.anchor = time
      state.sourceAnchor = sourceTime
      state.rate = Rate(rate)
    }
  }

  /// Sets the rate, and the time so that it is (or was, or will be) `time` when the source's time is `sourceTime`.
  public func setRate(_ rate: Double, anchorTime time: MediaTime, sourceTime: MediaTime) {
    precondition(sourceTime.isNumeric, "A source's time is a number")
    reanchor { state, _ in
      state.anchor = time
      state.sourceAnchor = sourceTime
      state.rate = Rate(rate)
    }
  }

  private func reanchor(_ change: (inout State, _ sourceTime: MediaTime) -> Void) {
    state.withLock { state in
      change(&state, source.now.time)
      precondition(state.anchor.isNumeric, "A timebase's time is a number")
    }
    rearmTimers()
    for action in state.withLock({ $0.jumpObservers.actions }) { action() }
  }

  /// Calls `action` after each change of the time or the rate, here and of the sources, that is not the passing of
  /// time, until the returned subscription is canceled or released. It is called on the thread of the change.
  package func onJump(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let number = state.withLock { $0.jumpObservers.insert(action) }
    let ofSource: Subscription? = if case .timebase(let timebase) = source { timebase.onJump(action) } else { nil }
    return Subscription { [weak self] in
      _ = self?.state.withLock { $0.jumpObservers.remove(number) }
      ofSource?.cancel()
    }
  }
}

extension Timebase.State {
  /// Returns the timebase's time at a time of the source.
  package func time(atSource sourceTime: MediaTime) -> MediaTime {
    guard rate.value != 0 else { return anchor }
    return anchor + (sourceTime - sourceAnchor).multiplied(by: rate.numerator, dividedBy: rate.denominator)
  }

  /// Returns the source's time at a time of the timebase. The result is not numeric if the timebase is stopped.
  package func sourceTime(at time: MediaTime) -> MediaTime {
    guard rate.numerator != 0 else { return .indefinite }
    return sourceAnchor + (time - anchor).multiplied(by: rate.denominator, dividedBy: rate.numerator)
  }
}

extension Timebase.Source {
  /// The time and the effective rate at one moment.
  package var now: (time: MediaTime, rate: Double) {
    switch self {
    case .clock(let clock): (clock.time, 1)
    case .timebase(let timebase): timebase.now
    }
  }

  package func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    switch self {
    case .clock(let clock): clock.schedule(at: deadline, action)
    case .timebase(let timebase): timebase.schedule(at: deadline, action)
    }
  }
}

extension Timebase {
  /// A rate as its exact fraction, so that multiplying a time by it rounds only the result.
  package struct Rate {
    package let value: Double
    package let numerator: Int64
    /// A power of two, at most 2^62.
    package let denominator: Int64

    package init(_ value: Double) {
      precondition(value.magnitude < 0x1p53, "A rate is a finite number below 2^53")
      var (scaled, denominator) = (value, Int64(1))
      while scaled != scaled.rounded(), denominator < 1 << 62 {
        scaled *= 2
        denominator *= 2
      }
      self.value = value
      numerator = Int64(scaled.rounded())
      self.denominator = denominator
    }
  }
}

extension Timebase {
  /// An action that waits until the timebase reaches a time.
  struct PendingTimer {
    let fireTime: MediaTime
    let action: @Sendable () -> Void
    /// The subscription at the source that wakes this timer, or nil while the timebase is stopped.
    var wake: Subscription?
    /// The number of the current wake, which distinguishes it from outdated ones.
    var wakeNumber: UInt64 = 0
    /// The delay of the next wake after its computed time, in nanoseconds of the source. See `wakeTime`.
    var delay: Int64 = 0
  }

  /// Calls `action` once, when the timebase reaches `fireTime` in its direction: immediately if it has already passed
  /// it.
  ///
  /// The timer follows jumps and changes of the rate, of this timebase and of its sources. It waits while the effective
  /// rate is 0. A fire time that is not numeric is never reached. The action runs where the clock runs its actions. It
  /// is dropped when the returned subscription is canceled or released, or when the timebase is released.
  public func schedule(at fireTime: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard fireTime.isNumeric else { return Subscription {} }
    let number = state.withLock { state in
      state.timerCount += 1
      state.timers[state.timerCount] = PendingTimer(fireTime: fireTime, action: action)
      return state.timerCount
    }
    armTimer(number)
    return Subscription { [weak self] in
      _ = self?.state.withLock { $0.timers.removeValue(forKey: number) }
    }
  }

  /// Schedules all timers again with the current anchor and rate, in the order in which they fire.
  func rearmTimers() {
    let numbers = state.withLock { state in
      let isBackward = state.rate.value < 0
      return state.timers
        .sorted { left, right in
          let (leftTime, rightTime) = (left.value.fireTime, right.value.fireTime)
          guard leftTime != rightTime else { return left.key < right.key }
          return (leftTime < rightTime) != isBackward
        }
        .map(\.key)
    }
    for number in numbers {
      state.withLock { $0.timers[number]?.delay = 0 }
      armTimer(number)
    }
  }

  /// Schedules a wake of this timer at the source and cancels the previous one. Call this without the lock: a source
  /// may call back inside `schedule`.
  private func armTimer(_ number: UInt64) {
    // The previous wake is released after the lock: its release may cancel a timer at the source.
    let (plan, _) = state.withLock { state -> ((deadline: MediaTime, wakeNumber: UInt64)?, Subscription?) in
      guard var timer = state.timers[number] else { return (nil, nil) }
      let previousWake = timer.wake.take()
      timer.wakeNumber += 1
      state.timers[number] = timer
      let deadline = wakeTime(of: timer, state)
      return (deadline.isNumeric ? (deadline, timer.wakeNumber) : nil, previousWake)
    }
    guard let plan else { return }
    let wake = source.schedule(at: plan.deadline) { [weak self] in
      self?.timerWoke(number, wakeNumber: plan.wakeNumber)
    }
    state.withLock { state in
      if state.timers[number]?.wakeNumber == plan.wakeNumber { state.timers[number]?.wake = wake }
    }
  }

  /// Returns when the source wakes the timer. If a time was rounded, the timebase may still be slightly before the fire
  /// time then; a growing delay, in the direction of the source, makes up for this.
  private func wakeTime(of timer: PendingTimer, _ state: State) -> MediaTime {
    let exact = state.sourceTime(at: timer.fireTime)
    return timer.delay == 0 ? exact : exact + .nanoseconds(source.now.rate < 0 ? -timer.delay : timer.delay)
  }

  private func timerWoke(_ number: UInt64, wakeNumber: UInt64) {
    let (fired, isEarly) = state.withLock { state -> (PendingTimer?, Bool) in
      guard let timer = state.timers[number], timer.wakeNumber == wakeNumber else { return (nil, false) }
      let sourceNow = source.now
      let time = state.time(atSource: sourceNow.time)
      let rate = state.rate.value * sourceNow.rate
      if rate > 0 ? time >= timer.fireTime : rate < 0 && time <= timer.fireTime {
        return (state.timers.removeValue(forKey: number), false)
      }
      if rate != 0 { state.timers[number]?.delay = max(1, timer.delay * 2) }
      return (nil, true)
    }
    fired?.action()
    if isEarly { armTimer(number) }
  }
}
