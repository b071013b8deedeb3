import Foundation
package import OverlayBase
import Synchronization

/// A manual clock that counts sleeps. After one more sleep, the observed stream has handled the current time.
package final class SleepCountingClock: MediaClock {
  private let clock: ManualClock
  private let count = Mutex(0)

  package init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    clock = ManualClock(time: time, wallTime: wallTime)
  }

  package var sleeps: Int { count.withLock { $0 } }
  package var time: MediaTime { clock.time }
  package var wallTime: WallTime { clock.wallTime }

  package func advance(by duration: MediaTime) { clock.advance(by: duration) }
  package func stepWallClock(to wallTime: WallTime) { clock.stepWallClock(to: wallTime) }

  package func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    let timer = clock.schedule(at: deadline, action)
    count.withLock { $0 += 1 }
    return timer
  }

  package func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    clock.onWallClockStep(action)
  }
}

/// Waits until a condition of a server holds. Returns whether it does, within a limit in seconds.
package func waitUntil(within limit: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: limit)
  while Date() < end {
    if try condition() { return true }
    usleep(5000)
  }
  return try condition()
}

/// Waits as `waitUntil(within:_:)` does, and leaves the thread to other tasks, which the condition may need. They get
/// many turns, however long these take on a busy machine.
package func eventually(
  within limit: Double = 60, isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
) async rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: limit)
  var turns = 0
  while turns < 10_000 || Date() < end, !Task.isCancelled {
    if try condition() { return true }
    // Most conditions need only some turns of other tasks.
    if turns < 10_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(5)) }
    turns += 1
  }
  return try condition()
}

/// Yields to other tasks until they have done what they can: for many turns, or for a second on a busy machine.
package func letOthersRun(isolation: isolated (any Actor)? = #isolation) async {
  let end = HostClock.shared.time + .seconds(1)
  for turn in 0..<20_000 where turn < 100 || HostClock.shared.time < end { await Task.yield() }
}
