import OverlayRender

/// A gradient that moves by twenty pixels on every frame, with the ticker over it. No pixel stays the same.
struct MovingGradient: View {
  /// The three colors repeat after half of the picture's width. `bench.py` uses the same ones with ffmpeg.
  private static let colors = [
    Color(red: 0.8, green: 0.2, blue: 0.2), Color(red: 0.2, green: 0.7, blue: 0.3),
    Color(red: 0.2, green: 0.3, blue: 0.8),
  ]
  private static let framesOfPeriod = 48

  var body: some View {
    ZStack {
      TimelineView(.everyFrame) { context in
        let shift = 0.5 * Double(context.count % MovingGradient.framesOfPeriod) / Double(MovingGradient.framesOfPeriod)
        LinearGradient(
          colors: (0...9).map { MovingGradient.colors[$0 % 3] }, startPoint: UnitPoint(x: shift - 0.5, y: 0),
          endPoint: UnitPoint(x: shift + 1, y: 0))
      }
      Ticker(speed: 200) { Text(news).font(size: 48) }
    }
  }
}
