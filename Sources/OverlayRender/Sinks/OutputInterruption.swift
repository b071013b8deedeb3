import Synchronization

/// Ends the writing to one or more outputs from another thread, even when a reader has stalled.
///
/// After `interrupt()` no further frame is begun and no output is opened; a frame under way is finished if its reader
/// takes it within the grace. What was cut short throws `SinkError.interrupted`; an output can still be finished then.
public final class OutputInterruption: Sendable {
  /// Readable from the interruption on: what blocked writers wait for beside their reader.
  let event: Int32

  private let graceNanoseconds: Int64
  private let deadline = Atomic<Int64>(.max)

  /// Makes an interruption that leaves the frame under way this much time (at least 0; 1 second when not given).
  ///
  /// - Throws: `SystemError` when the process has no descriptor left for it.
  public init(grace: Duration = .seconds(1)) throws(SystemError) {
    graceNanoseconds = max(0, Int64(clamping: grace.attoseconds / 1_000_000_000))
    event = try SystemCalls.makeEvent()
  }

  deinit {
    try? SystemCalls.close(event)
  }

  /// Interrupts; from any thread, at any time. Only the first call counts.
  public func interrupt() {
    let end = SystemCalls.nanoseconds().addingReportingOverflow(graceNanoseconds)
    let time = end.overflow ? Int64.max - 1 : end.partialValue
    guard deadline.compareExchange(expected: .max, desired: time, ordering: .releasing).exchanged else { return }
    SystemCalls.signalEvent(event)
  }

  /// Whether `interrupt()` was called.
  public var isRequested: Bool {
    deadline.load(ordering: .acquiring) != .max
  }

  /// What is left of the grace: nil before the interruption, 0 when it is over.
  var remainingNanoseconds: Int64? {
    let deadline = deadline.load(ordering: .acquiring)
    return deadline == .max ? nil : max(0, deadline - SystemCalls.nanoseconds())
  }
}
