import FoundationEssentials
import Glibc

/// How the system schedules a thread: the policy and the priority (sched(7)).
package struct ThreadScheduling: Hashable {
  private let policy: Int32
  private let priority: Int32

  /// The scheduling of a thread of this process, or of the calling thread for 0; `nil` if the thread has ended.
  package init?(ofThread identifier: pid_t) {
    var parameters = sched_param()
    policy = sched_getscheduler(identifier)
    guard policy >= 0, sched_getparam(identifier, &parameters) == 0 else { return nil }
    priority = parameters.sched_priority
  }

  /// Whether the thread runs before all threads without real-time priority.
  package var isRealTime: Bool { priority > 0 }

  private func apply(toThread identifier: pid_t) {
    var parameters = sched_param()
    parameters.sched_priority = priority
    sched_setscheduler(identifier, policy, &parameters)
  }

  /// Calls `body`, and undoes what a library did in it to the scheduling of the calling thread. Threads that it started
  /// with the same scheduling get the calling thread's, too.
  package static func preserving<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let threads = Set(Self.threads)
    let before = Self(ofThread: 0)
    defer {
      if let before, let changed = Self(ofThread: 0), changed != before {
        before.apply(toThread: 0)
        for thread in Self.threads where !threads.contains(thread) && Self(ofThread: thread) == changed {
          before.apply(toThread: thread)
        }
      }
    }
    try body()
  }

  /// The identifiers of the threads of this process.
  package static var threads: [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []).compactMap { pid_t($0) }
  }
}
