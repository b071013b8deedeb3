import OverlayRender

/// The seconds clock and the countdown that people watch before a sale opens.
///
/// It reads like SwiftUI, with three differences:
/// - Sizes are pixels of the video, not points.
/// - There is no `Timer`, no `@State` and no `Date()`. `ClockText` and `CountdownText` are functions of the frame's
///   presentation time, and each knows when it changes next: that is why the stream draws one picture a second and not
///   sixty.
/// - A view is a `Sendable` value that any thread may draw; nothing here is on the main actor.
struct FlashSale: View {
  let opens: WallTime

  var body: some View {
    VStack(spacing: 12) {
      ClockText(format: "HH:mm:ss")
        .font(size: 120, weight: .bold)
        .outline(.black, width: 6)
      HStack(alignment: .firstTextBaseline, spacing: 12) {
        Text("Sale opens in").font(size: 36)
        // Digits have equal cells in clocks and countdowns, as with `monospacedDigit()`: nothing jumps.
        CountdownText(to: opens, format: "mm:ss", atZero: .text("now"))
          .font(size: 48, weight: .bold)
          .foregroundColor(.yellow)
      }
      .padding(16)
      .background(.black.opacity(0.6), cornerRadius: 16)
    }
  }
}
