import OverlayRender

/// A chart of the CPU that each way needs, a group of bars for each size.
struct ComparisonChart: View {
  let reports: [ComparisonReport]

  static let width = 1200
  private static let colors: [ComparedWay: Color] = [
    .naive: Color(red: 0.85, green: 0.35, blue: 0.3), .blankVideo: Color(red: 0.9, green: 0.65, blue: 0.25),
    .decodeOnly: Color(red: 0.55, green: 0.55, blue: 0.6), .viewToVideo: Color(red: 0.25, green: 0.65, blue: 0.45),
  ]

  /// The height of the chart in pixels.
  var height: Int { 158 + reports.reduce(0) { $0 + 60 + 46 * $1.rows.count } }

  private var most: Double { reports.flatMap { $0.rows.map(\.cpuSeconds) }.max() ?? 1 }

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(title).font(size: 30, weight: .bold)
      VStack(alignment: .leading, spacing: 4) {
        Text(setting)
        Text("CPU, user and system, \(ComparisonReport.runs(reports.first?.plan.runCount ?? 0))")
      }
      .font(size: 20).foregroundColor(Color(white: 0.4))
      ForEach(0..<reports.count) { index in
        VStack(alignment: .leading, spacing: 10) {
          HStack(alignment: .firstTextBaseline, spacing: 14) {
            Text("\(reports[index].size)").font(size: 22, weight: .bold)
            Text(reports[index].ratios.map { "view to video costs \($0)" } ?? "").font(size: 20)
          }
          ForEach(0..<reports[index].rows.count) { row in bar(reports[index].rows[row], in: reports[index]) }
        }
        .padding(EdgeInsets(top: 10, leading: 0, bottom: 0, trailing: 0))
      }
    }
    .padding(28)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    .foregroundColor(Color(white: 0.1))
    .background(.white)
  }

  private var title: String {
    guard let first = reports.first else { return "" }
    let content = first.plan.kind == .clock ? "A clock with seconds" : "A line of text every 2 s"
    return "\(content) as video"
  }

  /// The measured time and the rates.
  private var setting: String {
    guard let first = reports.first else { return "" }
    return "\(first.pace), \(first.plan.rates)"
  }

  private func bar(_ row: ComparisonReport.Row, in report: ComparisonReport) -> some View {
    HStack(spacing: 14) {
      Text(row.way.title).font(size: 20).frame(width: 240, alignment: .trailing)
      Rectangle().fill(Self.colors[row.way] ?? .gray)
        .frame(width: max((680 * row.cpuSeconds / most).rounded(), 2), height: 36)
      Text(label(row, in: report)).font(size: 20)
    }
    .frame(height: 36)
  }

  private func label(_ row: ComparisonReport.Row, in report: ComparisonReport) -> String {
    report.plan.isOffline ? "\(row.cpuSeconds.decimal(places: 3)) s" : "\(row.share.decimal(places: 2)) % of a core"
  }
}
