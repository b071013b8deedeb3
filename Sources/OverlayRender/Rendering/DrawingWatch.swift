import CLinux
import Glibc
import Synchronization

/// The pictures that are being drawn in this process, and a limit for the processor time of each of them.
///
/// No view of this library takes long, but a library that draws may never end with a damaged font.
package enum DrawingWatch {
  private struct Drawing {
    let number: UInt64
    let thread: pthread_t
  }

  private struct State {
    var nextNumber: UInt64 = 0
    var drawings: [Drawing] = []
  }

  private static let state = Mutex(State())

  /// Draws a picture with `body`.
  static func drawing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let thread = pthread_self()
    let number = state.withLock { state in
      state.nextNumber += 1
      state.drawings.append(Drawing(number: state.nextNumber, thread: thread))
      return state.nextNumber
    }
    defer { state.withLock { $0.drawings.removeAll { $0.number == number } } }
    try body()
  }

  /// Returns the processor time of the threads that draw, in seconds, by the number of the picture.
  private static func processorTimes() -> [UInt64: Double] {
    // A thread exists as long as its drawing, whose end needs the lock.
    state.withLock { state in
      state.drawings.reduce(into: [:]) { times, drawing in
        var (clock, time) = (clockid_t(), timespec())
        guard pthread_getcpuclockid(drawing.thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return }
        times[drawing.number] = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
    }
  }

  /// Starts a thread that calls `action` once when drawing one picture has taken more than `limit` seconds of processor
  /// time. The thread sleeps while the process does.
  ///
  /// - Parameter interval: The processor time of the process after which the pictures are checked, in seconds. The call
  ///   may be late by twice as much.
  package static func start(
    limit: Double = 60, interval: Double = 10, _ action: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let pause = timespec(tv_sec: Int(interval), tv_nsec: Int(interval.truncatingRemainder(dividingBy: 1) * 1e9))
    try DetachedThread.start("drawing-watch") {
      var account = Account()
      while true {
        var pause = pause
        let status = clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &pause, nil)
        // A sandbox may forbid this clock. Then nothing is watched.
        guard status == 0 || status == EINTR else { return }
        if account.longestTime(at: processorTimes()) > limit { return action() }
      }
    }
  }

  /// The processor times of threads when the pictures that they draw were first seen.
  struct Account {
    private var starts: [UInt64: Double] = [:]

    /// Returns the longest processor time of a picture since it was first seen, in seconds.
    ///
    /// - Parameter times: The processor times of the threads, by the numbers of the pictures that they draw now.
    mutating func longestTime(at times: [UInt64: Double]) -> Double {
      starts = times.merging(starts.filter { times[$0.key] != nil }) { $1 }
      return times.map { $1 - (starts[$0] ?? $1) }.max() ?? 0
    }
  }
}
