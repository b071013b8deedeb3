package import OverlayBase
import Synchronization

/// A manual clock that counts the actions that wait, and those that were scheduled.
package final class CountingClock: MediaClock {
  private let clock: ManualClock
  private let pending = Mutex(0)
  private let scheduled = Mutex(0)

  package init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    clock = ManualClock(time: time, wallTime: wallTime)
  }

  package var scheduledCount: Int { scheduled.withLock { $0 } }
  package var pendingCount: Int { pending.withLock { $0 } }
  package var time: MediaTime { clock.time }
  package var wallTime: WallTime { clock.wallTime }

  package func advance(to time: MediaTime) { clock.advance(to: time) }
  package func advance(by duration: MediaTime) { clock.advance(by: duration) }

  package func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
    guard deadline.isNumeric else { return Subscription {} }
    let isWaiting = Mutex(true)
    let end: @Sendable () -> Void = { [weak self] in
      let ends = isWaiting.withLock { isWaiting in
        defer { isWaiting = false }
        return isWaiting
      }
      if ends { self?.pending.withLock { $0 -= 1 } }
    }
    pending.withLock { $0 += 1 }
    scheduled.withLock { $0 += 1 }
    let timer = clock.schedule(at: deadline) {
      end()
      action()
    }
    return Subscription {
      end()
      timer.cancel()
    }
  }

  package func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription {
    clock.onWallClockStep(action)
  }
}
