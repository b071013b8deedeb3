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
  private let isExpired = Atomic(false)

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

  /// Whether a call was ended because it took too long, or was to end. FFmpeg may report it at a later call.
  var hasExpired: Bool { isExpired.load(ordering: .relaxed) || hasPassed }

  /// Forgets that a call was ended, for another connection.
  func forgetExpiry() { isExpired.store(false, ordering: .relaxed) }

  private func endsCall() -> Bool {
    guard hasPassed else { return false }
    isExpired.store(true, ordering: .relaxed)
    return true
  }

  /// What FFmpeg calls. The deadline must outlive the connection.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { deadline in
        guard let deadline else { return 0 }
        return Unmanaged<ConnectionDeadline>.fromOpaque(deadline).takeUnretainedValue().endsCall() ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  private static var now: Int64 { HostClock.shared.time.flooredNanoseconds ?? 0 }
}
