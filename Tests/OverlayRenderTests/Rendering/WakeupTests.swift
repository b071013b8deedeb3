import Dispatch
import Synchronization
import Testing

@testable import OverlayRender

/// The wait of a live stream for its next picture.
@Suite("Wakeup")
struct WakeupTests {
  @Test("A wait stays on the executor of its actor, and resumes there once")
  func isolation() async {
    let waiter = Waiter()
    #expect(await waiter.jobCountOfWait(isWoken: true) == 0)
    #expect(await waiter.jobCountOfWait(isWoken: false) == 1)
  }
}

/// An actor that counts the jobs of its executor.
private actor Waiter {
  private let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the number of jobs that a wait needs, which may be over at once.
  func jobCountOfWait(isWoken: Bool) async -> Int {
    let wakeup = Wakeup()
    let clock = ManualClock(time: .zero)
    if isWoken { wakeup.wake() }
    let count = executor.jobCount
    if !isWoken { executor.afterJob { clock.advance(by: .seconds(1)) } }
    await wakeup.wait(until: isWoken ? .positiveInfinity : .seconds(1), clock: clock)
    return executor.jobCount - count
  }
}

/// Runs one job after another on a queue, and counts them.
private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "CountingExecutor")
  private let count = Mutex(0)

  var jobCount: Int { count.withLock { $0 } }

  func afterJob(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

  func enqueue(_ job: consuming ExecutorJob) {
    count.withLock { $0 += 1 }
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
