import Dispatch
import OverlayBase
import Synchronization
import TestTools
import Testing

@Suite("Timebase")
struct TimebaseTests {
  private let clock = ManualClock(time: .seconds(1000))

  @Test("A new timebase is stopped at zero")
  func newTimebase() {
    let timebase = Timebase(clock: clock)
    clock.advance(by: .seconds(5))
    #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
  }

  @Test("Setting the time anchors it at the current time of the source")
  func setTime() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(2)
    clock.advance(by: .seconds(5))
    timebase.setTime(.seconds(100))
    #expect(timebase.time == .seconds(100) && timebase.rate == 2)
    clock.advance(by: .seconds(3))
    #expect(timebase.time == .seconds(106))
  }

  @Test("Setting the rate keeps the current time")
  func setRate() {
    let timebase = Timebase(clock: clock)
    for (rate, expected) in [(1.0, 10), (0.5, 15), (-2, -5), (0, -5), (1, 5)] as [(Double, Int64)] {
      let before = timebase.time
      timebase.setRate(rate)
      #expect(timebase.time == before)
      clock.advance(by: .seconds(10))
      #expect(timebase.time == .seconds(expected))
    }
  }

  @Test("The time can be anchored at any time of the source, past or future")
  func anchorAtSourceTime() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(2, anchorTime: .zero, sourceTime: .seconds(1010))
    #expect(timebase.time == .seconds(-20))
    clock.advance(to: .seconds(1011))
    #expect(timebase.time == .seconds(2))
  }

  @Test("The effective rate is the product along the chain, and times follow it")
  func chain() {
    let first = Timebase(clock: clock)
    let second = Timebase(timebase: first)
    let third = Timebase(timebase: second)
    first.setRate(2)
    second.setRate(-3)
    third.setRate(0.5)
    #expect(third.rate == 0.5 && third.effectiveRate == -3)
    clock.advance(by: .seconds(10))
    #expect(first.time == .seconds(20) && second.time == .seconds(-60) && third.time == .seconds(-30))
    first.setTime(.seconds(0))
    #expect(second.time == .zero && third.time == .zero)
    second.setRate(0)
    #expect(third.effectiveRate == 0)
  }

  @Test("Errors do not accumulate: a day at 30000/1001 in steps of a frame ends at the exact time")
  func exactDay() {
    let clock = ManualClock()
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    for _ in 0..<10_000 { clock.advance(by: FrameRate.ntsc.interval) }
    #expect(timebase.time == FrameRate.ntsc.time(ofFrame: 10_000) && !timebase.time.hasBeenRounded)
    clock.advance(to: FrameRate.ntsc.time(ofFrame: 2_589_408))
    #expect(timebase.time == FrameRate.ntsc.time(ofFrame: 2_589_408) && !timebase.time.hasBeenRounded)
  }

  @Test("Time and rate are read as one consistent snapshot")
  func consistentSnapshot() {
    let timebase = Timebase(clock: clock)
    timebase.set(time: .seconds(1), rate: 1)
    let torn = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for step in 0..<5000 {
        if thread == 0 {
          let number = Int64(1 + step % 7)
          timebase.set(time: .seconds(number), rate: Double(number))
        } else {
          let (time, rate) = timebase.snapshot
          if time.seconds != rate { torn.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
  }

  @Test(
    "A timer fires at its time, at any rate, exactly and once", arguments: [1, 2, 0.5, 0.1, 0.3, 1.7, 1 / 3.0])
  func timerFires(rate: Double) {
    let timebase = Timebase(clock: clock)
    timebase.setRate(rate)
    let fired = Log()
    let timer = timebase.schedule(at: .seconds(3)) { fired.append(timebase.time) }
    clock.advance(by: MediaTime(seconds: 3 / rate - 0.000_01, preferredTimescale: 1_000_000_000))
    #expect(fired.times.isEmpty)
    clock.advance(by: MediaTime(seconds: 0.000_02, preferredTimescale: 1_000_000_000))
    clock.advance(by: .seconds(100))
    #expect(fired.times.count == 1)
    let late = (fired.times.first ?? .invalid) - .seconds(3)
    #expect(late >= .zero && late < .nanoseconds(10))
    withExtendedLifetime(timer) {}
  }

  @Test("A timer follows a jump of the time in both directions")
  func timerFollowsJumps() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let timer = timebase.schedule(at: .seconds(10)) { fired.append(clock.time) }
    clock.advance(by: .seconds(9))
    timebase.setTime(.zero)
    clock.advance(by: .seconds(9))
    #expect(fired.times.isEmpty)
    timebase.setTime(.seconds(4))
    clock.advance(by: .seconds(100))
    #expect(fired.times == [.seconds(1024)])
    withExtendedLifetime(timer) {}
  }

  @Test("A jump past the fire time fires immediately")
  func jumpPastFireTime() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let timers = [30, 10, 20].map { second in
      timebase.schedule(at: .seconds(second)) { fired.append(.seconds(second)) }
    }
    timebase.setTime(.seconds(25))
    #expect(fired.times == [.seconds(10), .seconds(20)])
    withExtendedLifetime(timers) {}
  }

  @Test("A timer follows changes of the rate")
  func timerFollowsRate() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let timer = timebase.schedule(at: .seconds(10)) { fired.append(clock.time) }
    clock.advance(by: .seconds(4))
    timebase.setRate(2)
    clock.advance(by: .seconds(2))
    timebase.setRate(0.25)
    clock.advance(by: .seconds(100))
    #expect(fired.times == [.seconds(1014)])
    withExtendedLifetime(timer) {}
  }

  @Test("A stopped timebase does not fire, even for past times, until it is started")
  func stoppedTimebase() {
    let timebase = Timebase(clock: clock)
    timebase.setTime(.seconds(5))
    let fired = Log()
    let timer = timebase.schedule(at: .seconds(3)) { fired.append(clock.time) }
    clock.advance(by: .seconds(100))
    timebase.setTime(.seconds(50))
    #expect(fired.times.isEmpty)
    timebase.setRate(1)
    #expect(fired.times == [.seconds(1100)])
    withExtendedLifetime(timer) {}
  }

  @Test("Stopping a timebase holds its timers until it runs again")
  func stopAndGo() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let timer = timebase.schedule(at: .seconds(3)) { fired.append(clock.time) }
    clock.advance(by: .seconds(2))
    timebase.setRate(0)
    clock.advance(by: .seconds(50))
    timebase.setRate(1)
    clock.advance(by: .seconds(50))
    #expect(fired.times == [.seconds(1053)])
    withExtendedLifetime(timer) {}
  }

  @Test("A fire time that is not numeric is never reached")
  func nonNumericFireTimes() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let timers = [MediaTime.positiveInfinity, .negativeInfinity, .indefinite, .invalid].map {
      timebase.schedule(at: $0) { fired.append(clock.time) }
    }
    clock.advance(by: .seconds(1_000_000))
    timebase.setTime(.seconds(.max / 4))
    #expect(fired.times.isEmpty)
    withExtendedLifetime(timers) {}
  }

  @Test("When running backward, a timer fires when the time decreases to its fire time")
  func backward() {
    let timebase = Timebase(clock: clock)
    timebase.set(time: .seconds(10), rate: -1)
    let fired = Log()
    let timers = [4, 8].map { second in
      timebase.schedule(at: .seconds(second)) { fired.append(timebase.time) }
    }
    clock.advance(by: .seconds(1))
    #expect(fired.times.isEmpty)
    clock.advance(by: .seconds(100))
    #expect(fired.times == [.seconds(8), .seconds(4)])
    withExtendedLifetime(timers) {}
  }

  @Test("Timers follow changes further up the chain")
  func timersInChain() {
    let parent = Timebase(clock: clock)
    let child = Timebase(timebase: parent)
    child.setRate(2)
    let fired = Log()
    let timer = child.schedule(at: .seconds(20)) { fired.append(child.time) }
    clock.advance(by: .seconds(50))
    #expect(fired.times.isEmpty)
    parent.setRate(1)
    clock.advance(by: .seconds(4))
    parent.setRate(0)
    clock.advance(by: .seconds(50))
    #expect(child.time == .seconds(8) && fired.times.isEmpty)
    parent.setRate(0.5)
    clock.advance(by: .seconds(11))
    #expect(fired.times.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(fired.times == [.seconds(20)])
    withExtendedLifetime(timer) {}
  }

  @Test("When a source reverses its direction, the timers of its child follow")
  func chainTurnsRound() {
    let parent = Timebase(clock: clock)
    let child = Timebase(timebase: parent)
    parent.setRate(1)
    child.setRate(1)
    clock.advance(by: .seconds(10))
    let fired = Log()
    let ahead = child.schedule(at: .seconds(15)) { fired.append(.seconds(15)) }
    #expect(fired.times.isEmpty)
    clock.advance(by: .seconds(2))
    parent.setRate(-1)
    // Backward, at 12, the fire time 15 has passed.
    #expect(fired.times == [.seconds(15)])
    let behind = child.schedule(at: .seconds(7)) { fired.append(child.time) }
    clock.advance(by: .seconds(4))
    #expect(fired.times.count == 1)
    clock.advance(by: .seconds(1))
    #expect(fired.times.last == .seconds(7))
    withExtendedLifetime((ahead, behind)) {}
  }

  @Test("A canceled or released timer does not fire, and neither does one whose timebase is released")
  func cancellation() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let canceled = timebase.schedule(at: .seconds(1)) { fired.append(.seconds(1)) }
    canceled.cancel()
    _ = timebase.schedule(at: .seconds(2)) { fired.append(.seconds(2)) }
    var short: Timebase? = Timebase(clock: clock)
    short?.setRate(1)
    let orphan = short?.schedule(at: .seconds(3)) { fired.append(.seconds(3)) }
    short = nil
    clock.advance(by: .seconds(100))
    #expect(fired.times.isEmpty)
    withExtendedLifetime(orphan) {}
  }

  @Test("An action may change its own timebase")
  func reentrance() {
    let timebase = Timebase(clock: clock)
    timebase.setRate(1)
    let fired = Log()
    let loop = timebase.schedule(at: .seconds(5)) {
      fired.append(clock.time)
      timebase.setTime(.zero)
    }
    let other = timebase.schedule(at: .seconds(6)) { fired.append(clock.time) }
    clock.advance(by: .seconds(100))
    #expect(fired.times == [.seconds(1005), .seconds(1011)])
    withExtendedLifetime((loop, other)) {}
  }

  @Test("Random jumps, rates and advances fire each timer when a step-by-step model does, 300 sequences")
  func randomCourses() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let clock = ManualClock()
      let timebase = Timebase(clock: clock)
      let fired = Mutex<Set<Int>>([])
      let fireTimes = (0..<6).map { _ in Int64.random(in: -30...30, using: &random) }
      let timers = fireTimes.enumerated().map { number, second in
        timebase.schedule(at: .seconds(second)) { fired.withLock { _ = $0.insert(number) } }
      }
      var (time, rate): (Int64, Int64) = (0, 0)
      var expected: Set<Int> = []
      func check() {
        for (number, second) in fireTimes.enumerated()
        where (rate > 0 && time >= second) || (rate < 0 && time <= second) {
          expected.insert(number)
        }
        #expect(fired.withLock { $0 } == expected && timebase.time == .seconds(time))
      }
      for _ in 0..<12 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          time = .random(in: -30...30, using: &random)
          timebase.setTime(.seconds(time))
        case 1:
          rate = .random(in: -2...2, using: &random)
          timebase.setRate(Double(rate))
        default:
          clock.advance(by: .seconds(1))
          time += rate
        }
        check()
      }
      withExtendedLifetime(timers) {}
    }
  }
}

private final class Log: Sendable {
  private let storage = Mutex<[MediaTime]>([])

  var times: [MediaTime] { storage.withLock { $0 } }

  func append(_ time: MediaTime) {
    storage.withLock { $0.append(time) }
  }
}
