import Glibc
import OverlayRender

/// The resources that the process has used so far, and the pictures that it has shown.
struct ResourceUsage {
  let userSeconds: Double
  let systemSeconds: Double
  /// The number of times that threads of the process have waited.
  let waitCount: Int
  let time: MediaTime
  let statistics: RecordingStatistics

  init(_ progress: RecordingProgress) {
    var usage = rusage()
    // The C header declares the constant as an enumeration and the parameter as an integer.
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    userSeconds = seconds(usage.ru_utime)
    systemSeconds = seconds(usage.ru_stime)
    waitCount = usage.ru_nvcsw
    time = HostClock.shared.time
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
  init(from start: ResourceUsage, to end: ResourceUsage, refreshCount: Int64, of way: ComparedWay) {
    self.way = way
    seconds = (end.time - start.time).seconds
    userSeconds = end.userSeconds - start.userSeconds
    systemSeconds = end.systemSeconds - start.systemSeconds
    shown = end.statistics.frames - start.statistics.frames
    drawn = end.statistics.drawn - start.statistics.drawn
    repeated = max(refreshCount - shown, 0)
    pixelsDrawn = end.statistics.pixelsDrawn - start.statistics.pixelsDrawn
    wakeupsPerSecond = Double(end.waitCount - start.waitCount) / seconds
    peakResidentBytes = end.statistics.peakResidentBytes
    latenessMedian = end.statistics.lateness?.p50
    lateness99 = end.statistics.lateness?.p99
  }

  /// The CPU seconds, user and system.
  var cpuSeconds: Double { userSeconds + systemSeconds }
}
