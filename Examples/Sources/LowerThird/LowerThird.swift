import OverlayRender

/// A name and a title that slide in over a picture, stay, and slide out.
struct LowerThird: View {
  let title: String
  let subtitle: String
  /// The time range in which it is visible, since the beginning of the stream.
  let range: MediaTimeRange

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(title).font(size: 36, weight: .bold)
        .visible(during: range, entering: words(.milliseconds(600)), leaving: .opacity())
      Text(subtitle).font(size: 20)
        .visible(during: range, entering: words(.milliseconds(900)), leaving: .opacity())
    }
    .clipped()
    .padding(EdgeInsets(top: 12, leading: 22, bottom: 12, trailing: 28))
    .background(.black.opacity(0.65))
    .overlay(alignment: .leading) {
      Rectangle().fill(.amber).frame(width: 6).visible(during: range, entering: .wipe(from: .bottom))
    }
    .visible(during: range, entering: .wipe(from: .leading, duration: .milliseconds(400)), leaving: .opacity())
  }

  /// The texts slide out from behind the line by their own width. Both start together, and the slower one arrives last.
  private func words(_ duration: MediaTime) -> Transition {
    .slide(from: .leading, duration: duration, easing: .easeOut)
  }
}

/// A placeholder for the program.
struct Program: View {
  var body: some View {
    ZStack {
      LinearGradient(colors: [Color(rgb: 0x274060), Color(rgb: 0x0B132B)], startPoint: .top, endPoint: .bottom)
      Circle().fill(RadialGradient(colors: [Color(rgb: 0xFFD9A0), .amber.opacity(0)], endRadius: 160))
        .frame(width: 320, height: 320)
        .offset(x: 150, y: -60)
    }
  }
}

/// The lower third in its position, within the area that every display shows.
struct Scene: View {
  let lowerThird: LowerThird

  var body: some View {
    ZStack {
      Program()
      SafeArea(.title, alignment: .bottomLeading) { lowerThird }
    }
  }
}

extension ShapeStyle where Self == Color {
  static var amber: Color { Color(rgb: 0xFFB020) }
}
