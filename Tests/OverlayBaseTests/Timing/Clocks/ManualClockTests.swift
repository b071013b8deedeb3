import OverlayBase
import Synchronization
import TestTools
import Testing

@Suite("Manual clock")
struct ManualClockTests {
  @Test("It moves only when it is advanced, and the wall time with it")
  func movesWhenAdvanced() {
    let clock = ManualClock(time: .seconds(5), wallTime: WallTime(nanosecondsSince1970: 1000))
    #expect(clock.time == .seconds(5) && clock.wallTime.nanosecondsSince1970 == 1000)
    clock.advance(by: .nanoseconds(7))
    #expect(clock.time == .seconds(5) + .nanoseconds(7) && clock.wallTime.nanosecondsSince1970 == 1007)
    clock.advance(to: .seconds(6))
    #expect(clock.time == .seconds(6) && clock.wallTime.nanosecondsSince1970 == 1_000_001_000)
  }

  @Test("It is exact: 1001 advances by a third of a second are exactly 1001/3 s")
  func exactAdvance() {
    let clock = ManualClock()
    let fired = Log<Int>()
    let timer = clock.schedule(at: MediaTime(value: 1001, timescale: 3)) { fired.append(1) }
    for _ in 0..<1000 { clock.advance(by: MediaTime(value: 1, timescale: 3)) }
    #expect(fired.entries.isEmpty)
    clock.advance(by: MediaTime(value: 1, timescale: 3))
    #expect(fired.entries == [1] && !clock.time.hasBeenRounded)
    timer.cancel()
  }

  @Test("Due actions run in the order of their deadlines, then of scheduling, each at its own deadline")
  func orderOfActions() {
    let clock = ManualClock()
    let seen = Log<String>()
    let timers = [(3, "c"), (1, "a"), (2, "b1"), (2, "b2"), (9, "late")].map { second, name in
      clock.schedule(at: .seconds(Int64(second))) { seen.append("\(name)@\(clock.time.seconds)") }
    }
    clock.advance(to: .seconds(5))
    #expect(seen.entries == ["a@1.0", "b1@2.0", "b2@2.0", "c@3.0"])
    #expect(clock.time == .seconds(5))
    withExtendedLifetime(timers) {}
  }

  @Test("An action runs exactly at its deadline, not before, and once")
  func firesAtDeadline() {
    let clock = ManualClock()
    let fired = Log<Int>()
    let timer = clock.schedule(at: .seconds(1)) { fired.append(1) }
    clock.advance(to: .nanoseconds(999_999_999))
    #expect(fired.entries.isEmpty)
    clock.advance(by: .nanoseconds(1))
    clock.advance(by: .seconds(10))
    #expect(fired.entries == [1])
    withExtendedLifetime(timer) {}
  }

  @Test("An action with a past deadline runs immediately; one with a deadline that is not numeric never runs")
  func pastAndNonNumericDeadlines() {
    let clock = ManualClock(time: .seconds(5))
    let fired = Log<String>()
    let timers = [
      clock.schedule(at: .seconds(5)) { fired.append("now") },
      clock.schedule(at: .seconds(1)) { fired.append("past") },
      clock.schedule(at: .negativeInfinity) { fired.append("-infinity") },
      clock.schedule(at: .positiveInfinity) { fired.append("+infinity") },
      clock.schedule(at: .indefinite) { fired.append("indefinite") },
      clock.schedule(at: .invalid) { fired.append("invalid") },
    ]
    clock.advance(by: .seconds(1_000_000))
    #expect(fired.entries == ["now", "past"])
    withExtendedLifetime(timers) {}
  }

  @Test("A canceled or released subscription does not fire, even if an action of the same moment cancels it")
  func cancellation() {
    let clock = ManualClock()
    let fired = Log<String>()
    let canceled = clock.schedule(at: .seconds(1)) { fired.append("canceled") }
    canceled.cancel()
    canceled.cancel()
    _ = clock.schedule(at: .seconds(1)) { fired.append("released") }
    let victim = Mutex<Subscription?>(nil)
    let first = clock.schedule(at: .seconds(2)) { victim.withLock { $0 }?.cancel() }
    victim.withLock { $0 = clock.schedule(at: .seconds(2)) { fired.append("victim") } }
    clock.advance(to: .seconds(3))
    #expect(fired.entries.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test("Canceling removes only its own action, 200 random schedules")
  func randomCancellation() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let clock = ManualClock()
      let fired = Log<Int>()
      let deadlines = (0..<20).map { _ in Int64.random(in: 1...6, using: &random) }
      let timers = deadlines.enumerated().map { number, deadline in
        clock.schedule(at: .seconds(deadline)) { fired.append(number) }
      }
      let canceled = Set((0..<8).map { _ in Int.random(in: 0..<20, using: &random) })
      for number in canceled { timers[number].cancel() }
      clock.advance(to: .seconds(10))
      let expected = (0..<20).filter { !canceled.contains($0) }
        .sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
      #expect(fired.entries == expected)
      withExtendedLifetime(timers) {}
    }
  }

  @Test("An action that schedules itself again runs at every step of one long advance")
  func repeatedScheduling() {
    let clock = ManualClock()
    let ticker = Ticker(clock: clock)
    ticker.start()
    clock.advance(to: .seconds(10))
    #expect(ticker.ticks.entries == (1...10).map { MediaTime.seconds($0) })
  }

  @Test("An action may schedule many past deadlines without nested calls")
  func lateCatchUp() {
    let clock = ManualClock(time: .seconds(100_000))
    let ticker = Ticker(clock: clock, limit: 20_000)
    ticker.start()
    #expect(ticker.ticks.entries.count == 20_000)
  }

  @Test("A step moves only the wall clock and calls its observers until they cancel")
  func wallClockStep() {
    let clock = ManualClock(wallTime: WallTime(nanosecondsSince1970: 50))
    let seen = Log<Int64>()
    let timer = clock.onWallClockStep { seen.append(clock.wallTime.nanosecondsSince1970) }
    clock.advance(by: .seconds(1))
    clock.stepWallClock(to: WallTime(nanosecondsSince1970: 7))
    #expect(seen.entries == [7] && clock.time == .seconds(1))
    clock.advance(by: .nanoseconds(1))
    #expect(clock.wallTime.nanosecondsSince1970 == 8)
    timer.cancel()
    clock.stepWallClock(to: WallTime(nanosecondsSince1970: 9))
    #expect(seen.entries == [7])
  }
}

/// Schedules itself each second up to `limit` ticks.
private final class Ticker: Sendable {
  let ticks = Log<MediaTime>()
  private let clock: ManualClock
  private let limit: Int
  private let timer = Mutex<Subscription?>(nil)

  init(clock: ManualClock, limit: Int = .max) {
    self.clock = clock
    self.limit = limit
  }

  func start() {
    let count = ticks.entries.count
    guard count < limit else { return }
    let next = clock.schedule(at: .seconds(Int64(count) + 1)) { [weak self] in
      guard let self else { return }
      ticks.append(clock.time)
      start()
    }
    timer.withLock { $0 = next }
  }
}

private final class Log<Entry: Sendable>: Sendable {
  private let storage = Mutex<[Entry]>([])

  var entries: [Entry] { storage.withLock { $0 } }

  func append(_ entry: Entry) {
    storage.withLock { $0.append(entry) }
  }
}
