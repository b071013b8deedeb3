import Dispatch
import Testing

/// Runs the tests of a suite on threads of their own.
///
/// The threads on which tasks usually run are as many as the machine has cores. Two tests that wait for programs can
/// block them all, and a test that yields then gets no turn for as long as they wait.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs tests that block, for example while they wait for a program, on threads of their own.
  package static var ownThreads: Self { OwnThreads() }
}

/// Runs each job on a thread of a concurrent queue, which has more threads when some of them block.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  private let queue = DispatchQueue(label: "OverlayRender.TestThreads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
