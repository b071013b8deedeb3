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

/// What a recording has done and what it took.
public struct RecordingStatistics: Sendable, Hashable {
  /// Frames written, repeated ones included.
  public var frames: Int64 = 0
  /// Pictures rasterised.
  public var drawn: Int64 = 0
  /// Frames that showed the same picture again.
  public var repeated: Int64 = 0
  /// Frames left out; only outputs whose samples bear times ever leave one out.
  public var dropped: Int64 = 0
  /// Frames of a live run that were due while the run was held up: their slots show the picture before.
  public var skipped: Int64 = 0
  /// How many times a live run was held up for longer than a frame: by a reader that stopped, or by the machine.
  public var stalls: Int64 = 0
  /// Seconds for which a live run was held up altogether.
  public var stallSeconds = 0.0
  /// Pixels inside the damage that was rasterised.
  public var pixelsDrawn: Int64 = 0
  /// Whether a picture showed anything but the background.
  public var hasInk = false
  /// Bytes handed to the output.
  public var bytesWritten: Int64 = 0
  /// Seconds since the recording began.
  public var wallSeconds = 0.0
  /// Seconds of processor time, user and system, that the process has used since it began.
  public var cpuSeconds = 0.0
  /// The most memory that was resident at a time, in bytes.
  public var peakResidentBytes: Int64 = 0
  /// How late live frames were; `nil` when none was due at a time.
  public var lateness: Lateness?

  /// How late live frames were, in milliseconds.
  public struct Lateness: Sendable, Hashable {
    /// Half of the frames were no later.
    public let p50: Double
    /// Ninety-nine in a hundred frames were no later.
    public let p99: Double
    /// No frame was later.
    public let max: Double
  }

  /// Makes statistics of nothing.
  package init() {}

  fileprivate mutating func note(_ stalls: LiveFrames.Stalls) {
    skipped = stalls.skippedFrames
    self.stalls = stalls.count
    stallSeconds = stalls.seconds
  }
}

/// Counts latenesses in steps of an eighth of their size: enough for percentiles, and never larger.
struct LatenessHistogram {
  private var counts = [Int](repeating: 0, count: 8 * 64)
  private var total = 0
  private var maximum: Int64 = 0

  mutating func insert(nanoseconds: Int64) {
    let value = max(nanoseconds, 0)
    counts[Self.bucket(of: value)] += 1
    total += 1
    maximum = max(maximum, value)
  }

  var summary: RecordingStatistics.Lateness? {
    guard total > 0 else { return nil }
    return RecordingStatistics.Lateness(
      p50: milliseconds(atPercent: 50), p99: milliseconds(atPercent: 99), max: Double(maximum) / 1e6)
  }

  private func milliseconds(atPercent percent: Int) -> Double {
    var left = (total * percent + 99) / 100
    for (bucket, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return Double(min(Self.largest(in: bucket), maximum)) / 1e6 }
    }
    return Double(maximum) / 1e6
  }

  /// Eight buckets to each power of two, by the three bits after the highest.
  private static func bucket(of value: Int64) -> Int {
    guard value >= 8 else { return Int(value) }
    let exponent = 63 - value.leadingZeroBitCount
    return exponent * 8 + Int((value >> (exponent - 3)) & 7)
  }

  private static func largest(in bucket: Int) -> Int64 {
    guard bucket >= 24 else { return Int64(bucket) }
    let exponent = bucket / 8
    return (Int64(8 + bucket % 8 + 1) << (exponent - 3)) - 1
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
