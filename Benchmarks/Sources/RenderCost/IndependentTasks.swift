import Dispatch
import Glibc
import Synchronization

/// Tasks that wait for each second of the wall clock, and are busy then for as long as one picture takes. They share
/// nothing but a timer: how late they finish is the floor of the lateness of as many live clocks on this machine.
final class IndependentTasks: Sendable {
  /// The number of tasks.
  let count: Int
  /// The number of seconds that are measured.
  let seconds: Int64
  /// The time in seconds for which each task is busy in a second.
  let busySeconds: Double

  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(count: Int, seconds: Int64, busySeconds: Double) {
    self.count = count
    self.seconds = seconds
    self.busySeconds = busySeconds
  }

  func measure() async {
    let log = LatenessLog()
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "Seconds"))
    timer.setEventHandler { [self] in
      let resumed = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for continuation in resumed { continuation.resume() }
    }
    let sinceSecond = LatenessLog.sinceSecond()
    timer.schedule(wallDeadline: .now() + (1 - sinceSecond / 1000), repeating: 1)
    timer.activate()
    await withTaskGroup(of: Void.self) { [count, seconds] group in
      for _ in 0..<count {
        group.addTask { [self] in
          // The first second only brings all tasks to the same place.
          for second in 0...seconds {
            await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
            work()
            if second > 0 { log.append(LatenessLog.sinceSecond()) }
          }
        }
      }
    }
    timer.cancel()
    print(#"{"latenessMilliseconds": \#(log.percentiles)}"#)
  }

  private func work() {
    let end = Self.monotonicSeconds() + busySeconds
    while Self.monotonicSeconds() < end {}
  }

  private static func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
