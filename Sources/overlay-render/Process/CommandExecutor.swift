import Dispatch

/// Runs the tasks of a command one after another on a queue of its own.
///
/// The default executor of Swift runs tasks on Dispatch's pool of threads. From its first task on, Dispatch counts the
/// running threads of the pool each second (`_dispatch_workq_monitor_pools` in its sources), which wakes a process that
/// waits for a change, and ends one that cannot read `/proc`. An unstructured task does not take over the executor of
/// the task that creates it, so it gets one as its preference.
final class CommandExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "overlay-render.command")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
