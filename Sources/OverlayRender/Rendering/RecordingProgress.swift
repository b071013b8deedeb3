import Foundation
import Glibc
import Synchronization

/// What a recording has done so far; may be looked at from any thread while it runs.
public final class RecordingProgress: Sendable {
  private struct State {
    var statistics = RecordingStatistics()
    var lateness = LatenessHistogram()
    /// When the frames of a live stream are due, as long as it goes on.
    var schedule: LiveSchedule?
    var start = MediaTime.zero
  }

  private let state = Mutex(State())
  private let clock: any MediaClock
  private let onWrite: (@Sendable (Int64) -> Void)?

  /// Makes a progress of nothing.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures how long it takes.
  ///   - onWrite: Called on the recorder's thread with the number of frames that are written so far, each time that it
  ///     has grown; long repeats of a picture count in steps.
  public init(clock: any MediaClock = HostClock.shared, onWrite: (@Sendable (_ frames: Int64) -> Void)? = nil) {
    self.clock = clock
    self.onWrite = onWrite
  }

  /// What was done until now.
  public var statistics: RecordingStatistics {
    let now = clock.time
    let usage = ResourceUsage.now
    return state.withLock { state in
      var statistics = state.statistics
      statistics.wallSeconds = (now - state.start).seconds
      statistics.cpuSeconds = usage.cpuSeconds
      statistics.peakResidentBytes = usage.peakResidentBytes
      statistics.lateness = state.lateness.summary
      if let stalls = state.schedule?.stalls { statistics.note(stalls) }
      return statistics
    }
  }

  func begin() {
    let now = clock.time
    state.withLock { $0.start = now }
  }

  /// Notes when the next frame of a live stream is due, before the latest is written: that may take a while.
  func note(schedule: LiveSchedule) {
    state.withLock { $0.schedule = schedule }
  }

  /// Notes that the stream is over: what is still to be done is no stall.
  func endStream() {
    state.withLock { state in
      if let stalls = state.schedule?.stalls { state.statistics.note(stalls) }
      state.schedule = nil
    }
  }

  func note(sink: any FrameSink, work: RenderWork? = nil, lateness: MediaTime? = nil) {
    let framesBefore = state.withLock { state in
      defer { state.statistics.frames = sink.framesWritten }
      state.statistics.repeated = sink.framesRepeated
      state.statistics.bytesWritten = sink.bytesWritten
      if let work {
        state.statistics.drawn = Int64(work.picturesDrawn)
        state.statistics.pixelsDrawn = Int64(work.pixelsDrawn)
        state.statistics.hasInk = work.hasInk
      }
      if let lateness { state.lateness.insert(nanoseconds: lateness.flooredNanoseconds ?? 0) }
      return state.statistics.frames
    }
    if let onWrite, sink.framesWritten > framesBefore { onWrite(sink.framesWritten) }
  }
}

/// What the process has used so far.
private struct ResourceUsage {
  let cpuSeconds: Double
  let peakResidentBytes: Int64

  static var now: ResourceUsage {
    var usage = rusage()
    // The header's constant is of an enumeration's type, the function's parameter is an integer.
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    // ru_maxrss is in KiB on Linux, and counts what the process was before it became this program.
    return ResourceUsage(
      cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakResidentBytes: peakResidentKibibytes.map { $0 * 1024 } ?? Int64(usage.ru_maxrss) * 1024)
  }

  /// The peak of this program alone (`VmHWM` of proc(5)); `nil` where /proc is not there.
  private static var peakResidentKibibytes: Int64? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) }
  }
}
