import OverlayRender

/// A moving line with a new text every two seconds that never repeats.
struct EverNewTicker: View {
  var body: some View {
    Ticker(speed: 200) {
      TimelineView(.every(.seconds(2))) { context in
        Text(
          "Message \(context.count): \(context.count &* 7919 % 10007) of \(context.count &* 104_729 % 99991) counted"
        )
        .font(size: 48)
      }
    }
  }
}
