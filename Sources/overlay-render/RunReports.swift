import OverlayRender
import Synchronization

/// What a run reports in addition to its frames.
struct RunReports {
  let statistics: StatisticsReport?
  let explanation: ExplanationReport?

  /// Where they go.
  var outputs: [ReportOutput] { [statistics?.output, explanation?.output].compactMap(\.self) }

  /// Writes what is left to report.
  func finish(_ progress: RecordingProgress) throws(SinkError) {
    try statistics?.finish(progress)
    try explanation?.finish()
  }

  /// Removes the reports' files again: the run failed.
  func discard() {
    statistics?.discard()
    explanation?.output.discard()
  }
}

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

/// Writes what `--stats` asks for: a line of JSON at the end, and now and then before.
final class StatisticsReport {
  /// Where the lines go.
  let output: ReportOutput
  private let interval: MediaTime?
  private var repeater: Repeater?

  /// Checks the output; there is nothing to report when `target` is `nil`.
  init?(_ target: String?, overwrite: Bool, every interval: MediaTime?) throws(SinkError) {
    guard let target else { return nil }
    self.interval = interval
    output = try ReportOutput(target, overwrite: overwrite)
  }

  /// Begins to write in between, if asked to.
  func begin(_ progress: RecordingProgress) {
    guard let nanoseconds = interval?.flooredNanoseconds else { return }
    repeater = Repeater("overlay-render.statistics", everyNanoseconds: nanoseconds) { [output] in
      // A reader that is gone ends nothing; what else went wrong is reported at the end.
      try? output.write(line: progress.statistics.json)
    }
  }

  /// Writes the last line.
  func finish(_ progress: RecordingProgress) throws(SinkError) {
    repeater?.stop()
    do {
      try output.write(line: progress.statistics.json)
    } catch .readerClosed {
      return
    }
  }

  /// Removes the file again: the run failed.
  func discard() {
    repeater?.stop()
    output.discard()
  }
}

/// Writes what `--explain` asks for: a line for each frame, as it is drawn.
final class ExplanationReport: Sendable {
  /// Where the lines go.
  let output: ReportOutput
  private let problem = Mutex<SinkError?>(nil)

  /// Checks the output; there is nothing to report when `target` is `nil`.
  init?(_ target: String?, overwrite: Bool) throws(SinkError) {
    guard let target else { return nil }
    output = try ReportOutput(target, overwrite: overwrite)
  }

  /// Writes the line of a frame. What goes wrong does not end the run; it is told at the end.
  func write(_ explanation: FrameExplanation) {
    problem.withLock { problem in
      guard problem == nil else { return }
      do throws(SinkError) { try output.write(line: explanation.description) } catch { problem = error }
    }
  }

  /// Tells what went wrong; a reader that is gone has seen enough.
  func finish() throws(SinkError) {
    switch problem.withLock({ $0 }) {
    case .readerClosed?, nil: return
    case let problem?: throw problem
    }
  }
}
