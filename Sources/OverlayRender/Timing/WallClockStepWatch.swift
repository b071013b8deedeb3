import CLinux
import Dispatch
import Glibc

/// Tells when the system's wall clock is stepped, through a `timerfd` that never goes off but is cancelled by the step.
///
/// See timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`. It costs nothing while nothing happens. Waking from suspension counts
/// as a step: the wall clock has gone on while the monotone one stood still.
final class WallClockStepWatch {
  private let source: any DispatchSourceRead

  /// Calls `onStep` on `queue` after each step; nil when the system has no descriptor left for it.
  init?(queue: DispatchQueue, onStep: @escaping @Sendable () -> Void) {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard Self.arm(descriptor) else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      var expirations: UInt64 = 0
      let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
      guard count < 0, errno == ECANCELED else { return }
      // Set again before telling, so that a step in the meantime is not missed.
      _ = Self.arm(descriptor)
      onStep()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Sets the timer; true as well when a step came while it was being set, which does not unset it.
  private static func arm(_ descriptor: Int32) -> Bool {
    let never = itimerspec(
      it_interval: timespec(tv_sec: 0, tv_nsec: 0), it_value: timespec(tv_sec: .max, tv_nsec: 0))
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    return withUnsafePointer(to: never) { timerfd_settime(descriptor, flags, $0, nil) } == 0 || errno == ECANCELED
  }
}
