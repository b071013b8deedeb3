import OverlayRender

/// A custom shape: the largest diamond that fits.
struct Diamond: Shape {
  func path(in rect: Rect) -> Path {
    let center = Point(x: rect.midX, y: rect.midY)
    let reach = min(rect.size.width, rect.size.height) / 2
    return Path { path in
      path.move(to: Point(x: center.x, y: center.y - reach))
      path.addLine(to: Point(x: center.x + reach, y: center.y))
      path.addLine(to: Point(x: center.x, y: center.y + reach))
      path.addLine(to: Point(x: center.x - reach, y: center.y))
      path.closeSubpath()
    }
  }
}

struct ShapeCells: View {
  let icon: Path

  /// The outline crosses itself.
  static let star = PathView(
    Path { path in
      path.move(to: Point(x: 50, y: 0))
      for corner in [Point(x: 79, y: 90), Point(x: 2, y: 35), Point(x: 98, y: 35), Point(x: 21, y: 90)] {
        path.addLine(to: corner)
      }
      path.closeSubpath()
    }, viewBox: Size(100, 95))

  static let spectrum: [Color] = [.rose, .amber, .mint, .sky, .rose]

  var body: some View {
    GridRow {
      Cell("Rectangle") { Rectangle().fill(.sky) }
      Cell("RoundedRectangle") { RoundedRectangle(cornerRadius: 20).fill(.sky) }
      Cell("RoundedRectangle(cornerRadii:)") {
        RoundedRectangle(cornerRadii: CornerRadii(topLeading: 40, topTrailing: 8, bottomTrailing: 40)).fill(.sky)
      }
      Cell("Circle") { Circle().fill(.sky) }
      Cell("Ellipse") { Ellipse().fill(.sky) }
      Cell("Capsule") { Capsule().fill(.sky).frame(height: 48) }
      Cell("Line") { Line(from: .bottomLeading, to: .topTrailing).stroke(.sky, lineWidth: 4) }
    }
    GridRow {
      Cell("Path") {
        Path { path in
          path.move(to: Point(x: 0, y: 70))
          path.addCurve(to: Point(x: 190, y: 10), control1: Point(x: 90, y: 70), control2: Point(x: 100, y: 10))
        }
        .stroke(.sky, lineWidth: 4)
      }
      Cell("PathView (SVG)") { PathView(icon, viewBox: Size(24, 24)).fill(.rose) }
      Cell("Shape of your own") { Diamond().fill(.sky) }
      Cell(".fill") {
        HStack {
          ShapeCells.star.fill(.amber)
          ShapeCells.star.fill(Color.amber, isEvenOdd: true)
        }
      }
      Cell(".stroke") { Ellipse().fill(.sky).stroke(.white, lineWidth: 6).padding(4) }
      Cell("StrokeStyle: dash") {
        Capsule().stroke(.amber, style: StrokeStyle(lineWidth: 5, lineCap: .round, dash: [0.1, 11]))
          .frame(height: 48).padding(4)
      }
      Cell("StrokeStyle: lineJoin") {
        HStack(spacing: 18) {
          for join in StrokeStyle.LineJoin.allCases {
            Diamond().stroke(.sky, style: StrokeStyle(lineWidth: 8, lineJoin: join)).frame(width: 40, height: 40)
          }
        }
      }
    }
    GridRow {
      Cell("StrokeStyle: lineCap") {
        VStack(spacing: 14) {
          for cap in StrokeStyle.LineCap.allCases {
            Line().stroke(.sky, style: StrokeStyle(lineWidth: 12, lineCap: cap)).frame(width: 140, height: 12)
          }
        }
      }
      Cell("LinearGradient") {
        LinearGradient(colors: ShapeCells.spectrum, startPoint: .topLeading, endPoint: .bottomTrailing)
      }
      Cell("RadialGradient") { RadialGradient(colors: [.white, .amber, .clear], endRadius: 60) }
      Cell("AngularGradient") { AngularGradient(colors: ShapeCells.spectrum) }
      Cell("ProgressBar") { ProgressBar(0.64, height: 20).fill(.mint).track(.black) }
      Cell("ProgressRing") { ProgressRing(0.64, lineWidth: 12, lineCap: .round).fill(.mint) }
      Cell("Color") { Color.sky.frame(width: 90, height: 50) }
    }
    GridRow {
      Cell(".strokeBorder") { Capsule().strokeBorder(.amber, lineWidth: 12) }
      Cell(".inset(by:)") {
        ZStack {
          for (step, color) in [Color.rose, .amber, .sky].enumerated() {
            RoundedRectangle(cornerRadius: 26).inset(by: Double(step) * 13).fill(color)
          }
        }
      }
      Cell(".trim") {
        HStack(spacing: 18) {
          for part in [0.25, 0.5, 0.75] {
            Circle().inset(by: 4).trim(to: part)
              .stroke(.mint, style: StrokeStyle(lineWidth: 8, lineCap: .round)).frame(width: 46, height: 46)
          }
        }
      }
    }
  }
}
