import Foundation
import OverlayRender

/// Places views in a circle, clockwise, the first one at the top.
struct Ring: Layout {
  /// The distance from the center of the ring to the center of each view, in pixels.
  var radius: Double

  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews) -> Size {
    let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
    return Size(
      width: 2 * radius + (sizes.map(\.width).max() ?? 0), height: 2 * radius + (sizes.map(\.height).max() ?? 0))
  }

  func placeSubviews(in bounds: Rect, proposal: ProposedViewSize, subviews: Subviews) {
    let center = Point(x: bounds.midX, y: bounds.midY)
    for (index, subview) in subviews.enumerated() {
      let angle = 2 * .pi * Double(index) / Double(subviews.count)
      let place = Point(x: center.x + radius * sin(angle), y: center.y - radius * cos(angle))
      subview.place(at: place, anchor: .center, proposal: .unspecified)
    }
  }
}

/// A ring of stars in the accent color around the title of the show that is on.
struct Dial: View {
  let shows: [NowOn.Show]

  var body: some View {
    ZStack {
      Ring(radius: 130) {
        for _ in 0..<12 {
          EnvironmentReader { Star().fill($0.accentColor).frame(width: 40, height: 40) }
        }
      }
      NowOn(shows: shows).font(size: 36, weight: .bold)
    }
  }
}
