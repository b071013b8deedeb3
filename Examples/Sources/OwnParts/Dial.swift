import Foundation
import OverlayRender

/// Shows that begin at times of their own, and the one that is on. The view knows when it changes next.
struct NowOn: View {
  struct Show: Sendable {
    let start: MediaTime
    let title: String
  }

  let shows: [Show]

  var body: some View {
    TimelineView(nextChange: { time in shows.first { $0.start > time.presentation }?.start }) { time in
      Text(shows.last { $0.start <= time.presentation }?.title ?? "Soon")
    }
  }
}

private struct AccentColorKey: EnvironmentKey {
  static let defaultValue = Color.orange
}

extension EnvironmentValues {
  /// The color of what stands out.
  var accentColor: Color {
    get { self[AccentColorKey.self] }
    set { self[AccentColorKey.self] = newValue }
  }
}

/// A star with five points, as large as fits.
struct Star: Shape {
  func path(in rect: Rect) -> Path {
    let center = Point(x: rect.midX, y: rect.midY)
    let radius = min(rect.width, rect.height) / 2
    return Path { path in
      for corner in 0..<10 {
        let distance = corner.isMultiple(of: 2) ? radius : radius * 0.45
        let angle = Double(corner) * .pi / 5
        let point = Point(x: center.x + distance * sin(angle), y: center.y - distance * cos(angle))
        if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
    }
  }
}
