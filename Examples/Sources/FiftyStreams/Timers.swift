import OverlayRender

/// What a stream has done.
struct Total: Sendable {
  var pictures = 0
  var pixels = 0
}

/// The number of a stream, a clock and a stopwatch.
struct Timers: View {
  let number: Int

  var body: some View {
    VStack(spacing: 4) {
      Text("Stream \(number)").font(size: 20)
      ClockText(format: "HH:mm:ss").font(size: 40, weight: .bold)
      StopwatchText(format: "m:ss.S").font(size: 24)
    }
  }
}
