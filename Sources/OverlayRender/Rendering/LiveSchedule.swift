import Synchronization

/// When the frames of a live stream are due, and what was skipped because the stream was held up.
///
/// A value, so that others can look at it while the stream is held up.
struct LiveSchedule: Sendable {
  let clock: any MediaClock
  let rate: FrameRate
  /// The clock's time at presentation time zero.
  let anchor: MediaTime
  /// The frame after the last.
  var endFrame: Int64
  /// The first frame that is due after those that were given; `nil` before the first, and where none is known.
  private var nextDue: Int64?
  private var past = LiveFrames.Stalls()

  init(clock: any MediaClock, rate: FrameRate, anchor: MediaTime, endFrame: Int64) {
    self.clock = clock
    self.rate = rate
    self.anchor = anchor
    self.endFrame = endFrame
  }

  /// The presentation time of this moment.
  var now: MediaTime { clock.time - anchor }

  /// The last frame whose deadline has come.
  var currentFrame: Int64 {
    // The difference of two times may have been rounded; only deadlines decide.
    let frame = rate.frame(atOrBefore: now)
    return deadline(ofFrame: frame + 1) <= clock.time ? frame + 1 : frame
  }

  /// Returns the clock's time from which on a frame is due; infinite for the frame `.max`, which never comes.
  ///
  /// It is exact where a timescale can hold it. Otherwise it is early by less than 2 nanoseconds and never late, so that
  /// a clock that stands exactly at the frame's time has reached it.
  func deadline(ofFrame frame: Int64) -> MediaTime {
    guard frame < .max else { return .positiveInfinity }
    let deadline = anchor + rate.time(ofFrame: frame)
    return deadline.hasBeenRounded ? deadline - .nanoseconds(1) : deadline
  }

  /// What was skipped so far, a stall that lasts at this moment included.
  var stalls: LiveFrames.Stalls {
    past.adding(stall(until: min(currentFrame, endFrame), at: now))
  }

  /// Notes that a frame is given at a time: the frames before it that were due are skipped.
  mutating func give(_ frame: Int64, at time: MediaTime) {
    past = past.adding(stall(until: frame, at: time))
    nextDue = frame + 1
  }

  /// Notes which frame is due next; `nil` for none.
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
  /// What a live stream left out because its reader, the process or the machine held it up.
  package struct Stalls: Sendable, Hashable {
    /// How many times the stream was held up for longer than a frame.
    package var count: Int64 = 0
    /// Frames of the grid that were due meanwhile and not given.
    package var skippedFrames: Int64 = 0
    /// How long the stream was held up altogether, from the moment at which the first skipped frame was due, in seconds.
    package var seconds = 0.0

    fileprivate func adding(_ other: Stalls) -> Stalls {
      Stalls(
        count: count + other.count, skippedFrames: skippedFrames + other.skippedFrames, seconds: seconds + other.seconds
      )
    }
  }
}

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
