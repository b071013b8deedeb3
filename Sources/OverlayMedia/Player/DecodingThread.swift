import Dispatch
import OverlayRender
import Synchronization

/// Work that is done step by step when there is some.
protocol DecodingWorker: AnyObject, Sendable {
  /// Continues with the work, if it has ended.
  func wake()
  /// Ends the work after the current step. It is not waited for, because a file system may not answer.
  func stop()
}

/// Starts workers, or throws if there is no thread left. `step` returns whether there may be more work; if not, it is
/// called again after a wake.
typealias StartWorker =
  @Sendable (
    _ name: String, _ step: @escaping @Sendable () -> Bool
  ) throws(SystemError) -> any DecodingWorker

/// A thread that decodes.
final class DecodingThread: DecodingWorker {
  private let isStopped = Atomic(false)
  private let isAwake = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  private init() {}

  /// Starts a thread whose name has at most 15 bytes, as Linux requires.
  static func start(_ name: String, _ step: @escaping @Sendable () -> Bool) throws(SystemError) -> any DecodingWorker {
    let worker = DecodingThread()
    try DetachedThread.start(name) { worker.run(step) }
    return worker
  }

  func wake() {
    if !isAwake.exchange(true, ordering: .acquiringAndReleasing) { signal.signal() }
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    wake()
  }

  private func run(_ step: () -> Bool) {
    while !isStopped.load(ordering: .acquiring) {
      if step() { continue }
      signal.wait()
      _ = isAwake.exchange(false, ordering: .acquiringAndReleasing)
    }
  }
}
