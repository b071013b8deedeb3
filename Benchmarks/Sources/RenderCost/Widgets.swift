import OverlayRender

/// Small texts in a grid, of which the first ones change each second.
struct Widgets: View {
  let count: Int
  let changing: Int

  private static let (columns, width, height) = (100, 19.0, 10.0)

  var body: some View {
    ZStack(alignment: .topLeading) {
      for index in 0..<count {
        if index < changing {
          ClockText(format: "ss", timeZone: .gmt).font(size: 8).padding(Widgets.place(of: index))
        } else {
          Text("\(index % 100)").font(size: 8).padding(Widgets.place(of: index))
        }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }

  private static func place(of index: Int) -> EdgeInsets {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return EdgeInsets(top: Double(row) * height, leading: Double(column) * width)
  }
}
