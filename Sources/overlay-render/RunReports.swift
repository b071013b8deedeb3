import OverlayRender

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
