/// The statistics of a recording.
public struct RecordingStatistics: Sendable, Hashable {
  /// The number of written frames, including repeated ones.
  public package(set) var frames: Int64 = 0
  /// The number of drawn pictures.
  public package(set) var drawn: Int64 = 0
  /// The number of frames that repeat the previous picture.
  public package(set) var repeated: Int64 = 0
  /// The number of frames that were left out. Only outputs with timestamps leave out frames, and outputs that are too
  /// slow, if there are several.
  public package(set) var dropped: Int64 = 0
  /// The number of frames that a live run skipped during stalls. Constant-rate outputs repeat the previous picture for
  /// them.
  public package(set) var skipped: Int64 = 0
  /// The number of stalls longer than a frame in a live run, caused by a blocked reader or a busy machine.
  public package(set) var stalls: Int64 = 0
  /// The total duration of the stalls in seconds.
  public package(set) var stallSeconds = 0.0
  /// The number of frames that a server did not get, because there was no connection or it was too slow.
  public package(set) var lost: Int64 = 0
  /// The number of written frames that a server may not have got: the last ones before the end of a connection
  /// on which nobody answered (SRT).
  public package(set) var unconfirmed: Int64 = 0
  /// The number of times that a lost connection, to a server or to a live feed, was made again.
  public package(set) var reconnections: Int64 = 0
  /// The number of pixels inside the drawn damage.
  public package(set) var pixelsDrawn: Int64 = 0
  /// Whether any picture showed more than the background.
  package var hasInk = false
  /// The number of bytes written to the output.
  public package(set) var bytesWritten: Int64 = 0
  /// The seconds since the recording began.
  public package(set) var wallSeconds = 0.0
  /// The processor time of the process, user and system, in seconds.
  public package(set) var cpuSeconds = 0.0
  /// The peak of resident memory, in bytes.
  public package(set) var peakResidentBytes: Int64 = 0
  /// The lateness of live frames; `nil` for offline recordings.
  public package(set) var lateness: Lateness?
  /// The statistics of each output, if there are several. Then the bytes, the frames that were dropped or lost, and the
  /// reconnections above are sums, and the frames are counted at the output with the most of them.
  public package(set) var outputs: [OutputStatistics] = []

  /// The lateness of live frames, in milliseconds.
  public struct Lateness: Sendable, Hashable {
    /// The 50th percentile.
    public let p50: Double
    /// The 99th percentile.
    public let p99: Double
    /// The maximum.
    public let max: Double
  }

  /// Creates empty statistics.
  package init() {}

  mutating func setStalls(_ stalls: LiveFrames.Stalls) {
    skipped = stalls.skippedFrames
    self.stalls = stalls.count
    stallSeconds = stalls.seconds
  }
}

extension RecordingStatistics: CustomStringConvertible {
  /// The statistics in one line: the frames, the size of the output, the times, and what was lost, if anything.
  ///
  /// For example, `300 frames (10 drawn, 290 repeated), 4.2 MB in 0.31 s, 0.28 s of processor time`.
  public var description: String {
    let counts: [(count: Int64, name: String)] = [
      (dropped, "dropped"), (skipped, "skipped"), (lost, "lost"), (unconfirmed, "unconfirmed"),
      (reconnections, reconnections == 1 ? "reconnection" : "reconnections"),
    ]
    let losses = counts.filter { $0.count > 0 }.map { ", \($0.count) \($0.name)" }.joined()
    let late = lateness.map { ", at most \(Self.rounded($0.max)) ms late" } ?? ""
    return "\(frames) \(frames == 1 ? "frame" : "frames") (\(drawn) drawn, \(repeated) repeated)\(losses), "
      + "\(Self.size(bytesWritten)) in \(Self.rounded(wallSeconds)) s, "
      + "\(Self.rounded(cpuSeconds)) s of processor time\(late)"
  }

  private static func size(_ count: Int64) -> String {
    switch count {
    case ..<1000: "\(count) bytes"
    case ..<1_000_000: "\(rounded(Double(count) / 1e3, places: 1)) kB"
    case ..<1_000_000_000: "\(rounded(Double(count) / 1e6, places: 1)) MB"
    default: "\(rounded(Double(count) / 1e9, places: 1)) GB"
    }
  }

  private static func rounded(_ value: Double, places: Int = 2) -> String {
    let factor = places == 1 ? 10.0 : 100
    return "\((value * factor).rounded() / factor)"
  }
}

/// A histogram of lateness with a relative resolution of 1/8, in constant memory.
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
    var remaining = (total * percent + 99) / 100
    for (bucket, count) in counts.enumerated() {
      remaining -= count
      if remaining <= 0 { return Double(min(Self.largest(in: bucket), maximum)) / 1e6 }
    }
    return Double(maximum) / 1e6
  }

  /// There are eight buckets per power of two, selected by the three bits after the highest one.
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
  /// The statistics as a JSON object in one line. The keys are the names of the properties; `latenessMilliseconds`
  /// contains `p50`, `p99` and `max`, or is null for offline recordings. `outputs` exists only for several outputs.
  package var json: String {
    var fields: [(name: String, value: String)] = [
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
      ("lost", String(lost)),
      ("unconfirmed", String(unconfirmed)),
      ("reconnections", String(reconnections)),
    ]
    if !outputs.isEmpty { fields.append(("outputs", "[" + outputs.map(\.json).joined(separator: ",") + "]")) }
    return JSONText.object(fields, isCompact: true)
  }

  /// The number rounded to six decimals. JSON has no infinity and NaN, so they become null.
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
