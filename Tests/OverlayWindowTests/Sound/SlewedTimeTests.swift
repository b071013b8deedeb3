import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayWindow

@Suite("The time of a device's sound")
struct SlewedTimeTests {
  private static let millisecond: Int64 = 1_000_000
  private static let second: Int64 = 1_000_000_000

  /// A time that follows a device, both at zero when the host is at 10 s.
  private func runningTime() -> SlewedTime {
    var time = SlewedTime()
    time.attachDevice(at: 0, host: 10 * Self.second)
    time.start(atHost: 10 * Self.second)
    _ = time.observe(1, measuredAt: 10 * Self.second, host: 10 * Self.second)
    return time
  }

  @Test("A quarter of a small difference is corrected within a second")
  func smallDifference() {
    var time = runningTime()
    let host = 20 * Self.second
    let before = time.time(atHost: host)
    #expect(time.observe(10 * Self.second + 8 * Self.millisecond, measuredAt: host, host: host) == .followed)
    #expect(time.time(atHost: host) == before)
    let half = time.time(atHost: host + Self.second / 2)
    #expect(abs(half - before - Self.second / 2 - Self.millisecond) < 10)
    for later in [Self.second, 7 * Self.second] {
      #expect(time.time(atHost: host + later) == 10 * Self.second + 2 * Self.millisecond + later)
    }
  }

  @Test("After a start, a small difference is corrected whole, however often it is measured")
  func startDifference() {
    var time = SlewedTime()
    time.attachDevice(at: 0, host: 0)
    time.start(atHost: 0)
    var host: Int64 = 0
    for interval in [10, 100, 200, 400, 800, 1000] as [Int64] {
      host += interval * Self.millisecond
      // The device is 20 ms ahead of the host, which starts the time at 10 ms.
      #expect(time.observe(host + 10 * Self.millisecond, measuredAt: host, host: host) == .followed)
    }
    let difference = host + 10 * Self.millisecond - time.time(atHost: host)
    #expect(difference.magnitude < 1_500_000, "\(difference) ns")
  }

  @Test("A large difference is corrected at a rate of 0.95 or 1.05", arguments: [57, -57, 99, -99])
  func limitedRate(milliseconds: Int64) {
    var time = runningTime()
    let host = 20 * Self.second
    _ = time.observe(10 * Self.second + milliseconds * Self.millisecond, measuredAt: host, host: host)
    let rate = milliseconds > 0 ? 105 : 95 as Int64
    let advance = time.time(atHost: host + Self.second) - time.time(atHost: host)
    #expect(abs(advance - Self.second * rate / 100) < 10)
    #expect(time.time(atHost: host + 3 * Self.second) == (13 * Self.second + milliseconds * Self.millisecond))
  }

  @Test("After a gross difference, the device is mapped to the time", arguments: [101, -101, 5000, -5000])
  func grossDifference(milliseconds: Int64) throws {
    var time = runningTime()
    let host = 20 * Self.second
    let device = 10 * Self.second + milliseconds * Self.millisecond
    #expect(time.observe(device, measuredAt: host, host: host) == .remapped)
    #expect(time.time(atHost: host + Self.second) - time.time(atHost: host) == Self.second)
    #expect(try #require(time.deviceOffset) + device == time.time(atHost: host))
    #expect(time.observe(device + Self.second, measuredAt: host + Self.second, host: host + Self.second) == .followed)
    #expect(time.time(atHost: host + 3 * Self.second) == time.time(atHost: host + Self.second) + 2 * Self.second)
  }

  /// A time of 5 ns that started at 1 s of the host, and whose device stands still at 100 ns.
  private func waitingTime() -> SlewedTime {
    var time = SlewedTime(at: 5)
    time.attachDevice(at: 100, host: 0)
    time.start(atHost: Self.second)
    return time
  }

  @Test("The time waits for a device that starts late")
  func lateStart() {
    var time = waitingTime()
    let early = 1200 * Self.millisecond
    #expect(time.isWaiting(atHost: early))
    #expect(time.observe(100, measuredAt: early, host: early) == .standing)
    #expect(time.time(atHost: early) == 5)
    let host = 1400 * Self.millisecond
    #expect(time.observe(100 + Self.millisecond, measuredAt: host, host: host) == .followed)
    #expect(time.time(atHost: host) == 5 && !time.isWaiting(atHost: host))
    #expect(time.time(atHost: host + Self.second) == 5 + Self.millisecond + Self.second)
  }

  @Test("A device that announces its delay is awaited for exactly that long")
  func announcedDelay() {
    var time = waitingTime()
    // At first it may stand still.
    for (milliseconds, delay) in [(1000, 60), (1010, 60), (1020, 50)] as [(Int64, Int64)] {
      let host = milliseconds * Self.millisecond
      #expect(time.observe(100 - delay * Self.millisecond, measuredAt: host, host: host) == .standing)
    }
    let start = 1070 * Self.millisecond
    #expect(time.isWaiting(atHost: start - 1) && !time.isWaiting(atHost: start))
    #expect(time.time(atHost: start + Self.second) == 5 + Self.second)
    #expect(
      time.observe(100 + Self.millisecond, measuredAt: start + Self.millisecond, host: start + Self.millisecond)
        == .followed)
    #expect(time.deviceOffset == -95 && time.time(atHost: start + Self.second) == 5 + Self.second)
  }

  @Test("A device that is known to be too late is not awaited, and is mapped to the time", arguments: [501, 966, 1944])
  func tooLate(milliseconds: Int64) throws {
    var time = waitingTime()
    let host = Self.second + Self.millisecond
    let device = 100 - milliseconds * Self.millisecond
    #expect(time.observe(device, measuredAt: host, host: host) == .remapped)
    #expect(!time.isWaiting(atHost: host) && time.time(atHost: host) == 5)
    #expect(try #require(time.deviceOffset) + device == 5)
    let later = host + 10 * Self.millisecond
    #expect(time.observe(device + 10 * Self.millisecond, measuredAt: later, host: later) == .followed)
    #expect(time.time(atHost: later + Self.second) == 5 + 1010 * Self.millisecond)
    // Until it is heard, it may come nearer without a correction of the time.
    #expect(time.observe(device + 60 * Self.millisecond, measuredAt: later, host: later) == .remapped)
    #expect(time.time(atHost: later + Self.second) == 5 + 1010 * Self.millisecond)
    #expect(try #require(time.deviceOffset) + device + 50 * Self.millisecond == 5)
  }

  @Test(
    "The sound of a device that starts after the wait, or that is new, is mapped to the time", arguments: [false, true])
  func lateDevice(isNew: Bool) throws {
    var time = isNew ? SlewedTime() : waitingTime()
    if isNew {
      time.start(atHost: Self.second)
      time.attachDevice(at: 100, host: 3 * Self.second)
    }
    let host = 3 * Self.second
    #expect(time.observe(100, measuredAt: host, host: host) == .standing)
    let later = host + 50 * Self.millisecond
    let before = time.time(atHost: later)
    // It lags by 49 ms, of which nothing has to be corrected: the sound has just begun.
    #expect(time.observe(100 + Self.millisecond, measuredAt: later, host: later) == .remapped)
    #expect(time.time(atHost: later) == before && time.time(atHost: later + Self.second) == before + Self.second)
    #expect(try #require(time.deviceOffset) + 100 + Self.millisecond == before)
  }

  @Test("A device that never starts, stands still later, or is lost, does not stop the time")
  func lostDevice() {
    var time = SlewedTime()
    time.attachDevice(at: 0, host: 0)
    time.start(atHost: Self.second)
    for second in 1...9 as ClosedRange<Int64> {
      #expect(time.observe(0, measuredAt: second * Self.second, host: second * Self.second) == .standing)
    }
    #expect(time.time(atHost: 9 * Self.second) == 7500 * Self.millisecond)
    // It starts at last: its sound belongs to the current time.
    #expect(time.observe(1, measuredAt: 9 * Self.second, host: 9 * Self.second) == .remapped)
    time.detachDevice(atHost: 10 * Self.second)
    #expect(time.time(atHost: 20 * Self.second) == 18_500 * Self.millisecond)
    time.stop(atHost: 20 * Self.second)
    time.start(atHost: 30 * Self.second)
    #expect(time.time(atHost: 31 * Self.second) == 19_500 * Self.millisecond)
    // Without a device, nothing is awaited; a loss ends the wait too.
    time.stop(atHost: 31 * Self.second)
    time.attachDevice(at: 0, host: 31 * Self.second)
    time.start(atHost: 32 * Self.second)
    time.detachDevice(atHost: 32_200 * Self.millisecond)
    #expect(time.time(atHost: 33_200 * Self.millisecond) == 20_500 * Self.millisecond)
  }

  /// A device that drifts, jumps, and is measured with an error.
  private struct Device {
    var rate: Double
    var position = 0.0
    var isRunning = false
    var startDelay = 0.0

    mutating func advance(_ nanoseconds: Double) {
      guard isRunning else { return }
      let waited = min(startDelay, nanoseconds)
      startDelay -= waited
      position += (nanoseconds - waited) * rate
    }
  }

  @Test("The time is continuous, and follows any device", arguments: 1...200 as ClosedRange<UInt64>)
  func property(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var device = Device(rate: 1 + Double.random(in: -500e-6...500e-6, using: &random))
    var time = SlewedTime()
    var host: Int64 = 1000
    var latest: Int64 = 0
    var secondsSinceDisturbance = 0.0
    time.attachDevice(at: 0, host: host)
    for _ in 0..<600 {
      let step = Int64.random(in: 1...Self.second, using: &random)
      for part in [1, step / 3, step / 2, step] {
        let now = time.time(atHost: host + part)
        let rate = Double(now - latest) / Double(max(part, 1))
        // The time never goes back, and its rate is at most 1.05.
        #expect(now >= latest && Double(now - time.time(atHost: host)) <= 1.05 * Double(part) + 2, "\(rate)")
      }
      host += step
      device.advance(Double(step))
      latest = time.time(atHost: host)
      secondsSinceDisturbance += Double(step) / 1e9
      let position = Int64(device.position)
      #expect(time.observe(position, measuredAt: host, host: host) != .remapped || secondsSinceDisturbance < 10)
      #expect(time.time(atHost: host) == latest)
      if device.isRunning, device.startDelay == 0, secondsSinceDisturbance > 25 {
        let difference = latest - position - (time.deviceOffset ?? 0)
        #expect(difference.magnitude < 4_000_000, "\(difference) ns at the device's rate of \(device.rate)")
      }
      let target = latest + Int64.random(in: 0...(4 * Self.second), using: &random)
      if let due = time.hostTime(at: target), target > latest {
        #expect(time.time(atHost: due) >= target && time.time(atHost: due - 2) < target)
      }
      switch Int.random(in: 0..<150, using: &random) {
      case 0:
        device.position += Double.random(in: 3e6...57e6, using: &random)
        secondsSinceDisturbance = 0
      case 1:
        device.position += Double.random(in: 0...3e9, using: &random)
        secondsSinceDisturbance = 0
      case 2, 3:
        device.isRunning.toggle()
        device.startDelay = Double.random(in: 0...1.5e9, using: &random)
        device.isRunning ? time.start(atHost: host) : time.stop(atHost: host)
        secondsSinceDisturbance = 0
      default: break
      }
    }
  }
}

@Suite("The clock of a device's sound")
struct SlewedClockTests {
  @Test("Actions are called when the sound reaches their time, and never in a pause")
  func schedule() {
    let host = ManualClock(time: .seconds(100))
    let clock = SlewedClock(host: host)
    let calls = Mutex<[MediaTime]>([])
    let timers = [300, 100, 200].map { milliseconds in
      clock.schedule(at: .milliseconds(milliseconds)) { calls.withLock { $0.append(host.time) } }
    }
    host.advance(by: .seconds(10))
    #expect(calls.withLock { $0 } == [])
    clock.setRunning(true)
    host.advance(by: .milliseconds(150))
    #expect(calls.withLock { $0 } == [.milliseconds(110_100)])
    clock.setRunning(false)
    host.advance(by: .seconds(10))
    #expect(clock.time == .milliseconds(150) && calls.withLock { $0.count } == 1)
    timers[2].cancel()
    clock.setRunning(true)
    host.advance(by: .milliseconds(150))
    #expect(calls.withLock { $0 } == [.milliseconds(110_100), .milliseconds(120_300)])
    let never = clock.schedule(at: .positiveInfinity) { calls.withLock { $0.append(.invalid) } }
    let passed = clock.schedule(at: .zero) { calls.withLock { $0.append(.zero) } }
    host.advance(by: .seconds(10))
    #expect(calls.withLock { $0.count } == 3)
    withExtendedLifetime((timers, never, passed)) {}
  }

  @Test("Actions follow corrections")
  func corrections() {
    let host = ManualClock()
    let clock = SlewedClock(host: host)
    let calls = Mutex<[MediaTime]>([])
    clock.attachDevice()
    clock.setRunning(true)
    host.advance(by: .milliseconds(400))
    let timer = clock.schedule(at: .seconds(2)) { calls.withLock { $0.append(host.time) } }
    #expect(clock.time == .zero && clock.isWaiting)
    // The device starts, and is 20 ms ahead.
    #expect(clock.observe(20_000_000) == .followed)
    host.advance(by: .seconds(1))
    #expect(clock.time == .milliseconds(1020))
    // Then it is 40 ms behind.
    #expect(clock.observe(980_000_000) == .followed)
    host.advance(by: .milliseconds(1019))
    #expect(calls.withLock { $0 } == [])
    host.advance(by: .milliseconds(2))
    #expect(calls.withLock { $0.count } == 1)
    #expect(calls.withLock { abs($0[0].seconds - 2.42) < 1e-6 })
    withExtendedLifetime(timer) {}
  }
}
