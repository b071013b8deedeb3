import TestTools

@testable import OverlayRender

/// A random view of all primitives and modifiers, for testing the law.
indirect enum RandomView: PrimitiveView {
  case text(String)
  case clock(ClockPattern)
  case countdown(SpanPattern, MediaTime, CountdownRule.AtZero)
  case stopwatch(SpanPattern)
  case timecode(Timecode)
  case captions(CaptionTrack, CaptionLook)
  case listening(CaptionTrack, ListeningTransition)
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
  case colors(RandomView, ColorFilter)
  case rotation(RandomView, Double, UnitPoint)
  case scale(RandomView, Double, Double)
  case magnified(RandomView, PixelSize)
  case offset(RandomView, Double, Double)
  case overlay(RandomView, RandomView, Alignment)
  case fixedSize(RandomView, Bool, Bool)
  case aspectRatio(RandomView, Double?, ContentMode)
  case position(RandomView, Double, Double)
  case priority(RandomView, Double)
  case zIndex(RandomView, Double)
  case guide(RandomView, AlignmentGuide)
  case grid([[RandomView]], RandomView, Alignment, Double)
  case reader(RandomView)
  case safeArea(RandomView, Alignment)
  case drawing(RandomDrawing)
  case clipShape(RandomView, ShapeOutline)
  case setting(RandomView, TextSetting)
  case visible(RandomView, MediaTimeRange, Transition, Transition)
  case transition(RandomView, Transition, MediaTime)
  case replacing(RandomView, RandomView, Transition, MediaTime)
  case ticker([RandomView], Double, TickerDirection, Double, Bool, MediaTime?)
  case fadingKeyframes(RandomView, Keyframes<Double>)
  case movingKeyframes(RandomView, Keyframes<Point>)
  case colorKeyframes(RandomView, Keyframes<Color>)
  case widthKeyframes(RandomView, Keyframes<Int>)
  case flow([RandomView], FlowLayout)
  case fitting([RandomView], AxisSet)
  case level
  case ownLevel(RandomView, Int64)
  case ownChange(Int64, [RandomView])

  func addNodes(to builder: inout SceneBuilder) {
    switch self {
    case .text(let string): Text(string).resolve(into: &builder)
    case .clock(let pattern): ClockText(format: pattern, timeZone: .gmt).resolve(into: &builder)
    case .countdown(let pattern, let span, let atZero):
      CountdownText(for: span, format: pattern, atZero: atZero).resolve(into: &builder)
    case .stopwatch(let pattern): StopwatchText(format: pattern).resolve(into: &builder)
    case .timecode(let start): TimecodeText(from: start).resolve(into: &builder)
    case .captions(let track, let look): Captions(track, loops: true, look: look, margin: 2).resolve(into: &builder)
    case .listening(let track, let transition):
      ListeningText(track, second: track, transition: transition, margin: 1).resolve(into: &builder)
    case .rectangle(let color): Rectangle().fill(color).resolve(into: &builder)
    case .spacer(let length): Spacer(minLength: length).resolve(into: &builder)
    case .horizontal(let views, let alignment, let spacing):
      HStack(alignment: alignment, spacing: spacing) { for view in views { view } }.resolve(into: &builder)
    case .vertical(let views, let alignment, let spacing):
      VStack(alignment: alignment, spacing: spacing) { for view in views { view } }.resolve(into: &builder)
    case .layers(let views, let alignment):
      ZStack(alignment: alignment) { for view in views { view } }.resolve(into: &builder)
    case .loop(let views): Loop(views: views).resolve(into: &builder)
    case .timeline(let interval, let views):
      TimelineView(.every(interval)) { context in views[context.count % views.count] }.resolve(into: &builder)
    case .either(let isFirst, let first, let second):
      VStack { if isFirst { first } else { second } }.resolve(into: &builder)
    case .optional(let view): HStack { if let view { view } }.resolve(into: &builder)
    case .padding(let view, let insets): view.padding(insets).resolve(into: &builder)
    case .frame(let view, let width, let height, let alignment):
      view.frame(width: width, height: height, alignment: alignment).resolve(into: &builder)
    case .flexibleFrame(let view, let minimum, let ideal, let maximum):
      view.frame(minWidth: minimum, idealWidth: ideal, maxWidth: maximum).resolve(into: &builder)
    case .background(let view, let color, let radius):
      view.background(color, cornerRadius: radius).resolve(into: &builder)
    case .backgroundView(let view, let behind): view.background { behind }.resolve(into: &builder)
    case .font(let view, let size, let weight): view.font(size: size, weight: weight).resolve(into: &builder)
    case .color(let view, let color): view.foregroundColor(color).resolve(into: &builder)
    case .outline(let view, let color, let width): view.outline(color, width: width).resolve(into: &builder)
    case .alignment(let view, let alignment): view.multilineTextAlignment(alignment).resolve(into: &builder)
    case .monospaced(let view): view.monospacedDigit().resolve(into: &builder)
    case .opacity(let view, let opacity): view.opacity(opacity).resolve(into: &builder)
    case .blend(let view, let mode): view.blendMode(mode).resolve(into: &builder)
    case .clipped(let view): view.clipped().resolve(into: &builder)
    case .mask(let view, let mask): view.mask { mask }.resolve(into: &builder)
    case .shadow(let view, let color, let radius, let x, let y):
      view.shadow(color: color, radius: radius, x: x, y: y).resolve(into: &builder)
    case .blur(let view, let radius): view.blur(radius: radius).resolve(into: &builder)
    case .colors(let view, let filter): view.wrapped(in: .effect(.colors(filter))).resolve(into: &builder)
    case .rotation(let view, let degrees, let anchor):
      view.rotationEffect(degrees: degrees, anchor: anchor).resolve(into: &builder)
    case .scale(let view, let x, let y): view.scaleEffect(x: x, y: y).resolve(into: &builder)
    case .magnified(let view, let size): MagnifiedView(content: view, size: size).resolve(into: &builder)
    case .offset(let view, let x, let y): view.offset(x: x, y: y).resolve(into: &builder)
    case .overlay(let view, let over, let alignment):
      view.overlay(alignment: alignment) { over }.resolve(into: &builder)
    case .fixedSize(let view, let isWidth, let isHeight):
      view.fixedSize(horizontal: isWidth, vertical: isHeight).resolve(into: &builder)
    case .aspectRatio(let view, let ratio, let mode):
      view.aspectRatio(ratio, contentMode: mode).resolve(into: &builder)
    case .position(let view, let x, let y): view.position(x: x, y: y).resolve(into: &builder)
    case .priority(let view, let priority): view.layoutPriority(priority).resolve(into: &builder)
    case .zIndex(let view, let depth): view.zIndex(depth).resolve(into: &builder)
    case .guide(let view, let guide):
      // The same guide in each resolution, because functions cannot be compared.
      view.wrapped(in: .alignmentGuide(guide)).resolve(into: &builder)
    case .grid(let rows, let view, let alignment, let spacing):
      Grid(alignment: alignment, horizontalSpacing: spacing, verticalSpacing: spacing) {
        ForEach(rows.indices) { row in
          GridRow { ForEach(rows[row].indices) { rows[row][$0].gridCellColumns($0 % 2 + 1) } }
        }
        view
      }.resolve(into: &builder)
    case .reader(let view):
      GeometryReader { size in view.frame(width: size.width / 2, height: size.height) }.resolve(into: &builder)
    case .safeArea(let view, let alignment): SafeArea(alignment: alignment) { view }.resolve(into: &builder)
    case .drawing(let drawing): drawing.resolve(into: &builder)
    case .clipShape(let view, let outline):
      view.wrapped(in: .effect(.clip(outline))).resolve(into: &builder)
    case .setting(let view, let setting): setting.resolve(view, into: &builder)
    case .visible, .transition, .replacing, .ticker, .fadingKeyframes, .movingKeyframes, .colorKeyframes,
      .widthKeyframes:
      resolveMotion(into: &builder)
    case .flow(let views, let layout): layout { for view in views { view } }.resolve(into: &builder)
    case .fitting(let views, let axes): ViewThatFits(in: axes) { for view in views { view } }.resolve(into: &builder)
    case .level: EnvironmentReader { Text("\($0.level)") }.resolve(into: &builder)
    case .ownLevel(let view, let level): view.environment(\.level, level).resolve(into: &builder)
    case .ownChange(let period, let views):
      TimelineView(nextChange: { time in
        .milliseconds((time.elapsedNanoseconds / 1_000_000 / period + 1) * period)
      }) { time in
        let count = time.elapsedNanoseconds / 1_000_000 / period
        views[Int(count) % views.count].environment(\.level, count)
      }.resolve(into: &builder)
    }
  }

  /// Several views without a container.
  private struct Loop: View {
    let views: [RandomView]
    var body: some View { for view in views { view } }
  }
}

private struct LevelKey: EnvironmentKey {
  static let defaultValue: Int64 = 0
}

extension EnvironmentValues {
  fileprivate var level: Int64 {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

/// The text modifiers of a part of a view.
enum TextSetting: CaseIterable {
  case oneLine, twoLines, headless, middleless, justified, spaced, shrinking, balanced, columns, twoOutlines, features
  case capitals, reserved, secondary

  func resolve(_ view: RandomView, into builder: inout SceneBuilder) {
    switch self {
    case .oneLine: view.lineLimit(1).resolve(into: &builder)
    case .twoLines: view.lineLimit(2).lineSpacing(3).resolve(into: &builder)
    case .headless: view.lineLimit(1).truncationMode(.head).resolve(into: &builder)
    case .middleless: view.lineLimit(1).truncationMode(.middle).resolve(into: &builder)
    case .justified: view.multilineTextAlignment(.justified).resolve(into: &builder)
    case .spaced: view.letterSpacing(2.5).resolve(into: &builder)
    case .shrinking: view.minimumScaleFactor(0.4).lineLimit(1).resolve(into: &builder)
    case .balanced: view.balancedLines().resolve(into: &builder)
    case .columns: view.verticalText().resolve(into: &builder)
    case .twoOutlines:
      view.outlines([Outline(width: 4, color: .red), Outline(width: 1.5, color: Color.blue.opacity(0.5))])
        .resolve(into: &builder)
    case .features: view.fontFeatures("liga=0, smcp").resolve(into: &builder)
    case .capitals: view.textCase(.uppercase).resolve(into: &builder)
    case .reserved: view.lineLimit(2...3).resolve(into: &builder)
    case .secondary: view.foregroundStyle(.secondary).resolve(into: &builder)
    }
  }
}

extension RandomView {
  static func make(depth: Int, rate: FrameRate, _ generator: inout SeededGenerator) -> RandomView {
    depth <= 0 || generator.chance(9)
      ? leaf(rate: rate, &generator) : inner(depth: depth - 1, rate: rate, &generator)
  }

  private static func leaf(rate: FrameRate, _ generator: inout SeededGenerator) -> RandomView {
    switch Int.random(in: 0..<18, using: &generator) {
    case 17: .level
    case 10...14: .drawing(.make(&generator))
    case 15: .captions(.random(&generator), generator.pick([.outlined, .boxed(color(&generator)), .plain]))
    case 16: .listening(.random(&generator), generator.pick([.slide, .fade, .none]))
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
    switch Int.random(in: 0..<63, using: &generator) {
    case 62:
      return .colors(
        one(),
        generator.pick([
          .identity, .inversion, .saturation(0.3), .brightness(-0.4), .contrast(3), .hueRotation(.degrees(70)),
        ]))
    case 61:
      return .magnified(one(), generator.pick([PixelSize(20, 20), PixelSize(120, 40), PixelSize(1, 300)]))
    case 0, 17:
      return .horizontal(
        some(), generator.pick([.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline]), length)
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
    case 30: return .offset(one(), length, Double.random(in: -30...30, using: &generator))
    case 31: return .overlay(one(), one(), generator.pick([.center, .topLeading, .bottomTrailing]))
    case 32: return .fixedSize(one(), generator.chance(2), generator.chance(2))
    case 33:
      return .aspectRatio(
        one(), generator.chance(2) ? nil : Double.random(in: 0.2...4, using: &generator), generator.pick([.fit, .fill]))
    case 34: return .position(one(), length * 2, length)
    case 35: return .priority(one(), generator.pick([-1, 0, 1, 2]))
    case 36: return .zIndex(one(), generator.pick([-1, 0, 1, 2]))
    case 37:
      let line = generator.pick(AlignmentLine.allCases)
      return .guide(one(), AlignmentGuide(line) { $0.width / 3 + $0[.bottom] / 7 - length })
    case 38: return .grid([some(), some()], one(), generator.pick([.center, .topLeading, .bottomTrailing]), length)
    case 39: return .reader(one())
    case 40: return .safeArea(one(), generator.pick([.center, .topLeading, .bottomTrailing]))
    case 41: return .clipShape(one(), RandomDrawing.outline(&generator))
    case 42...44: return .setting(one(), generator.pick(TextSetting.allCases))
    case 45, 46:
      return .flow(
        some(),
        FlowLayout(
          spacing: length, sortsByPriority: generator.chance(2), unplacedCount: generator.chance(4) ? 1 : 0,
          anchor: generator.pick([.topLeading, .center, .bottomTrailing])))
    case 47, 48:
      return .fitting(some(), generator.pick([.horizontal, .vertical, [], [.horizontal, .vertical]]))
    case 49: return .ownLevel(one(), Int64.random(in: 0...9, using: &generator))
    case 50: return .ownChange(Int64.random(in: 1...3000, using: &generator), some())
    default:
      let (first, second) = (one(), one())
      return inMotion(first, second, &generator)
    }
  }

  static func color(_ generator: inout SeededGenerator) -> Color {
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
