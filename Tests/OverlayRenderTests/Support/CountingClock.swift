import Synchronization

@testable import OverlayRender

/// A manual clock that counts the actions that wait.
final class CountingClock: MediaClock {
  private let clock: ManualClock
  private let pending = Mutex(0)

  init(time: MediaTime = .zero, wallTime: WallTime = WallTime(nanosecondsSince1970: 0)) {
    clock = ManualClock(time: time, wallTime: wallTime)
  }

  var pendingCount: Int { pending.withLock { $0 } }
  var time: MediaTime { clock.time }
  var wallTime: WallTime { clock.wallTime }

  func advance(by duration: MediaTime) { clock.advance(by: duration) }

  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription {
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
    let timer = clock.schedule(at: deadline) {
      end()
      action()
    }
    return Subscription {
      end()
      timer.cancel()
    }
  }

  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription { clock.onWallClockStep(action) }
}
