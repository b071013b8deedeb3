import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("SwiftUI's names")
struct FamiliarNamesTests {
  private func picture(_ view: some View) throws -> Picture {
    var configuration = RenderConfiguration(size: PixelSize(width: 96, height: 64), frameRate: .fps(30))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    return try #require(Picture(renderer.render(at: .zero)))
  }

  private func expectSame(
    _ first: some View, _ second: some View, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (first, second) = (try picture(first), try picture(second))
    #expect(first.bytes.contains { $0 != 0 }, "something is drawn", sourceLocation: sourceLocation)
    #expect(first == second, sourceLocation: sourceLocation)
  }

  private static let gradient = LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing)

  @Test("A font on a container applies to its texts")
  func fonts() throws {
    let pair = VStack {
      Text("Ab"); Text("cd").font(size: 20)
    }
    try expectSame(pair.bold(), pair.font(weight: .bold))
    try expectSame(pair.italic(), pair.font(isItalic: true))
    try expectSame(pair.fontWeight(.semibold), pair.font(weight: .semibold))
    try expectSame(pair.bold(false).bold(), pair)
    try expectSame(pair.font(.title), pair.font(Font(family: "sans", size: 52)))
    try expectSame(pair.font(.body), pair)
    try expectSame(
      pair.font(.system(size: 28, weight: .bold, design: .serif)), pair.font(family: "serif", size: 28, weight: .bold))
    try expectSame(
      pair.font(.custom("Noto Sans", size: 24).italic()), pair.font(family: "Noto Sans", size: 24, isItalic: true))
    #expect(Font.headline.weight == .semibold && Font.caption.bold().weight == .bold)
  }

  @Test("A weight and a slant apply to whatever font is set, in any order")
  func weightsOfFonts() throws {
    let text = Text("Ab")
    let bold = text.font(.body.bold())
    try expectSame(text.font(.body).bold(), bold)
    try expectSame(text.bold().font(.body), bold)
    try expectSame(HStack { text }.font(.body).bold(), bold)
    try expectSame(HStack { text.font(.body) }.bold(), bold)
    try expectSame(HStack { HStack { text }.font(.body) }.fontWeight(.bold), bold)
    try expectSame(HStack { text }.font(.body).italic(), text.font(.body.italic()))
    try expectSame(text.font(.system(size: 32)).italic(), text.font(.body.italic()))
    try expectSame(HStack { text }.font(size: 32, weight: .regular).bold(), text.font(.body))
    #expect(try picture(bold) != picture(text.font(.body)))
  }

  @Test("Text styles grow from caption2 to largeTitle")
  func textStyles() {
    let fonts = [
      Font.caption2, .caption, .footnote, .subheadline, .callout, .body, .title3, .title2, .title, .largeTitle,
    ]
    #expect(zip(fonts, fonts.dropFirst()).allSatisfy { $0.size < $1.size })
  }

  @Test("A foreground style is the color of texts and shapes")
  func foregroundStyle() throws {
    let pair = HStack {
      Text("Ab"); Circle().frame(width: 20, height: 20)
    }
    try expectSame(pair.foregroundStyle(.yellow), pair.foregroundColor(.yellow))
    let text = Text("Ab").foregroundStyle(.red).fontWeight(.bold) + Text("cd")
    try expectSame(text, Text("Ab").foregroundColor(.red).bold() + Text("cd"))
  }

  private struct Panel: ViewModifier {
    let color: Color

    func body(content: Content) -> some View {
      content.padding(8).background(color)
      Circle().fill(.red).frame(width: 8, height: 8)
    }
  }

  private struct Endless: ViewModifier {
    func body(content: Content) -> some View {
      content.modifier(self)
    }
  }

  @Test("A view modifier changes any view")
  func viewModifier() throws {
    let expected = Group {
      Text("Ab").padding(8).background(.blue)
      Circle().fill(.red).frame(width: 8, height: 8)
    }
    try expectSame(VStack { Text("Ab").modifier(Panel(color: .blue)) }, VStack { expected })
    #expect(try picture(Text("Ab").modifier(Endless())).bytes.allSatisfy { $0 == 0 }, "too many levels of views")
  }

  @Test("Shapes by their static names")
  func shapeNames() throws {
    try expectSame(Color.red.clipShape(.capsule), Color.red.clipShape(Capsule()))
    try expectSame(Color.red.clipShape(.circle), Color.red.clipShape(Circle()))
    try expectSame(Color.red.clipShape(.ellipse), Color.red.clipShape(Ellipse()))
    try expectSame(Color.red.clipShape(.rect), Color.red)
    try expectSame(Color.red.clipShape(.rect(cornerRadius: 9)), Color.red.cornerRadius(9))
    let radii = CornerRadii(topLeading: 20, topTrailing: 0, bottomLeading: 0, bottomTrailing: 10)
    try expectSame(
      Color.red.clipShape(.rect(cornerRadii: radii)), Color.red.clipShape(RoundedRectangle(cornerRadii: radii)))
  }

  @Test("A stroke without a style has the foreground color")
  func strokes() throws {
    try expectSame(Circle().stroke(lineWidth: 4).foregroundStyle(.red), Circle().stroke(.red, lineWidth: 4))
    try expectSame(Circle().strokeBorder(lineWidth: 4).foregroundStyle(.red), Circle().strokeBorder(.red, lineWidth: 4))
    let dashes = StrokeStyle(lineWidth: 3, dash: [5])
    try expectSame(Capsule().stroke(style: dashes).foregroundStyle(.red), Capsule().stroke(.red, style: dashes))
    try expectSame(
      Capsule().strokeBorder(style: dashes).foregroundStyle(.red), Capsule().strokeBorder(.red, style: dashes))
  }

  @Test("Tracking is letter spacing")
  func tracking() throws {
    try expectSame(Text("Ab").tracking(5), Text("Ab").letterSpacing(5))
    try expectSame(VStack { Text("Ab") }.tracking(5), VStack { Text("Ab") }.letterSpacing(5))
  }

  @Test("Backgrounds and overlays without a closure")
  func decorations() throws {
    let text = Text("Ab").padding(8)
    try expectSame(text.background(Self.gradient), text.background { Self.gradient })
    try expectSame(text.background(Paint.color(.red)), text.background(.red))
    try expectSame(text.background(Capsule().fill(.blue)), text.background { Capsule().fill(.blue) })
    try expectSame(
      text.overlay(Text("x").font(size: 12), alignment: .topTrailing),
      text.overlay(alignment: .topTrailing) { Text("x").font(size: 12) })
    try expectSame(
      text.background(.red.opacity(0.5), cornerRadius: 6),
      text.background { FillView(fill: Fill(color: .red.opacity(0.5), cornerRadius: 6)) })
  }

  @Test("A border is inside the frame and takes no space")
  func border() throws {
    let box = try picture(Color.blue.frame(width: 20, height: 10).border(.red, width: 2))
    let expected = try picture(
      Color.red.frame(width: 20, height: 10).overlay { Color.blue.padding(2) })
    #expect(box == expected)
    let none = Color.blue.frame(width: 20, height: 10)
    try expectSame(none.border(Self.gradient, width: 0), none)
    try expectSame(none.border(.red, width: 99), Color.red.frame(width: 20, height: 10))
  }

  @Test("Angles are degrees or radians")
  func angles() throws {
    let text = Text("Ab")
    try expectSame(text.rotationEffect(.degrees(90)), text.rotationEffect(degrees: 90))
    try expectSame(
      text.rotationEffect(.radians(.pi), anchor: .bottom), text.rotationEffect(degrees: 180, anchor: .bottom))
    #expect(Angle(radians: .pi / 2).degrees == 90 && Angle.degrees(180).radians == .pi && Angle.zero < .degrees(1))
  }

  @Test("A hidden view keeps its space")
  func hidden() throws {
    let both = HStack(spacing: 0) {
      Text("Ab").hidden(); Text("cd")
    }
    try expectSame(
      both,
      HStack(spacing: 0) {
        Text("Ab").opacity(0); Text("cd")
      })
    #expect(try picture(both) != picture(Text("cd")))
  }

  @Test("Padding takes edges, a length, both, or neither")
  func padding() throws {
    let box = Color.red.frame(width: 20, height: 10)
    func framed(_ view: some View) -> some View { view.background(.blue) }
    let usual = EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    try expectSame(framed(box.padding()), framed(box.padding(usual)))
    try expectSame(
      framed(box.padding(.horizontal)), framed(box.padding(EdgeInsets(leading: 16, trailing: 16))))
    try expectSame(framed(box.padding([.top, .leading], 3)), framed(box.padding(EdgeInsets(top: 3, leading: 3))))
  }

  @Test("ForEach takes a range")
  func numbers() {
    let count = 3
    #expect(Resolved.texts(of: VStack { ForEach(0..<count) { Text("\($0)") } }) == ["0", "1", "2"])
  }

  @Test("Letters are shown in upper and lower case, by the rules of their language")
  func textCase() throws {
    try expectSame(Text("Straße 12").textCase(.uppercase), Text("STRASSE 12"))
    try expectSame(Text("ABC").textCase(.lowercase), Text("abc"))
    try expectSame(Text("aB").textCase(nil), Text("aB"))
    try expectSame(
      Text("izmir").textCase(.uppercase).locale(Locale(identifier: "tr")),
      Text("İZMİR").locale(Locale(identifier: "tr")))
    // The style stays at its letters, although there are more bytes before it.
    try expectSame(
      (Text("ß") + Text("b").foregroundColor(.red)).textCase(.uppercase), Text("SS") + Text("B").foregroundColor(.red))
    try expectSame(
      ClockText(format: "EEE", timeZone: .gmt).textCase(.uppercase), Text("THU").monospacedDigit())
  }

  @Test("A text takes the height of its least number of lines, and no more than its greatest")
  func lineLimits() throws {
    func height(_ view: some View) throws -> Int {
      var configuration = RenderConfiguration(size: PixelSize(400, 400), frameRate: .fps(30))
      configuration.fonts = FixtureFonts.configuration
      let box = view.font(size: 20).background(.red)
      let picture = try #require(
        Picture(Renderer(box, configuration: configuration, clock: ManualClock()).render(at: .zero)))
      return (0..<400).count { picture.bytes[4 * (400 * $0 + 200) + 3] != 0 }
    }
    let lines = try (1...4).map { try height(Text(repeatElement("x", count: $0).joined(separator: "\n"))) }
    let long = Text("a\nb\nc\nd")
    #expect(try height(Text("x").lineLimit(1...3)) == lines[0])
    #expect(try height(Text("x").lineLimit(2...3)) == lines[1])
    #expect(try height(Text("x").lineLimit(3...)) == lines[2])
    #expect(try height(long.lineLimit(3...)) == lines[3])
    #expect(try height(long.lineLimit(...2)) == lines[1])
    #expect(try height(long.lineLimit(1...3)) == lines[2])
    #expect(try height(Text("x").lineLimit(4, reservesSpace: true)) == lines[3])
    #expect(try height(long.lineLimit(2, reservesSpace: false)) == lines[1])
    #expect(try height(Text("x").lineLimit(0...0)) == lines[0])
  }

  @Test("Secondary is the foreground color with less opacity, also inside of another one")
  func hierarchy() throws {
    let pair = HStack {
      Text("Ab"); Circle().frame(width: 20, height: 20)
    }
    try expectSame(pair.foregroundStyle(.secondary), pair.foregroundColor(Color.white.opacity(0.6)))
    try expectSame(
      pair.foregroundColor(.tertiary).foregroundColor(.yellow), pair.foregroundColor(Color.yellow.opacity(0.3)))
    try expectSame(
      Circle().fill(.secondary).foregroundColor(.red), Circle().fill(Color.red.opacity(0.6)))
    try expectSame(Circle().stroke(.quaternary, lineWidth: 3), Circle().stroke(Color.white.opacity(0.18), lineWidth: 3))
    try expectSame(pair.foregroundStyle(.primary), pair)
  }

  @Test("Colors are written in hexadecimal digits")
  func hexadecimal() throws {
    #expect(Color(hex: "#ff8800") == Color(rgb: 0xFF8800) && Color(hex: 0xff8800) == Color(rgb: 0xFF8800))
    #expect(Color(hex: "FF8800") == Color(rgb: 0xFF8800) && Color(hex: "#f80") == Color(rgb: 0xFF8800))
    #expect(try Color(hex: "ff880080") == Color(css: "#ff880080"))
  }

  @Test("An arc between angles goes the way that SwiftUI draws it")
  func arcs() {
    func arc(_ start: Double, _ end: Double, clockwise: Bool) -> Path {
      Path {
        $0.addArc(
          center: Point(x: 50, y: 50), radius: 40, startAngle: .degrees(start), endAngle: .degrees(end),
          clockwise: clockwise)
      }
    }
    func plain(_ start: Double, _ end: Double) -> Path {
      Path { $0.addArc(center: Point(x: 50, y: 50), radius: 40, startDegrees: start, endDegrees: end) }
    }
    #expect(arc(0, 90, clockwise: false) == plain(0, 90))
    #expect(arc(0, 90, clockwise: true) == plain(0, -270))
    #expect(arc(90, 0, clockwise: false) == plain(90, 360))
    #expect(arc(90, 0, clockwise: true) == plain(90, 0))
    #expect(arc(-90, 270, clockwise: false) == plain(-90, 270), "a full circle")
    #expect(arc(-90, 1000, clockwise: false) == plain(-90, 270))
    #expect(arc(0, 0, clockwise: false) == plain(0, 0))
  }

  @Test("A rectangle has a radius for each corner")
  func unevenRoundedRectangle() throws {
    let radii = CornerRadii(topLeading: 20, bottomLeading: 5, bottomTrailing: 10)
    let shape = UnevenRoundedRectangle(topLeadingRadius: 20, bottomLeadingRadius: 5, bottomTrailingRadius: 10)
    try expectSame(shape, RoundedRectangle(cornerRadii: radii))
    try expectSame(shape.strokeBorder(lineWidth: 4), RoundedRectangle(cornerRadii: radii).strokeBorder(lineWidth: 4))
    try expectSame(
      Rectangle().clipShape(.rect(topLeadingRadius: 20)),
      Rectangle().clipShape(.rect(cornerRadii: CornerRadii(topLeading: 20))))
  }

  @Test("A label is an icon and a title in a row, and elements that are their own identity need no id")
  func labels() throws {
    let dot = Circle().fill(.red).frame(width: 12, height: 12)
    let row = HStack {
      dot; Text("Air")
    }
    try expectSame(Label("Air") { dot }, row)
    try expectSame(
      Label {
        Text("Air")
      } icon: {
        dot
      }, row)
    try expectSame(ForEach(["A", "b"]) { Text($0) }, ForEach(["A", "b"], id: \.self) { Text($0) })
    try expectSame(ForEach(1...2) { Text("\($0)") }, ForEach(1..<3) { Text("\($0)") })
  }

  @Test("Times are ranges and durations")
  func times() throws {
    #expect(MediaTimeRange(.seconds(2) ..< .seconds(5)) == MediaTimeRange(start: .seconds(2), duration: .seconds(3)))
    #expect(MediaTimeRange(.seconds(2)...) == MediaTimeRange(start: .seconds(2), duration: .positiveInfinity))
    let (start, end): (Duration, Duration) = (.seconds(2), .milliseconds(2500))
    #expect(MediaTimeRange(start..<end) == MediaTimeRange(start: .seconds(2), duration: .milliseconds(500)))
    let stream = FrameStream(Text("x"), size: PixelSize(16, 16))
    #expect(stream.offline(.seconds(2) ..< .seconds(5)).end == .seconds(5))
    #expect(stream.offline(duration: end).duration == .milliseconds(2500))
    #expect(stream.live(duration: start).duration == .seconds(2))
    try expectSame(Text("x").visible(during: .zero ..< .seconds(1)), Text("x"))
    try expectSame(
      Text("x").visible(during: .zero ..< .seconds(1), entering: .identity), Text("x").visible(during: .zero...))
    try expectSame(CountdownText(for: start), CountdownText(for: .seconds(2)))
    #expect(FrameRate.ntsc.framesPerSecond == 30_000.0 / 1001)
  }

  /// A sector from the top, clockwise.
  private struct Sector: Shape {
    var fraction: Double
    var margin = 0.0
    var animatableData: AnimatablePair<Double, Double> {
      get { AnimatablePair(fraction, margin) }
      set { (fraction, margin) = (newValue.first, newValue.second) }
    }

    func path(in rect: Rect) -> Path {
      Path { path in
        let center = Point(x: rect.midX, y: rect.midY)
        path.move(to: center)
        path.addArc(
          center: center, radius: rect.height / 2 - margin, startAngle: .degrees(-90),
          endAngle: .degrees(-90 + 360 * fraction), clockwise: false)
        path.closeSubpath()
      }
    }
  }

  @Test("Keyframes animate the data of a shape")
  func animatableData() throws {
    let view = Sector(fraction: 0).keyframes(
      Keyframes(from: AnimatablePair(0, 8), [Keyframe(AnimatablePair(1, 0), at: .seconds(2))]))
    var configuration = RenderConfiguration(size: PixelSize(width: 96, height: 64), frameRate: .fps(30))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let middle = try #require(Picture(renderer.render(at: .seconds(1))))
    #expect(try middle == picture(Sector(fraction: 0.5, margin: 4)))
    #expect(Circle().animatableData == EmptyAnimatableData(), "other shapes have nothing to animate")
  }
}
