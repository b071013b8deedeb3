import OverlayRender

/// The clock and the countdown that people watch before a sale opens.
///
/// It reads like SwiftUI, with three differences:
/// - Sizes are pixels of the video, not points.
/// - There is no `Timer`, no `@State` and no `Date()`. `ClockText` and `CountdownText` are functions of the frame's
///   presentation time, and each knows when it changes next. So the stream draws one picture per second instead of
///   sixty.
/// - A view is a `Sendable` value that any thread may draw. Nothing here runs on the main actor.
struct FlashSale: View {
  let opens: WallTime

  var body: some View {
    VStack(spacing: 12) {
      ClockText(format: "HH:mm:ss")
        .font(size: 120, weight: .bold)
        .outline(.black, width: 6)
      HStack(alignment: .firstTextBaseline, spacing: 12) {
        Text("Sale opens in").font(size: 36)
        // Digits have equal widths in clocks and countdowns, as with `monospacedDigit()`, so no digit moves.
        CountdownText(to: opens, format: "mm:ss", atZero: .text("now"))
          .font(size: 48, weight: .bold)
          .foregroundColor(.yellow)
      }
      .padding(16)
      .background(.black.opacity(0.6), cornerRadius: 16)
    }
  }
}
