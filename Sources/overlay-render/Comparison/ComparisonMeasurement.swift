import OverlayRender

/// What the process has done at a moment of a run.
struct ComparisonMoment {
  fileprivate let time = HostClock.shared.time
  fileprivate let usage = ResourceUsage()
  fileprivate let statistics: RecordingStatistics

  init(_ progress: RecordingProgress) {
    statistics = progress.statistics
  }
}

/// What one run of a way has cost.
struct ComparisonMeasurement: Codable, Sendable {
  let way: ComparedWay
  /// The measured time, in seconds.
  let seconds: Double
  let userSeconds: Double
  let systemSeconds: Double
  /// The number of pictures that were shown, drawn, and not drawn because nothing had changed.
  let shown, drawn, repeated: Int64
  let pixelsDrawn: Int64
  let wakeupsPerSecond: Double
  let peakResidentBytes: Int64
  /// The lateness of pictures in milliseconds; `nil` as fast as possible.
  let latenessMedian: Double?
  let lateness99: Double?

  /// - Parameter refreshCount: The number of refreshes in the measured time.
  init(from start: ComparisonMoment, to end: ComparisonMoment, refreshCount: Int64, of way: ComparedWay) {
    self.way = way
    seconds = (end.time - start.time).seconds
    userSeconds = end.usage.userSeconds - start.usage.userSeconds
    systemSeconds = end.usage.systemSeconds - start.usage.systemSeconds
    shown = end.statistics.frames - start.statistics.frames
    drawn = end.statistics.drawn - start.statistics.drawn
    repeated = max(refreshCount - shown, 0)
    pixelsDrawn = end.statistics.pixelsDrawn - start.statistics.pixelsDrawn
    wakeupsPerSecond = Double(end.usage.waitCount - start.usage.waitCount) / seconds
    peakResidentBytes = end.usage.peakResidentBytes
    latenessMedian = end.statistics.lateness?.p50
    lateness99 = end.statistics.lateness?.p99
  }

  /// The CPU seconds, user and system.
  var cpuSeconds: Double { userSeconds + systemSeconds }
}
