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
