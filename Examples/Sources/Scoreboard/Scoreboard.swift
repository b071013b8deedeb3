import OverlayRender

/// Values that change while the stream runs. They are separate, so that a goal of one team does not affect the other
/// views.
struct LiveScore: Sendable {
  let home: LiveData<Int>
  let away: LiveData<Int>
  let period: LiveData<Int>
}

extension LiveScore {
  /// A score that follows a model: each value is read again when a property that it depends on has changed.
  @MainActor
  init(of match: Match) {
    home = LiveData(observing: { match.home })
    away = LiveData(observing: { match.away })
    period = LiveData(observing: { match.period })
  }
}

/// The scoreboard. The score and the winner are live values; the clock and the bar are functions of time.
struct Scoreboard: View {
  let score: LiveScore
  /// The presentation time at which the period begins, and its duration.
  var period = MediaTimeRange(start: .seconds(-300), duration: .seconds(720))

  var body: some View {
    VStack(spacing: 10) {
      HStack(spacing: 0) {
        Team(name: "HOME", color: Color(rgb: 0x1F6FEB), points: score.home)
        VStack(spacing: 0) {
          CountdownText(for: period.end, format: "m:ss").font(size: 30, weight: .bold)
          LiveView(score.period) { entry in
            Text("PERIOD \(entry.value)").font(size: 14).transition(.opacity(), since: entry.since)
          }
        }
        .frame(width: 110)
        Team(name: "AWAY", color: Color(rgb: 0xD73A49), points: score.away)
      }
      ProgressBar(during: period, height: 6).fill(.white)
    }
    .frame(width: 520)
    .padding(12)
    .background(.black.opacity(0.75), cornerRadius: 12)
  }
}

/// The name of a team and its points, which flash when they change.
struct Team: View {
  let name: String
  let color: Color
  let points: LiveData<Int>

  var body: some View {
    HStack(spacing: 12) {
      Text(name).font(size: 24, weight: .bold)
      LiveView(points) { entry in Points(entry: entry) }
    }
    .padding(8)
    .frame(width: 205)
    .background(color, cornerRadius: 8)
  }
}

/// The new number slides up from below while the old one slides out, in front of a plate that flashes.
struct Points: View {
  let entry: LiveData<Int>.Entry

  var body: some View {
    ReplacingView(since: entry.since, transition: .slide(from: .bottom), leaving: .opacity()) {
      number(entry.value)
    } old: {
      number(entry.previous ?? entry.value)
    }
    .clipped()
    .frame(width: 64, height: 48)
    .background {
      // The value at the beginning is not a goal.
      if entry.previous != nil {
        KeyframeView(Keyframes(from: 1.0, [Keyframe(0, at: .milliseconds(800))]), since: entry.since) { strength in
          RoundedRectangle(cornerRadius: 8).fill(Color(rgb: 0xFFD33D).opacity(strength))
        }
      }
    }
  }

  private func number(_ value: Int) -> some View {
    Text("\(value)").font(size: 36, weight: .bold).monospacedDigit()
  }
}
