import OverlayRender

/// The volume in a window: a loudspeaker and a bar.
struct VolumeIndicator: View {
  let volume: PlaybackVolume
  /// The number of pixels per point.
  let unit: Double

  var body: some View {
    HStack(spacing: 6 * unit) {
      ZStack {
        LoudspeakerIcon.loudspeaker.fill(.white)
        (volume.isMuted ? LoudspeakerIcon.cross : .waves).stroke(.white, style: line)
      }
      .frame(width: 18 * unit, height: 18 * unit)
      ProgressBar(volume.level, height: 4 * unit).frame(width: 66 * unit)
        .foregroundColor(Color(white: volume.isMuted ? 0.5 : 1))
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .background(Color(white: 0.1, alpha: 0.9), cornerRadius: 6 * unit)
  }

  private var line: StrokeStyle { StrokeStyle(lineWidth: 1.5 * unit, lineCap: .round, lineJoin: .round) }
}

/// The outlines of the parts of a loudspeaker, in a square.
private enum LoudspeakerIcon: Shape {
  case loudspeaker, waves, cross

  func path(in rect: Rect) -> Path {
    let side = min(rect.width, rect.height)
    // A point whose coordinates are fractions of the side, from the middle.
    func point(_ x: Double, _ y: Double) -> Point { Point(x: rect.midX + x * side, y: rect.midY + y * side) }
    return Path { path in
      switch self {
      case .loudspeaker:
        path.move(to: point(-0.45, -0.14))
        for (x, y) in [(-0.27, -0.14), (-0.02, -0.36), (-0.02, 0.36), (-0.27, 0.14), (-0.45, 0.14)] {
          path.addLine(to: point(x, y))
        }
        path.closeSubpath()
      case .waves:
        for radius in [0.2, 0.38] {
          path.move(to: point(0.05 + radius * 0.64, -radius * 0.77))
          path.addArc(center: point(0.05, 0), radius: radius * side, startDegrees: -50, endDegrees: 50)
        }
      case .cross:
        path.move(to: point(0.14, -0.14))
        path.addLine(to: point(0.42, 0.14))
        path.move(to: point(0.42, -0.14))
        path.addLine(to: point(0.14, 0.14))
      }
    }
  }
}
