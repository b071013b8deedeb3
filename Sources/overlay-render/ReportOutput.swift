import OverlayRender
import Synchronization

/// Where a report in addition to the frames goes: `-` for standard output, or a file that is opened once the frames' own output is.
final class ReportOutput: Sendable {
  private let target: String
  private let overwrite: Bool
  private let output: Mutex<LineOutput?>

  /// Checks that the report can be written there; a file is not made before ``open(_:)``.
  init(_ target: String, overwrite: Bool) throws(SinkError) {
    self.target = target
    self.overwrite = overwrite
    guard target != "-" else {
      output = Mutex(LineOutput(descriptor: 1, name: "standard output"))
      return
    }
    try LineOutput.check(path: target, overwrite: overwrite)
    output = Mutex(nil)
  }

  /// Opens a file; a FIFO waits for its reader.
  func open(_ interruption: OutputInterruption, _ messages: Messages) throws(SinkError) {
    guard target != "-" else { return }
    let opened = try LineOutput(
      path: target, overwrite: overwrite, interruption: interruption,
      onWait: { [target] in messages.note("\(target): waiting for a reader") })
    output.withLock { $0 = opened }
  }

  /// Writes a line, once the output is open.
  func write(line: String) throws(SinkError) {
    let output = output.withLock { $0 }
    try output?.write(line: line)
  }

  /// Removes the file again, if it was made for this report.
  func discard() {
    output.withLock { $0?.discard() }
  }
}
