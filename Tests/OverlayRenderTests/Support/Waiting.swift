import OverlayRender
import Synchronization

/// A manual clock that counts sleeps. After one more sleep, the observed stream has handled the current time.
final class SleepCountingClock: MediaClock {
  private let clock: ManualClock
  private let count = Mutex(0)

  init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    clock = ManualClock(time: time, wallTime: wallTime)
  }

  var sleeps: Int { count.withLock { $0 } }
  var time: MediaTime { clock.time }
  var wallTime: WallTime { clock.wallTime }

  func advance(by duration: MediaTime) { clock.advance(by: duration) }
  func stepWallClock(to wallTime: WallTime) { clock.stepWallClock(to: wallTime) }

  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    let timer = clock.schedule(at: deadline, action)
    count.withLock { $0 += 1 }
    return timer
  }

  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    clock.onWallClockStep(action)
  }
}

/// Yields to other tasks until `condition` holds; returns false if that takes too long.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async -> Bool {
  for _ in 0..<2_000_000 {
    if condition() { return true }
    await Task.yield()
  }
  return false
}

/// Yields to other tasks until they have done what they can: for many turns, or for a second on a busy machine.
func letOthersRun(isolation: isolated (any Actor)? = #isolation) async {
  let end = HostClock.shared.time + .seconds(1)
  for turn in 0..<20_000 where turn < 100 || HostClock.shared.time < end { await Task.yield() }
}

extension LiveData {
  /// Waits for updates until the value satisfies a condition; returns false if the test is canceled, as by its time
  /// limit.
  func becomes(isolation: isolated (any Actor)? = #isolation, _ condition: (Value) -> Bool) async -> Bool {
    let (updates, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = onUpdate { continuation.yield() }
    defer { subscription.cancel() }
    if condition(current.value) { return true }
    for await _ in updates where condition(current.value) { return true }
    return false
  }
}

extension LiveData where Value: Equatable {
  /// Waits until the value equals another one.
  func becomes(isolation: isolated (any Actor)? = #isolation, _ value: Value) async -> Bool {
    await becomes(isolation: isolation) { $0 == value }
  }
}
