import OverlayRender

/// The clock of most rows of the table, alone or with labels that never change.
struct LabeledClock: View {
  let labelCount: Int

  var body: some View {
    ZStack(alignment: .topLeading) {
      for index in 0..<labelCount {
        Text("No \(index)").font(size: 14).padding(LabeledClock.place(ofLabel: index))
      }
      ClockText(format: "HH:mm:ss", timeZone: .gmt)
        .font(size: 144, weight: .bold)
        .outline(.black, width: 10)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
  }

  /// Half of the labels are above the clock and half below, 32 in a row; none overlaps it.
  private static func place(ofLabel index: Int) -> EdgeInsets {
    let (row, column) = index.quotientAndRemainder(dividingBy: 32)
    return EdgeInsets(top: Double(row < 16 ? row : row + 9) * 26, leading: Double(column) * 60)
  }
}
