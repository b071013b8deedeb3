import Dispatch
import Glibc
import OverlayBase
import Synchronization
import Testing

@Suite("Host clock", .serialized)
struct HostClockTests {
  private let clock = HostClock.shared

  @Test("Time is CLOCK_MONOTONIC in nanoseconds, wall time is CLOCK_REALTIME")
  func systemClocks() {
    let before = nanoseconds(of: CLOCK_MONOTONIC)
    let time = clock.time
    let after = nanoseconds(of: CLOCK_MONOTONIC)
    #expect(time.timescale == 1_000_000_000)
    #expect((before...after).contains(time.value))

    let wallBefore = nanoseconds(of: CLOCK_REALTIME)
    let wallTime = clock.wallTime.nanosecondsSince1970
    #expect((wallBefore...nanoseconds(of: CLOCK_REALTIME)).contains(wallTime))
  }

  @Test("Actions run in the order of their deadlines and not before them; a canceled action does not run")
  func actionsInOrder() {
    let seen = Mutex<[String]>([])
    let early = Mutex(false)
    let done = DispatchSemaphore(value: 0)
    let start = clock.time
    let note: @Sendable (String, MediaTime) -> @Sendable () -> Void = { [clock] name, deadline in
      {
        if clock.time < deadline { early.withLock { $0 = true } }
        seen.withLock { $0.append(name) }
        if name == "last" { done.signal() }
      }
    }
    // Thirds of a millisecond are not whole nanoseconds. They are far enough apart for separate wakes.
    let steps = [10, 31, 61, 91].map { start + MediaTime(value: $0, timescale: 3000) }
    let timers = [
      clock.schedule(at: steps[3], note("last", steps[3])),
      clock.schedule(at: steps[1], note("canceled", steps[1])),
      clock.schedule(at: steps[2], note("second", steps[2])),
      clock.schedule(at: steps[0], note("first", steps[0])),
    ]
    timers[1].cancel()
    #expect(done.wait(timeout: .now() + 20) == .success)
    #expect(seen.withLock { $0 } == ["first", "second", "last"])
    #expect(!early.withLock { $0 })
    withExtendedLifetime(timers) {}
  }

  @Test("An action with a past deadline runs immediately, but not inside schedule; one that is not numeric never runs")
  func pastDeadline() {
    let done = DispatchSemaphore(value: 0)
    let gate = Mutex(false)
    let wasInside = Mutex(false)
    let never = [MediaTime.positiveInfinity, .negativeInfinity, .indefinite, .invalid].map {
      clock.schedule(at: $0) { wasInside.withLock { $0 = true } }
    }
    let caller = pthread_self()
    let timers = [MediaTime.seconds(.min), .zero, .nanoseconds(-5), clock.time].map { deadline in
      clock.schedule(at: deadline) {
        if pthread_self() == caller, !gate.withLock({ $0 }) { wasInside.withLock { $0 = true } }
        done.signal()
      }
    }
    gate.withLock { $0 = true }
    for _ in timers {
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    #expect(!wasInside.withLock { $0 })
    withExtendedLifetime(never) {}
  }

  @Test("A distant deadline waits, and nearer deadlines after it are on time")
  func farDeadline() {
    let done = DispatchSemaphore(value: 0)
    let hasFired = Mutex(false)
    let far = [MediaTime.seconds(.max), .nanoseconds(.max), clock.time + .seconds(1_000_000)].map {
      clock.schedule(at: $0) { hasFired.withLock { $0 = true } }
    }
    let near = clock.schedule(at: clock.time + .nanoseconds(500_000)) { done.signal() }
    #expect(done.wait(timeout: .now() + 20) == .success)
    #expect(!hasFired.withLock { $0 })
    withExtendedLifetime((far, near)) {}
  }

  @Test("An action may schedule and cancel actions, and release its own subscription")
  func reentrance() {
    let done = DispatchSemaphore(value: 0)
    let chain = Mutex<[Subscription]>([])
    let first = clock.schedule(at: .zero) { [clock] in
      let inner = clock.schedule(at: .zero) {
        chain.withLock { $0.removeAll() }
        done.signal()
      }
      clock.schedule(at: clock.time + .seconds(1000)) {}.cancel()
      chain.withLock { $0.append(inner) }
    }
    #expect(done.wait(timeout: .now() + 20) == .success)
    withExtendedLifetime(first) {}
  }

  @Test("Observing steps opens a descriptor that detects them, and can be canceled")
  func stepObservation() {
    let steps = Mutex(0)
    let timer = clock.onWallClockStep { steps.withLock { $0 += 1 } }
    let done = DispatchSemaphore(value: 0)
    let pause = clock.schedule(at: clock.time + .nanoseconds(1_000_000)) { done.signal() }
    #expect(done.wait(timeout: .now() + 20) == .success)
    #expect(steps.withLock { $0 } == 0)
    #expect(timerDescriptors() >= 1)
    timer.cancel()
    withExtendedLifetime(pause) {}
  }

  /// The wall-clock timers of this process that a step cancels (settime flags 03).
  private func timerDescriptors() -> Int {
    (0..<1024).count { descriptor in
      guard let file = fopen("/proc/self/fdinfo/\(descriptor)", "r") else { return false }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = fread(&bytes, 1, bytes.count, file)
      let text = String(decoding: bytes.prefix(count), as: UTF8.self)
      return text.contains("clockid: 0\n") && text.contains("settime flags: 03")
    }
  }

  private func nanoseconds(of clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
