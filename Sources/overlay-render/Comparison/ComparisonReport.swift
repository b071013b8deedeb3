import FoundationEssentials
import OverlayRender

/// The measurements of all ways in one size.
struct ComparisonReport: Codable, Sendable {
  /// The measurements of one way.
  struct Row: Codable, Sendable {
    let way: ComparedWay
    let runs: [ComparisonMeasurement]

    /// Returns the median of a figure.
    func median(_ figure: (ComparisonMeasurement) -> Double) -> Double { runs.map(figure).median }

    /// The median of the CPU seconds, as a share of a core in percent.
    var share: Double { median { 100 * $0.cpuSeconds / $0.seconds } }
    var cpuSeconds: Double { median(\.cpuSeconds) }
  }

  let kind: ComparedOverlay.Kind
  let width, height: Int
  let movieRate, refreshRate: String
  let isOffline: Bool
  let isInWindow: Bool
  /// The size of the blank movie in bytes.
  let clipBytes: Int
  let rows: [Row]

  /// Returns the CPU of a way divided by that of another one; `nil` if one of them was not measured.
  func ratio(of way: ComparedWay, to other: ComparedWay) -> Double? {
    guard let one = row(way), let other = row(other), other.cpuSeconds > 0 else { return nil }
    return one.cpuSeconds / other.cpuSeconds
  }

  func row(_ way: ComparedWay) -> Row? { rows.first { $0.way == way } }
}

extension ComparisonReport {
  /// The report as a table.
  var table: String {
    let seconds = rows.first?.runs.first?.seconds ?? 0
    let pace = isOffline ? "as fast as possible" : "\(seconds.decimal(places: 1)) s in real time"
    var lines = [
      "\(kind.rawValue), \(width)x\(height), \(pace)\(isInWindow ? ", in a window" : ""), "
        + "refresh \(refreshRate) Hz, movie \(movieRate) fps",
      "",
    ]
    let header = [
      "", "CPU", "of a core", "user", "system", "spread", "shown", "drawn", "repeated", "pixels", "wake-ups/s",
      "memory",
      "late p50", "p99", "files", "to blank",
    ]
    lines += Self.aligned([header] + rows.map(columns))
    lines += [
      "",
      "CPU is user + system \(isOffline ? "of the whole run" : "from the first picture on"), "
        + "\(Self.runs(rows.first?.runs.count ?? 0)); spread is from the least to the most. Memory is the peak of resident memory.",
      "The movie is \(BlankClip.encoding).",
    ]
    if let blank = ratio(of: .viewToVideo, to: .blankVideo), let decoding = ratio(of: .viewToVideo, to: .decodeOnly) {
      lines.append(
        "View to video costs \(blank.decimal(places: 3)) of blank video, and \(decoding.decimal(places: 3)) of "
          + "decoding it alone.")
    }
    return lines.joined(separator: "\n")
  }

  private func columns(of row: Row) -> [String] {
    let cpu = row.runs.map(\.cpuSeconds)
    let blank = ratio(of: row.way, to: .blankVideo)
    func milliseconds(_ figure: (ComparisonMeasurement) -> Double?) -> String {
      let values = row.runs.compactMap(figure)
      return values.isEmpty ? "-" : "\(values.median.decimal(places: 1)) ms"
    }
    return [
      row.way.title, "\(row.cpuSeconds.decimal(places: 3)) s", isOffline ? "-" : "\(row.share.decimal(places: 2)) %",
      "\(row.median(\.userSeconds).decimal(places: 3)) s", "\(row.median(\.systemSeconds).decimal(places: 3)) s",
      "\((cpu.min() ?? 0).decimal(places: 3))-\((cpu.max() ?? 0).decimal(places: 3))",
      "\(Int(row.median { Double($0.shown) }))", "\(Int(row.median { Double($0.drawn) }))",
      "\(Int(row.median { Double($0.repeated) }))",
      "\((row.median { Double($0.pixelsDrawn) } / 1e6).decimal(places: 1)) M",
      isOffline ? "-" : "\(row.median(\.wakeupsPerSecond).decimal(places: 1))",
      "\((row.median { Double($0.peakResidentBytes) } / 1_048_576).decimal(places: 1)) MiB",
      milliseconds(\.latenessMedian), milliseconds(\.lateness99),
      row.way.needsClip ? "\((Double(clipBytes) / 1024).decimal(places: 0)) KiB" : "0",
      blank.map { "\($0.decimal(places: 3))" } ?? "-",
    ]
  }

  /// Says of how many runs the figures are.
  static func runs(_ runCount: Int) -> String { runCount == 1 ? "of one run" : "the median of \(runCount) runs" }

  /// Returns lines of columns of the same width: the first one is aligned to the left, the others to the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }

  /// Reports as JSON, with sorted keys.
  static func json(of reports: [ComparisonReport]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(reports), as: UTF8.self)
  }
}

extension [Double] {
  /// The median; 0 without values.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
