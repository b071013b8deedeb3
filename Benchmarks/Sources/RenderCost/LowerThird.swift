import OverlayRender

/// A name and a title on a panel, which slide in from the left in half a second, repeated every two seconds.
struct LowerThird: View {
  static let interval = MediaTime.seconds(2)
  static let entrance = MediaTime.milliseconds(500)
  let count: Int64

  var body: some View {
    for index in 0..<count {
      VStack(alignment: .leading, spacing: 4) {
        Text("Ada Lovelace").font(size: 64, weight: .bold)
        Text("First programmer, on the analytical engine").font(size: 36)
      }
      .padding(32)
      .background(Color(red: 0.05, green: 0.1, blue: 0.2, alpha: 0.8), cornerRadius: 24)
      .visible(
        during: MediaTimeRange(start: .seconds(2 * index), duration: .seconds(1)),
        entering: .slide(from: .leading, distance: 96, duration: LowerThird.entrance)
          .combined(with: .opacity(duration: LowerThird.entrance))
      )
      .padding(96)
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomLeading)
    }
  }
}
