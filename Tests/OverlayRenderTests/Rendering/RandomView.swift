import OverlayRender

/// A view made of every primitive and modifier at random: what the law is tried on.
indirect enum RandomView: PrimitiveView {
  case text(String)
  case clock(ClockPattern)
  case countdown(SpanPattern, MediaTime, CountdownRule.AtZero)
  case stopwatch(SpanPattern)
  case timecode(Timecode)
  case rectangle(Color)
  case spacer(Double)
  case horizontal([RandomView], VerticalAlignment, Double)
  case vertical([RandomView], HorizontalAlignment, Double)
  case layers([RandomView], Alignment)
  case loop([RandomView])
  case timeline(MediaTime, [RandomView])
  case either(Bool, RandomView, RandomView)
  case optional(RandomView?)
  case padding(RandomView, EdgeInsets)
  case frame(RandomView, Double?, Double?, Alignment)
  case flexibleFrame(RandomView, Double?, Double?, Double?)
  case background(RandomView, Color, Double)
  case backgroundView(RandomView, RandomView)
  case font(RandomView, Double, Font.Weight)
  case color(RandomView, Color)
  case outline(RandomView, Color, Double)
  case alignment(RandomView, TextAlignment)
  case monospaced(RandomView)
  case opacity(RandomView, Double)
  case blend(RandomView, BlendMode)
  case clipped(RandomView)
  case mask(RandomView, RandomView)
  case shadow(RandomView, Color, Double, Double, Double)
  case blur(RandomView, Double)
  case rotation(RandomView, Double, UnitPoint)
  case scale(RandomView, Double, Double)
  case offset(RandomView, Double, Double)

  func _resolve(into builder: inout SceneBuilder) {
    switch self {
    case .text(let string): Text(string)._resolve(into: &builder)
    case .clock(let pattern): Clock(format: pattern, timeZone: .gmt)._resolve(into: &builder)
    case .countdown(let pattern, let span, let atZero):
      Countdown(for: span, format: pattern, atZero: atZero)._resolve(into: &builder)
    case .stopwatch(let pattern): Stopwatch(format: pattern)._resolve(into: &builder)
    case .timecode(let start): TimecodeText(from: start)._resolve(into: &builder)
    case .rectangle(let color): Rectangle().fill(color)._resolve(into: &builder)
    case .spacer(let length): Spacer(minLength: length)._resolve(into: &builder)
    case .horizontal(let views, let alignment, let spacing):
      HStack(alignment: alignment, spacing: spacing) { for view in views { view } }._resolve(into: &builder)
    case .vertical(let views, let alignment, let spacing):
      VStack(alignment: alignment, spacing: spacing) { for view in views { view } }._resolve(into: &builder)
    case .layers(let views, let alignment):
      ZStack(alignment: alignment) { for view in views { view } }._resolve(into: &builder)
    case .loop(let views): Group(views: views)._resolve(into: &builder)
    case .timeline(let interval, let views):
      TimelineView(.every(interval)) { context in views[context.count % views.count] }._resolve(into: &builder)
    case .either(let isFirst, let first, let second):
      VStack { if isFirst { first } else { second } }._resolve(into: &builder)
    case .optional(let view): HStack { if let view { view } }._resolve(into: &builder)
    case .padding(let view, let insets): view.padding(insets)._resolve(into: &builder)
    case .frame(let view, let width, let height, let alignment):
      view.frame(width: width, height: height, alignment: alignment)._resolve(into: &builder)
    case .flexibleFrame(let view, let minimum, let ideal, let maximum):
      view.frame(minWidth: minimum, idealWidth: ideal, maxWidth: maximum)._resolve(into: &builder)
    case .background(let view, let color, let radius):
      view.background(color, cornerRadius: radius)._resolve(into: &builder)
    case .backgroundView(let view, let behind): view.background { behind }._resolve(into: &builder)
    case .font(let view, let size, let weight): view.font(size: size, weight: weight)._resolve(into: &builder)
    case .color(let view, let color): view.foregroundColor(color)._resolve(into: &builder)
    case .outline(let view, let color, let width): view.outline(color, width: width)._resolve(into: &builder)
    case .alignment(let view, let alignment): view.multilineTextAlignment(alignment)._resolve(into: &builder)
    case .monospaced(let view): view.monospacedDigit()._resolve(into: &builder)
    case .opacity(let view, let opacity): view.opacity(opacity)._resolve(into: &builder)
    case .blend(let view, let mode): view.blendMode(mode)._resolve(into: &builder)
    case .clipped(let view): view.clipped()._resolve(into: &builder)
    case .mask(let view, let mask): view.mask { mask }._resolve(into: &builder)
    case .shadow(let view, let color, let radius, let x, let y):
      view.shadow(color: color, radius: radius, x: x, y: y)._resolve(into: &builder)
    case .blur(let view, let radius): view.blur(radius: radius)._resolve(into: &builder)
    case .rotation(let view, let degrees, let anchor):
      view.rotationEffect(degrees: degrees, anchor: anchor)._resolve(into: &builder)
    case .scale(let view, let x, let y): view.scaleEffect(x: x, y: y)._resolve(into: &builder)
    case .offset(let view, let x, let y): view.offset(x: x, y: y)._resolve(into: &builder)
    }
  }

  /// Several views without a container of their own.
  private struct Group: View {
    let views: [RandomView]
    var body: some View { for view in views { view } }
  }
}

extension RandomView {
  static func make(depth: Int, rate: FrameRate, _ generator: inout SeededGenerator) -> RandomView {
    depth <= 0 || generator.chance(9)
      ? leaf(rate: rate, &generator) : inner(depth: depth - 1, rate: rate, &generator)
  }

  private static func leaf(rate: FrameRate, _ generator: inout SeededGenerator) -> RandomView {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...2: .text(generator.pick(texts))
    case 3, 4: .clock(generator.pick(["HH:mm:ss", "ss", "H:mm:ss.SS", "EEE d MMM", "ss 'to' mm", "h:mm:ss a"]))
    case 5:
      .countdown(
        generator.pick(["mm:ss", "s", "m:ss.S", "d 'days' HH:mm:ss"]),
        MediaTime(value: Int64.random(in: 0...4000, using: &generator), timescale: 1000),
        generator.pick([.hold, .hide, .countUp(signed: true), .countUp(signed: false), .loop, .end, .text("now")]))
    case 6: .stopwatch(generator.pick(["s", "m:ss.SS", "HH:mm:ss"]))
    case 7: (try? Timecode(frame: 107_890, rate: rate)).map { .timecode($0) } ?? .text("no timecode")
    case 8: .rectangle(color(&generator))
    default: .spacer(Double.random(in: 0...20, using: &generator))
    }
  }

  private static func inner(depth: Int, rate: FrameRate, _ generator: inout SeededGenerator) -> RandomView {
    func one() -> RandomView { make(depth: depth, rate: rate, &generator) }
    func some() -> [RandomView] { (0..<Int.random(in: 1...4, using: &generator)).map { _ in one() } }
    let length = Double.random(in: -4...24, using: &generator)
    switch Int.random(in: 0..<32, using: &generator) {
    case 0, 17: return .horizontal(some(), generator.pick([.top, .center, .bottom, .firstTextBaseline]), length)
    case 1, 18: return .vertical(some(), generator.pick([.leading, .center, .trailing]), length)
    case 2, 19: return .layers(some(), generator.pick([.center, .topLeading, .bottomTrailing]))
    case 3: return .loop(some())
    case 4:
      let tenths = Int64.random(in: 1...30, using: &generator)
      return .timeline(MediaTime(value: tenths, timescale: 10), some())
    case 5: return .either(generator.chance(2), one(), one())
    case 6: return .optional(generator.chance(2) ? one() : nil)
    case 7: return .padding(one(), EdgeInsets(top: length, leading: length / 3, bottom: 1, trailing: 7.5))
    case 8:
      return .frame(
        one(), generator.chance(2) ? 60 + length : nil, generator.chance(2) ? 30 + length : nil,
        generator.pick([.center, .topLeading, .bottomTrailing]))
    case 9: return .flexibleFrame(one(), generator.chance(2) ? 40 : nil, 50, generator.chance(2) ? .infinity : nil)
    case 10: return .background(one(), color(&generator), max(length, 0) * 0.7)
    case 11: return .backgroundView(one(), one())
    case 12: return .font(one(), Double.random(in: 4...40, using: &generator), generator.pick([.regular, .bold]))
    case 13: return .color(one(), color(&generator))
    case 14: return .outline(one(), color(&generator), Double.random(in: 0.3...5, using: &generator))
    case 15: return .alignment(one(), generator.pick([.leading, .center, .trailing]))
    case 16: return .monospaced(one())
    case 20: return .opacity(one(), Double.random(in: -0.1...1.1, using: &generator))
    case 21: return .blend(one(), BlendMode.allCases.randomElement(using: &generator) ?? .normal)
    case 22: return .clipped(one())
    case 23: return .mask(one(), one())
    case 24, 25:
      return .shadow(
        one(), color(&generator), generator.pick([0, 0.6, 2, 7, 30]), Double.random(in: -20...20, using: &generator),
        length)
    case 26: return .blur(one(), generator.pick([0, 0.4, 1.5, 4, 12]))
    case 27, 28:
      return .rotation(one(), generator.pick([0, 90, 180, 7, 45, -30.5, 271]), generator.pick([.center, .topLeading]))
    case 29: return .scale(one(), Double.random(in: -3...3, using: &generator), generator.pick([0, 1, 0.5, 2.3]))
    default: return .offset(one(), length, Double.random(in: -30...30, using: &generator))
    }
  }

  private static func color(_ generator: inout SeededGenerator) -> Color {
    Color(
      red: Double.random(in: 0...1, using: &generator), green: Double.random(in: 0...1, using: &generator),
      blue: Double.random(in: 0...1, using: &generator),
      alpha: generator.chance(2) ? 1 : Double.random(in: 0...1, using: &generator))
  }

  private static let texts = [
    "Hello", "", "Two words\nand lines", "مرحبا بالعالم 12", "日本語字幕", "नमस्ते", "שלום abc", "😀🎉👍🏽", "1.111/7",
    "A longer line that must be broken somewhere", "fi ffi VAV To", "\u{7}\t.",
  ]
}
