import OverlayRender
import Synchronization

/// The reports of a run: statistics and explanations.
struct RunReports {
  let statistics: StatisticsReport?
  let explanation: ExplanationReport?
  /// Whether reports are on the disk at the end, as the outputs are.
  var isDurable = false

  /// The outputs of the reports.
  var outputs: [ReportOutput] { [statistics?.output, explanation?.output].compactMap(\.self) }

  /// Completes the reports.
  func finish(_ progress: RecordingProgress) throws(SinkError) {
    try statistics?.finish(progress)
    try explanation?.finish()
    if isDurable { for output in outputs { try output.synchronize() } }
  }

  /// Removes the files of a run that failed.
  func discard() {
    statistics?.discard()
    explanation?.output.discard()
  }
}

/// The output of a report: standard output for `-`, or a file that is opened after the output of the frames.
final class ReportOutput: Sendable {
  private let target: String
  private let overwrite: Bool
  private let output: Mutex<LineOutput?>

  /// Checks that the report can be written. Files are created by ``open(_:_:)``.
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

  /// Opens the file. A FIFO waits for its reader.
  func open(_ interruption: OutputInterruption, _ messages: Messages) throws(SinkError) {
    guard target != "-" else { return }
    let opened = try LineOutput(
      path: target, overwrite: overwrite, interruption: interruption,
      onWait: { [target] in messages.note("\(target): waiting for a reader") })
    output.withLock { $0 = opened }
  }

  /// Writes a line if the output is open.
  func write(line: String) throws(SinkError) {
    let output = output.withLock { $0 }
    try output?.write(line: line)
  }

  /// Waits until the lines are on the disk.
  func synchronize() throws(SinkError) {
    let output = output.withLock { $0 }
    try output?.synchronize()
  }

  /// Removes the file if it was created for this report.
  func discard() {
    output.withLock { $0?.discard() }
  }
}

/// Writes the statistics for `--stats`: a line of JSON at the end, and optionally at an interval.
final class StatisticsReport {
  /// The output of the lines.
  let output: ReportOutput
  private let interval: MediaTime?
  private var timer: RepeatingTimer?

  /// Checks that the output can be written; `nil` without a target.
  init?(_ target: String?, overwrite: Bool, every interval: MediaTime?) throws(SinkError) {
    guard let target else { return nil }
    self.interval = interval
    output = try ReportOutput(target, overwrite: overwrite)
  }

  /// Starts to write at the interval, if there is one.
  func begin(_ progress: RecordingProgress) {
    guard let nanoseconds = interval?.flooredNanoseconds else { return }
    timer = RepeatingTimer("overlay-render.statistics", everyNanoseconds: nanoseconds) { [output] in
      // A closed reader does not end the run. Other errors are reported at the end.
      try? output.write(line: progress.statistics.json)
    }
  }

  /// Writes the final line.
  func finish(_ progress: RecordingProgress) throws(SinkError) {
    timer?.stop()
    do {
      try output.write(line: progress.statistics.json)
    } catch .readerClosed {
      return
    }
  }

  /// Removes the file of a run that failed.
  func discard() {
    timer?.stop()
    output.discard()
  }
}

/// Writes the explanations for `--explain`: a line for each drawn frame.
final class ExplanationReport: Sendable {
  /// The output of the lines.
  let output: ReportOutput
  private let problem = Mutex<SinkError?>(nil)

  /// Checks that the output can be written; `nil` without a target.
  init?(_ target: String?, overwrite: Bool) throws(SinkError) {
    guard let target else { return nil }
    output = try ReportOutput(target, overwrite: overwrite)
  }

  /// Writes the line of a frame. An error does not end the run; ``finish()`` throws it.
  func write(_ explanation: FrameExplanation) {
    problem.withLock { problem in
      guard problem == nil else { return }
      do throws(SinkError) { try output.write(line: explanation.description) } catch { problem = error }
    }
  }

  /// Throws the first error of ``write(_:)``. A closed reader is not an error.
  func finish() throws(SinkError) {
    switch problem.withLock({ $0 }) {
    case .readerClosed?, nil: return
    case let problem?: throw problem
    }
  }
}
