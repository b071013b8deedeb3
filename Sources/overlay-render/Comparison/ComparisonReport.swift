import OverlayRender

/// The measurements of all ways in one size.
struct ComparisonReport: Sendable {
  /// The measurements of one way.
  struct Row: Sendable {
    let way: ComparedWay
    let runs: [ComparisonMeasurement]

    /// Returns the median of a figure.
    func median(_ figure: (ComparisonMeasurement) -> Double) -> Double { runs.map(figure).median }

    /// Returns the median of a figure; `nil` if it is not reported.
    func median(_ figure: (ComparisonMeasurement) -> Double?) -> Double? {
      let values = runs.compactMap(figure)
      return values.isEmpty ? nil : values.median
    }

    /// The median of the CPU seconds, as a share of a core in percent.
    var share: Double { median { 100 * $0.cpuSeconds / $0.seconds } }
    var cpuSeconds: Double { median(\.cpuSeconds) }
  }

  let plan: ComparisonPlan
  let size: PixelSize
  /// The size of the blank movie in bytes.
  let clipBytes: Int
  /// The greatest difference between the pictures of blank video and the pictures of the other ways, in code values.
  let blankVideoDifference: Int
  let rows: [Row]

  /// Returns the CPU of a way divided by the CPU of another one; `nil` if one of them was not measured.
  func ratio(of way: ComparedWay, to other: ComparedWay) -> Double? {
    guard let one = row(way), let other = row(other), other.cpuSeconds > 0 else { return nil }
    return one.cpuSeconds / other.cpuSeconds
  }

  func row(_ way: ComparedWay) -> Row? { rows.first { $0.way == way } }
}

extension ComparisonReport {
  /// The report as two tables, of costs and of pictures.
  var table: String {
    let heading = "\(plan.kind.rawValue), \(size), \(pace), \(plan.rates)"
    let costHeader = [
      "", "CPU", "user/system", "spread", "of a core", "to blank", "to decode", "wake-ups/s",
    ]
    let pictureHeader = ["", "shown", "drawn", "repeated", "pixels", "late p50", "p99", "memory", "files"]
    var lines = [heading, ""]
    lines += Self.aligned([costHeader] + rows.map(costs))
    lines.append("")
    lines += Self.aligned([pictureHeader] + rows.map(pictures))
    lines += [
      "",
      "The ways show the same overlay at \(ComparisonProof.times.count) sampled times (blank video within "
        + "\(blankVideoDifference) code values).",
      "CPU is user + system \(plan.isInWindow ? "after the window has opened" : "from the first picture on"), "
        + "\(Self.runs(plan.runCount)).",
      "Spread is from the least to the most. Memory is the peak of resident memory.",
      "The movie is \(BlankClip.encoding).",
    ]
    if let ratios { lines.append("View to video costs \(ratios).") }
    return lines.joined(separator: "\n")
  }

  /// The measured time, and where the pictures are shown.
  var pace: String {
    let seconds = rows.first?.runs.first?.seconds ?? 0
    return plan.isOffline
      ? "\(plan.duration.inSeconds()) as fast as possible"
      : "\(seconds.decimal(places: 1)) s in real time\(plan.isInWindow ? ", in a window" : "")"
  }

  /// The cost of view to video, compared with the other ways.
  var ratios: String? {
    guard let blank = ratio(of: .viewToVideo, to: .blankVideo), let decoding = ratio(of: .viewToVideo, to: .decodeOnly)
    else { return nil }
    return "\(blank.decimal(places: 3)) of blank video, and \(decoding.decimal(places: 3)) of decoding it alone"
  }

  private func costs(of row: Row) -> [String] {
    let cpu = row.runs.map(\.cpuSeconds)
    func ratio(to other: ComparedWay) -> String {
      self.ratio(of: row.way, to: other).map { $0.decimal(places: 3) } ?? "-"
    }
    return [
      row.way.title, "\(Self.short(row.cpuSeconds)) s",
      "\(Self.short(row.median(\.userSeconds)))/\(Self.short(row.median(\.systemSeconds)))",
      "\(Self.short(cpu.min() ?? 0))-\(Self.short(cpu.max() ?? 0))",
      plan.isOffline ? "-" : "\(row.share.decimal(places: 2)) %", ratio(to: .blankVideo), ratio(to: .decodeOnly),
      row.median(\.wakeupsPerSecond).map { $0.decimal(places: 1) } ?? "-",
    ]
  }

  private func pictures(of row: Row) -> [String] {
    func milliseconds(_ value: Double?) -> String { value.map { "\($0.decimal(places: 1)) ms" } ?? "-" }
    return [
      row.way.title, "\(Int(row.median { Double($0.shown) }))", "\(Int(row.median { Double($0.drawn) }))",
      "\(Int(row.median { Double($0.repeated) }))", "\(Self.short(row.median { Double($0.pixelsDrawn) } / 1e6)) M",
      milliseconds(row.median(\.latenessMilliseconds?.p50)), milliseconds(row.median(\.latenessMilliseconds?.p99)),
      "\((row.median { Double($0.peakResidentBytes) } / 1_048_576).decimal(places: 1)) MiB",
      row.way.needsClip ? "\((Double(clipBytes) / 1024).decimal(places: 0)) KiB" : "0",
    ]
  }

  /// Says of how many runs the figures are.
  static func runs(_ runCount: Int) -> String { runCount == 1 ? "of one run" : "the median of \(runCount) runs" }

  /// Returns a number with about four digits, so that the columns stay narrow.
  private static func short(_ number: Double) -> String {
    number.decimal(places: number < 10 ? 3 : number < 100 ? 2 : number < 1000 ? 1 : 0)
  }

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
}

extension [Double] {
  /// The median; 0 without values.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
