import OverlayRender

struct MotionCells: View {
  var body: some View {
    GridRow {
      TransitionCell("Transition.opacity", .opacity(duration: .seconds(1)))
      TransitionCell("Transition.slide", .slide(from: .leading, duration: .seconds(1)))
      TransitionCell("Transition.wipe", .wipe(from: .leading, duration: .seconds(1)))
      Cell(".combined") {
        Sample().transition(
          Transition.slide(from: .bottom, duration: .seconds(1)).combined(with: .opacity(duration: .seconds(1))),
          since: .milliseconds(-500))
      }
    }
    GridRow {
      TransitionCell("Transition.scale", .scale(0, duration: .seconds(1)))
      Moments(".visible(during:entering:leaving:)", of: [0, 200, 1000, 1800]) { elapsed in
        Sample().visible(
          during: MediaTimeRange(start: -elapsed, duration: .seconds(2)),
          entering: .slide(from: .top, duration: .milliseconds(400)),
          leaving: .opacity(duration: .milliseconds(400)))
      }
      Moments("ReplacingView", of: [0, 300, 600, 1000]) { elapsed in
        ReplacingView(
          since: -elapsed, transition: .slide(from: .bottom, duration: .seconds(1)),
          leaving: .slide(from: .top, duration: .seconds(1))
        ) {
          Text("new").foregroundColor(.mint)
        } old: {
          Text("old").foregroundColor(.rose)
        }
        .clipped()
      }
      Cell("TimelineView") {
        TimelineView(.every(.seconds(1))) { context in Text("second \(context.count)") }
      }
    }
    GridRow {
      Moments("Ticker(direction: .left)", of: [900, 1300, 1700]) { elapsed in
        Ticker(speed: 80, gap: 24, since: -elapsed) { Text("News pass by") }.border()
      }
      Moments("Ticker(direction: .up)", of: [600, 1200, 1800, 2400]) { elapsed in
        Ticker(speed: 30, direction: .up, gap: 4, since: -elapsed) {
          Text("Cast")
          Text("Ada")
          Text("Alan")
        }
        .border()
      }
      Moments("KeyframeView", of: [0, 250, 500, 750, 1000]) { elapsed in
        KeyframeView(
          Keyframes(from: Color.rose, [Keyframe(.amber, at: .milliseconds(500)), Keyframe(.sky, at: .seconds(1))]),
          since: -elapsed
        ) { color in
          Circle().fill(color)
        }
      }
      Cell("LiveView") { LiveView(MotionCells.score) { entry in Text("score \(entry.value)") } }
    }
    GridRow {
      EasingCell("Easing.linear", .linear)
      EasingCell("Easing.easeIn", .easeIn)
      EasingCell("Easing.easeOut", .easeOut)
      EasingCell("Easing.easeInOut", .easeInOut)
      EasingCell("Easing.backOut", .backOut)
      EasingCell("Easing.steps(4)", .steps(4))
      EasingCell("Easing.cubicBezier", .cubicBezier(0.9, 0, 0.1, 1))
    }
  }

  private static let score = LiveData(42)
}

/// A view at several times side by side.
struct Moments<Content: View>: View {
  let name: String
  let milliseconds: [Int64]
  let content: @Sendable (MediaTime) -> Content

  init(_ name: String, of milliseconds: [Int64], @ViewBuilder content: @escaping @Sendable (MediaTime) -> Content) {
    self.name = name
    self.milliseconds = milliseconds
    self.content = content
  }

  var body: some View {
    Cell(name, span: 2) {
      HStack(spacing: 12) {
        for moment in milliseconds {
          ZStack { content(.milliseconds(moment)) }.frame(maxWidth: .infinity, maxHeight: .infinity).clipped()
        }
      }
    }
  }
}

/// A transition at four times of a second.
struct TransitionCell: View {
  let name: String
  let transition: Transition

  init(_ name: String, _ transition: Transition) {
    self.name = name
    self.transition = transition
  }

  var body: some View {
    Moments(name, of: [100, 300, 600, 1000]) { elapsed in
      Sample().transition(transition, since: -elapsed).clipped()
    }
  }
}

/// An easing as a curve, with time from left to right and progress from bottom to top.
struct EasingCell: View {
  let name: String
  let easing: Easing

  init(_ name: String, _ easing: Easing) {
    self.name = name
    self.easing = easing
  }

  var body: some View {
    Cell(name) {
      Path { path in
        path.move(to: Point(x: 0, y: 60))
        for x in 1...100 { path.addLine(to: Point(x: Double(x), y: 60 - 50 * easing.value(at: Double(x) / 100))) }
      }
      .stroke(.sky, lineWidth: 3)
      .frame(width: 100, height: 64)
    }
  }
}
