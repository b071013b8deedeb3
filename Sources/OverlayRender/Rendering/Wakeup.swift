import Synchronization

/// Lets one task sleep until a time, or until something wakes it.
final class Wakeup: Sendable {
  private struct State {
    var sleeper: CheckedContinuation<Void, Never>?
    /// Somebody called while nobody slept: the next sleep ends at once.
    var wasCalled = false
  }

  private let state = Mutex(State())

  /// Ends the sleep, or the next one when nobody sleeps.
  func wake() {
    let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state.sleeper = nil }
      if state.sleeper == nil { state.wasCalled = true }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Sleeps until the clock reads `deadline` (+infinity for ever), until ``wake()``, or until the task is cancelled. It may
  /// end too early: who waits looks again.
  func wait(until deadline: MediaTime, clock: any MediaClock, isolation: isolated (any Actor)? = #isolation) async {
    let timer = deadline.isNumeric ? clock.schedule(at: deadline) { [weak self] in self?.wake() } : nil
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustSleep = state.withLock { state in
          defer { state.wasCalled = false }
          if !state.wasCalled { state.sleeper = continuation }
          return !state.wasCalled
        }
        if !mustSleep { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
    timer?.cancel()
  }
}
