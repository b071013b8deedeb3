import Synchronization

/// Ends the writing to one or more outputs from another thread, even if a reader does not read.
///
/// After `interrupt()`, no frame is begun and no output is opened. The current frame is finished if its reader accepts
/// it within the grace period. An interrupted call throws `SinkError.interrupted`; the output can still be finished
/// then.
public final class OutputInterruption: Sendable {
  /// A descriptor that is readable after the interruption. Blocked writers wait for it and for their reader.
  let event: Int32

  private let graceNanoseconds: Int64
  private let deadline = Atomic<Int64>(.max)

  /// Creates an interruption with a grace period for the current frame.
  ///
  /// - Throws: `SystemError` if the process has no file descriptor left.
  public init(grace: Duration = .seconds(1)) throws(SystemError) {
    graceNanoseconds = max(0, Int64(clamping: grace.attoseconds / 1_000_000_000))
    event = try SystemCalls.makeEvent()
  }

  deinit {
    try? SystemCalls.close(event)
  }

  /// Interrupts the outputs, from any thread. Only the first call has an effect.
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

  /// Waits for a number of nanoseconds, or until the interruption.
  ///
  /// - Throws: `SinkError.interrupted` if the interruption was requested.
  package func wait(nanoseconds: Int64, writing name: String) throws(SinkError) {
    let end = SystemCalls.nanoseconds() + nanoseconds
    while !isRequested {
      let rest = end - SystemCalls.nanoseconds()
      if rest <= 0 { return }
      let milliseconds = Int32(clamping: (rest + 999_999) / 1_000_000)
      // Another error of the wait would end it early, which only sends a frame too soon.
      guard (try? SystemCalls.waitUntilReadable(event, timeout: milliseconds)) != nil else { return }
    }
    throw .interrupted(name: name)
  }

  /// The rest of the grace period: nil before the interruption, 0 after its end.
  var remainingNanoseconds: Int64? {
    let deadline = deadline.load(ordering: .acquiring)
    return deadline == .max ? nil : max(0, deadline - SystemCalls.nanoseconds())
  }
}
