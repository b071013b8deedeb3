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
}
