import Synchronization

/// The schedule of a live stream: when frames are due, and which ones were skipped in stalls.
///
/// The schedule is a value, so that other threads can read it during a stall.
package struct LiveSchedule: Sendable {
  let clock: any MediaClock
  let rate: FrameRate
  /// The clock's time at presentation time zero.
  package let anchor: MediaTime
  /// The frame after the last one.
  var endFrame: Int64
  /// The next frame that is due; `nil` before the first frame, and if none is known.
  private var nextDue: Int64?
  private var pastStalls = LiveFrames.Stalls()

  init(clock: any MediaClock, rate: FrameRate, anchor: MediaTime, endFrame: Int64) {
    self.clock = clock
    self.rate = rate
    self.anchor = anchor
    self.endFrame = endFrame
  }

  /// The current presentation time.
  package var now: MediaTime { clock.time - anchor }

  /// The last frame whose deadline has passed.
  var currentFrame: Int64 {
    // The difference of two times may be rounded, so the deadline decides.
    let frame = rate.frame(atOrBefore: now)
    return deadline(ofFrame: frame + 1) <= clock.time ? frame + 1 : frame
  }

  /// Returns the clock time at which a frame is due; infinite for the frame `.max`, which is never due.
  ///
  /// The deadline is exact if a timescale can represent it. Otherwise it is early by less than 2 nanoseconds and never
  /// late, so that a clock that stands exactly at the time of the frame has reached it.
  func deadline(ofFrame frame: Int64) -> MediaTime {
    guard frame < .max else { return .positiveInfinity }
    let deadline = anchor + rate.time(ofFrame: frame)
    return deadline.hasBeenRounded ? deadline - .nanoseconds(1) : deadline
  }

  /// The stalls so far, including one that lasts now.
  var stalls: LiveFrames.Stalls {
    pastStalls.adding(stall(until: min(currentFrame, endFrame), at: now))
  }

  /// Records that a frame is returned at a time. Earlier frames that were due are skipped.
  mutating func skip(to frame: Int64, at time: MediaTime) {
    pastStalls = pastStalls.adding(stall(until: frame, at: time))
    nextDue = frame + 1
  }

  /// Sets the next frame that is due; `nil` for none.
  mutating func expect(_ frame: Int64?) {
    nextDue = frame
  }

  private func stall(until frame: Int64, at time: MediaTime) -> LiveFrames.Stalls {
    guard let due = nextDue, due < frame else { return LiveFrames.Stalls() }
    return LiveFrames.Stalls(
      count: 1, skippedFrames: frame - due, seconds: (time - rate.time(ofFrame: due)).seconds)
  }
}

extension LiveFrames {
  /// The stalls of a live stream, caused by its reader, the process or the machine.
  package struct Stalls: Sendable, Hashable {
    /// The number of stalls longer than a frame.
    package var count: Int64 = 0
    /// The number of frames that were due during stalls and were skipped.
    package var skippedFrames: Int64 = 0
    /// The total duration of the stalls in seconds, each from the time at which its first skipped frame was due.
    package var seconds = 0.0

    fileprivate func adding(_ other: Stalls) -> Stalls {
      Stalls(
        count: count + other.count, skippedFrames: skippedFrames + other.skippedFrames, seconds: seconds + other.seconds
      )
    }
  }
}

/// Suspends a task until a time, or until another thread wakes it.
final class Wakeup: Sendable {
  private struct State {
    var sleeper: CheckedContinuation<Void, Never>?
    /// Whether ``wake()`` was called while no task slept. The next sleep ends immediately.
    var isWakePending = false
  }

  private let state = Mutex(State())

  /// Ends the sleep, or the next one if no task sleeps.
  func wake() {
    let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state.sleeper = nil }
      if state.sleeper == nil { state.isWakePending = true }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Sleeps until the clock reads `deadline` (+infinity for no deadline), until ``wake()``, or until the task is
  /// canceled. It may end early, so callers check their condition again.
  func wait(until deadline: MediaTime, clock: any MediaClock, isolation: isolated (any Actor)? = #isolation) async {
    let timer = deadline.isNumeric ? clock.schedule(at: deadline) { [weak self] in self?.wake() } : nil
    await withTaskCancellationHandler {
      // Closures are isolated only to actors that they use.
      await withCheckedContinuation(isolation: isolation) { continuation in
        let mustSleep = state.withLock { state in
          defer { state.isWakePending = false }
          if !state.isWakePending { state.sleeper = continuation }
          return !state.isWakePending
        }
        if !mustSleep { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
    timer?.cancel()
  }
}
