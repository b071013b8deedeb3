import OverlayRender

/// The clock of most rows of the tables, alone or with labels that never change.
struct LabeledClock: View {
  /// How many labels there are, how large, and in how many columns. Half of the rows are above the clock.
  struct Labels {
    let count: Int
    let fontSize: Double
    let columns: Int
    let rowsAbove: Int
    /// The rows that the clock takes.
    let rowsOfClock: Int
    let width: Double
    let height: Double

    static let none = Labels(count: 0, fontSize: 1, columns: 1, rowsAbove: 0, rowsOfClock: 0, width: 0, height: 0)
    static let thousand = Labels(
      count: 1000, fontSize: 14, columns: 32, rowsAbove: 16, rowsOfClock: 9, width: 60, height: 26)
    static let tenThousand = Labels(
      count: 10_000, fontSize: 6, columns: 100, rowsAbove: 50, rowsOfClock: 32, width: 19, height: 8)

    /// The insets of a label, with which none overlaps the clock.
    func place(of index: Int) -> EdgeInsets {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return EdgeInsets(
        top: Double(row < rowsAbove ? row : row + rowsOfClock) * height, leading: Double(column) * width)
    }
  }

  let labels: Labels
  /// Whether the clock shows the same second for ever.
  var isStill = false

  var body: some View {
    ZStack(alignment: .topLeading) {
      for index in 0..<labels.count {
        Text("No \(index)").font(size: labels.fontSize).padding(labels.place(of: index))
      }
      time
        .font(size: 144, weight: .bold)
        .outline(.black, width: 10)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
  }

  @ViewBuilder private var time: some View {
    if isStill { Text("22:13:20") } else { ClockText(format: "HH:mm:ss", timeZone: .gmt) }
  }
}
