import OverlayRender

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
