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

  mutating func note(_ stalls: LiveFrames.Stalls) {
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

extension RecordingStatistics {
  /// The statistics as one JSON object on one line: the names are those of the properties, with `latenessMilliseconds`
  /// holding `p50`, `p99` and `max`, or null when no frame was due at a time.
  package var json: String {
    let fields: [(name: String, value: String)] = [
      ("frames", String(frames)),
      ("drawn", String(drawn)),
      ("repeated", String(repeated)),
      ("dropped", String(dropped)),
      ("pixelsDrawn", String(pixelsDrawn)),
      ("bytesWritten", String(bytesWritten)),
      ("wallSeconds", Self.number(wallSeconds)),
      ("cpuSeconds", Self.number(cpuSeconds)),
      ("peakResidentBytes", String(peakResidentBytes)),
      ("latenessMilliseconds", lateness?.json ?? "null"),
      ("skipped", String(skipped)),
      ("stalls", String(stalls)),
      ("stallSeconds", Self.number(stallSeconds)),
    ]
    return JSONText.object(fields, isCompact: true)
  }

  /// A number to the millionth; JSON has none that are not finite.
  fileprivate static func number(_ value: Double) -> String {
    value.isFinite ? String((value * 1e6).rounded() / 1e6) : "null"
  }
}

extension RecordingStatistics.Lateness {
  fileprivate var json: String {
    let fields = [
      ("p50", RecordingStatistics.number(p50)),
      ("p99", RecordingStatistics.number(p99)),
      ("max", RecordingStatistics.number(max)),
    ]
    return JSONText.object(fields, isCompact: true)
  }
}
