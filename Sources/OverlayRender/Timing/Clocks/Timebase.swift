import Synchronization

/// A timeline that runs at a rate of its own against a clock or another timebase; the counterpart of `CMTimebase`.
///
/// It is the position of what is played: it can be stopped, set to any time, run at any rate, also backward. A new one
/// stands still at zero. Calls may come from any thread.
public final class Timebase: Sendable {
  /// What a timebase runs against.
  public enum Source: Sendable {
    /// A clock, which always runs at rate 1.
    case clock(any MediaClock)
    /// Another timebase, whose jumps and rates this one goes along with.
    case timebase(Timebase)
  }

  struct State {
    var rate = Rate(0)
    /// The timebase's time when its source's time was `sourceAnchor`.
    var anchor = MediaTime.zero
    var sourceAnchor: MediaTime
    var timers: [UInt64: PendingTimer] = [:]
    var timerCount: UInt64 = 0
  }

  /// What the timebase runs against.
  public let source: Source

  let state: Mutex<State>

  /// A timebase against `source`, with rate 0, at time 0.
  public init(source: Source) {
    self.source = source
    state = Mutex(State(sourceAnchor: source.now.time))
  }

  /// A timebase against a clock, with rate 0, at time 0.
  public convenience init(clock: any MediaClock) {
    self.init(source: .clock(clock))
  }

  /// A timebase against another, with rate 0, at time 0.
  public convenience init(timebase: Timebase) {
    self.init(source: .timebase(timebase))
  }

  /// The time now.
  public var time: MediaTime { snapshot.time }

  /// The seconds that pass here while one passes at the source; negative backward, 0 when stopped.
  public var rate: Double { snapshot.rate }

  /// The seconds that pass here while one passes at the clock: the product of the rates up the chain.
  public var effectiveRate: Double { now.rate }

  /// The time and the rate at one moment.
  public var snapshot: (time: MediaTime, rate: Double) {
    state.withLock { state in (state.time(atSource: source.now.time), state.rate.value) }
  }

  /// The time and the effective rate at one moment.
  var now: (time: MediaTime, rate: Double) {
    state.withLock { state in
      let sourceNow = source.now
      return (state.time(atSource: sourceNow.time), state.rate.value * sourceNow.rate)
    }
  }

  /// Sets the time, from which it runs on now. `time` must be numeric.
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

  /// Sets both at once, so that nobody sees the one without the other.
  public func set(time: MediaTime, rate: Double) {
    reanchor { state, sourceTime in
      state.anchor = time
      state.sourceAnchor = sourceTime
      state.rate = Rate(rate)
    }
  }

  /// Sets the rate, and the time so that it is (or was, or will be) `time` when the source's is `sourceTime`.
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
  }
}

extension Timebase.State {
  /// The timebase's time when the source's is `sourceTime`.
  func time(atSource sourceTime: MediaTime) -> MediaTime {
    guard rate.value != 0 else { return anchor }
    return anchor + (sourceTime - sourceAnchor).multiplied(by: rate.numerator, dividedBy: rate.denominator)
  }

  /// The source's time when the timebase's is `time`; not numeric when that never is.
  func sourceTime(at time: MediaTime) -> MediaTime {
    guard rate.numerator != 0 else { return .indefinite }
    return sourceAnchor + (time - anchor).multiplied(by: rate.denominator, dividedBy: rate.numerator)
  }
}

extension Timebase.Source {
  /// The time and the effective rate at one moment.
  var now: (time: MediaTime, rate: Double) {
    switch self {
    case .clock(let clock): (clock.time, 1)
    case .timebase(let timebase): timebase.now
    }
  }

  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    switch self {
    case .clock(let clock): clock.schedule(at: deadline, action)
    case .timebase(let timebase): timebase.schedule(at: deadline, action)
    }
  }
}

extension Timebase {
  /// A rate as the fraction it exactly is, so that multiplying a time by it rounds only the result.
  struct Rate {
    let value: Double
    let numerator: Int64
    /// A power of two, at most 2^62.
    let denominator: Int64

    init(_ value: Double) {
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
  /// An action that waits for the timebase to reach a time.
  struct PendingTimer {
    let fireTime: MediaTime
    let action: @Sendable () -> Void
    /// What wakes this timer at the source; nil while the timebase stands still.
    var wake: Subscription?
    /// Counts the wakes, so that one that was overtaken is known.
    var wakeNumber: UInt64 = 0
    /// How much later than computed the next wake is, at the source: see `wakeTime`.
    var delay: Int64 = 0
  }

  /// Calls `action` once, when the timebase reaches `fireTime` in the direction it runs; at once when it is past that.
  ///
  /// The timer follows jumps and changes of rate, here and up the chain. While the effective rate is 0 it waits; a fire
  /// time that is not numeric never comes. The action runs where the clock runs its actions, and is dropped when the
  /// returned subscription is cancelled or released, or the timebase is released.
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

  /// Sets every timer to wake by the present anchor and rate; earlier fire times of the present direction first.
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

  /// Asks the source to wake this timer, in place of any wake before. Called without the lock: a source may call back
  /// from within `schedule`.
  private func armTimer(_ number: UInt64) {
    // Whatever leaves the state is released after the lock is: it may cancel a timer at the source.
    let (plan, _) = state.withLock { state -> ((deadline: MediaTime, wakeNumber: UInt64)?, Subscription?) in
      guard var timer = state.timers[number] else { return (nil, nil) }
      let overtaken = timer.wake.take()
      timer.wakeNumber += 1
      state.timers[number] = timer
      let deadline = wakeTime(of: timer, state)
      return (deadline.isNumeric ? (deadline, timer.wakeNumber) : nil, overtaken)
    }
    guard let plan else { return }
    let wake = source.schedule(at: plan.deadline) { [weak self] in
      self?.timerWoke(number, wakeNumber: plan.wakeNumber)
    }
    state.withLock { state in
      if state.timers[number]?.wakeNumber == plan.wakeNumber { state.timers[number]?.wake = wake }
    }
  }

  /// When the source wakes the timer. Where a time was rounded the timebase may then be a hair before the fire time; a
  /// growing delay, in the direction the source runs, gets it there.
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
