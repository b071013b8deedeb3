import OverlayRender

/// The controls of a window, over its content.
struct PlaybackControlsView: View {
  let model: PlaybackControlsModel

  private static let dimming = Color(white: 0, alpha: 0.4)

  var body: some View {
    ZStack(alignment: .topLeading) {
      // A clock has no controls over its middle, and may be transparent beside its panel.
      if model.layout.controls.contains(.playPause) { Rectangle().fill(Self.dimming) }
      ForEach(PlaybackControl.allCases.filter { model.layout.controls.contains($0) }, id: \.self) { control in
        place(control)
      }
      times
      draggedTime
      if let volume = model.volume {
        let frame = model.layout.volumeFrame
        VolumeIndicator(volume: volume, unit: model.layout.unit)
          .frame(width: Double(frame.width), height: Double(frame.height))
          .offset(x: Double(frame.x), y: Double(frame.y))
      }
    }
    .frame(
      width: Double(model.layout.size.width), height: Double(model.layout.size.height), alignment: .topLeading)
  }

  @ViewBuilder private func place(_ control: PlaybackControl) -> some View {
    if let frame = model.layout.frame(of: control) {
      content(of: control)
        .frame(width: Double(frame.width), height: Double(frame.height))
        .offset(x: Double(frame.x), y: Double(frame.y))
    }
  }

  /// The elapsed time at the left and the total time at the right, if there is room. Both have the same number of
  /// digits, which do not move.
  @ViewBuilder private var times: some View {
    if let elapsed = model.elapsed, let duration = model.duration {
      let total = PlaybackTimeText.text(of: duration)
      if let frame = model.layout.timesFrame(characterCount: total.count) {
        HStack {
          Text(PlaybackTimeText.text(of: elapsed, asLongAs: duration))
          Spacer()
          Text(total)
        }
        .font(size: model.layout.timeFontSize).bold().monospacedDigit().lineLimit(1).foregroundColor(.white)
        .frame(width: Double(frame.width), height: Double(frame.height))
        .offset(x: Double(frame.x), y: Double(frame.y))
      }
    }
  }

  /// The time to which the progress bar is dragged, above it.
  @ViewBuilder private var draggedTime: some View {
    if let offset = model.draggedOffset, let bar = model.layout.frame(of: .progress) {
      let unit = model.layout.unit
      Text(PlaybackTimeText.text(of: offset)).font(size: 13 * unit).bold().foregroundColor(.white)
        .padding(EdgeInsets(top: 2 * unit, leading: 8 * unit, bottom: 2 * unit, trailing: 8 * unit))
        .background(Color(white: 0.1, alpha: 0.9), cornerRadius: 6 * unit)
        .frame(width: Double(bar.width), height: 24 * unit)
        .offset(x: Double(bar.x), y: Double(bar.y) - 24 * unit)
    }
  }

  @ViewBuilder private func content(of control: PlaybackControl) -> some View {
    if control == .progress {
      ProgressBar(model.progress ?? 0, height: (model.hovered == .progress ? 6 : 4) * model.layout.unit)
        .foregroundColor(.white)
    } else {
      ZStack {
        Circle().fill(Color(white: model.pressed == control ? 0.6 : 0.2, alpha: model.hovered == control ? 0.9 : 0.6))
        icon(of: control)
      }
    }
  }

  @ViewBuilder private func icon(of control: PlaybackControl) -> some View {
    switch control {
    case .close: ControlIcon.close.stroke(.white, style: line)
    case .restore: ControlIcon.restore.stroke(.white, style: line)
    case .playPause: (model.isPaused ? ControlIcon.play : .pause).fill(.white)
    case .skipBackward: SkipIcon(icon: .skipBackward, model: model, line: line)
    case .skipForward: SkipIcon(icon: .skipForward, model: model, line: line)
    case .progress: EmptyView()
    }
  }

  private var line: StrokeStyle {
    StrokeStyle(lineWidth: 2 * model.layout.unit, lineCap: .round, lineJoin: .round)
  }
}

/// An arrow around the seconds of a skip.
private struct SkipIcon: View {
  let icon: ControlIcon
  let model: PlaybackControlsModel
  let line: StrokeStyle

  /// There is room for three digits.
  private var seconds: Int { Int(min(max(model.skipInterval.seconds.rounded(), 0), 999)) }

  var body: some View {
    ZStack {
      icon.stroke(.white, style: line)
      Text("\(seconds)").font(size: 11 * model.layout.unit).bold().foregroundColor(.white)
    }
  }
}

/// The outlines of the icons, in the middle of their rectangles.
private enum ControlIcon: Shape {
  case close, restore, play, pause, skipBackward, skipForward

  func path(in rect: Rect) -> Path {
    let side = min(rect.width, rect.height)
    let (x, y) = (rect.midX, rect.midY)
    // A point whose coordinates are fractions of the side, from the middle.
    func point(_ dx: Double, _ dy: Double) -> Point { Point(x: x + dx * side, y: y + dy * side) }
    func lines(_ points: (Double, Double)..., to path: inout Path) {
      for (index, offset) in points.enumerated() {
        let point = point(offset.0, offset.1)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
    }
    return Path { path in
      switch self {
      case .close:
        lines((-0.16, -0.16), (0.16, 0.16), to: &path)
        lines((0.16, -0.16), (-0.16, 0.16), to: &path)
      case .restore:
        lines((-0.02, -0.2), (-0.2, -0.2), (-0.2, 0.2), (0.2, 0.2), (0.2, 0.02), to: &path)
        lines((0.2, -0.2), (0, 0), to: &path)
        lines((0, -0.14), (0, 0), (0.14, 0), to: &path)
      case .play:
        lines((-0.13, -0.2), (0.22, 0), (-0.13, 0.2), to: &path)
        path.closeSubpath()
      case .pause:
        path.addRect(Rect(x: x - 0.17 * side, y: y - 0.19 * side, width: 0.11 * side, height: 0.38 * side))
        path.addRect(Rect(x: x + 0.06 * side, y: y - 0.19 * side, width: 0.11 * side, height: 0.38 * side))
      case .skipForward:
        path.addArc(center: point(0, 0), radius: 0.32 * side, startDegrees: -60, endDegrees: 240)
        lines((0.02, -0.4), (0.16, -0.277), (0.02, -0.18), to: &path)
      case .skipBackward:
        path.addArc(center: point(0, 0), radius: 0.32 * side, startDegrees: -60, endDegrees: 240)
        lines((-0.02, -0.4), (-0.16, -0.277), (-0.02, -0.18), to: &path)
      }
    }
  }
}
