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
