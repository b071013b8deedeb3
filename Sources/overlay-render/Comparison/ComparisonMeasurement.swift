import OverlayRender

/// What the process has done at a moment of a run.
struct ComparisonMoment {
  fileprivate let time = HostClock.shared.time
  fileprivate let usage = ResourceUsage()
  fileprivate let statistics: RecordingStatistics

  init(_ progress: RecordingProgress) {
    statistics = progress.statistics
  }

  /// Returns the moment at which the measured time begins. Frames before it have no lateness.
  static func start(of progress: RecordingProgress) -> ComparisonMoment {
    progress.forgetLateness()
    return ComparisonMoment(progress)
  }
}

/// What one run of a way has cost.
struct ComparisonMeasurement: Codable, Sendable {
  /// The lateness of pictures, in milliseconds.
  struct Lateness: Codable, Sendable {
    let p50, p99: Double
  }

  let way: ComparedWay
  /// The measured time, in seconds.
  let seconds: Double
  let userSeconds: Double
  let systemSeconds: Double
  /// The number of pictures that were shown, of those that were drawn, and of refreshes without a new picture: nothing
  /// had changed, or the picture was late.
  let shown, drawn, repeated: Int64
  let pixelsDrawn: Int64
  /// The times per second that a thread has waited; `nil` as fast as possible.
  let wakeupsPerSecond: Double?
  let peakResidentBytes: Int64
  /// The lateness of the pictures in the measured time; `nil` as fast as possible.
  let latenessMilliseconds: Lateness?

  /// - Parameter refreshCount: The number of refreshes in the measured time.
  init(
    from start: ComparisonMoment, to end: ComparisonMoment, refreshCount: Int64, of way: ComparedWay, isLive: Bool
  ) {
    self.way = way
    seconds = (end.time - start.time).seconds
    userSeconds = end.usage.userSeconds - start.usage.userSeconds
    systemSeconds = end.usage.systemSeconds - start.usage.systemSeconds
    shown = end.statistics.frames - start.statistics.frames
    drawn = end.statistics.drawn - start.statistics.drawn
    repeated = max(refreshCount - shown, 0)
    pixelsDrawn = end.statistics.pixelsDrawn - start.statistics.pixelsDrawn
    wakeupsPerSecond = isLive ? Double(end.usage.waitCount - start.usage.waitCount) / seconds : nil
    peakResidentBytes = end.usage.peakResidentBytes
    latenessMilliseconds = end.statistics.lateness.map { Lateness(p50: $0.p50, p99: $0.p99) }
  }

  /// The CPU seconds, user and system.
  var cpuSeconds: Double { userSeconds + systemSeconds }
}
