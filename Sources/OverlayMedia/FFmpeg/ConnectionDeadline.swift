import CFFmpeg
import OverlayRender
import Synchronization

/// Limits the time of FFmpeg's blocking calls: those that connect, send and close (`AVIOInterruptCB`).
///
/// FFmpeg asks about ten times a second while it waits for the other side. Only the resolution of a name is not
/// limited, which the C library does.
final class ConnectionDeadline: Sendable {
  /// The time of `CLOCK_MONOTONIC` in nanoseconds at which calls end.
  private let end = Atomic<Int64>(.max)
  private let isAborted = Atomic(false)

  /// Allows a duration for the following calls; `nil` for any.
  func begin(_ duration: Duration?) {
    guard let duration else { return end.store(.max, ordering: .relaxed) }
    end.store(Self.now + Int64(clamping: duration.attoseconds / 1_000_000_000), ordering: .relaxed)
  }

  /// Ends the current call and all following ones, from any thread.
  func abort() { isAborted.store(true, ordering: .relaxed) }

  /// Whether the current call has taken too long, or is to end.
  var hasPassed: Bool {
    isAborted.load(ordering: .relaxed) || Self.now >= end.load(ordering: .relaxed)
  }

  /// What FFmpeg calls. The deadline must outlive the connection.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { deadline in
        guard let deadline else { return 0 }
        return Unmanaged<ConnectionDeadline>.fromOpaque(deadline).takeUnretainedValue().hasPassed ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  private static var now: Int64 { HostClock.shared.time.flooredNanoseconds ?? 0 }
}
