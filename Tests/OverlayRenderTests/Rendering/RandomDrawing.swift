import Synchronization
import TestTools

@testable import OverlayRender

/// A drawn leaf: shapes with every paint, progress, pictures, and texts in several styles.
enum RandomDrawing: PrimitiveView {
  case shape(ShapeContent)
  case gradient(Paint)
  case bar(ProgressBar)
  case ring(ProgressRing)
  case image(PixelSize, seed: UInt8, ImageScaling, ImageInterpolation)
  case source(PixelSize, ImageScaling)
  case divider
  case styledText(Text)
  /// Words that light up one after another.
  case spokenText(String, MediaTime)
  /// Words with annotations, which light up separately.
  case annotatedText([Text], Color, MediaTime)

  func addNodes(to builder: inout SceneBuilder) {
    switch self {
    case .shape(let content): ShapeView(content: content).resolve(into: &builder)
    case .gradient(let paint): Rectangle().fill(paint).resolve(into: &builder)
    case .bar(let bar): bar.resolve(into: &builder)
    case .ring(let ring): ring.resolve(into: &builder)
    case .image(let size, let seed, let scaling, let interpolation):
      TestPixels(naturalSize: size).pixels(seed: seed).flatMap { try? Image(pixels: $0) }?
        .scaling(scaling).interpolation(interpolation).resolve(into: &builder)
    case .source(let size, let scaling):
      PixelSourceView(TestPixels(naturalSize: size)).scaling(scaling).resolve(into: &builder)
    case .divider: Divider().resolve(into: &builder)
    case .styledText(let text): text.resolve(into: &builder)
    case .spokenText(let string, let interval):
      TimelineView(.every(interval)) { context in
        let word = context.count % 4 * 3
        Text(
          string,
          runs: [TextRun(range: word..<word + 5, style: TextStyle(color: .yellow, underline: .single))])
      }.resolve(into: &builder)
    case .annotatedText(let words, let color, let interval):
      TimelineView(.every(interval)) { context in
        words.enumerated().reduce(Text("")) { text, word in
          text + ((word.offset + Int(context.count)) % 3 == 0 ? word.element.foregroundColor(color) : word.element)
        }
      }.resolve(into: &builder)
    }
  }

  static func make(_ generator: inout SeededGenerator) -> RandomDrawing {
    switch Int.random(in: 0..<15, using: &generator) {
    case 0...3: return .shape(shape(&generator))
    case 4: return .gradient(paint(&generator))
    case 5:
      let range = MediaTimeRange(
        start: MediaTime(value: Int64.random(in: 0...1000, using: &generator), timescale: 1000),
        duration: MediaTime(value: Int64.random(in: 0...4000, using: &generator), timescale: 1000))
      return generator.chance(2)
        ? .bar(
          ProgressBar(during: range, height: 6, cornerRadius: generator.pick([0, 3, nil])).fill(paint(&generator)))
        : .ring(ProgressRing(during: range, lineWidth: 5, lineCap: generator.pick([.butt, .round])))
    case 6: return .bar(ProgressBar(Double.random(in: -0.2...1.2, using: &generator)).track(paint(&generator)))
    case 7, 8:
      return .image(
        PixelSize(Int.random(in: 1...30, using: &generator), Int.random(in: 1...20, using: &generator)),
        seed: UInt8.random(in: 0...2, using: &generator), scaling(&generator), generator.pick([.nearest, .good]))
    case 9: return .source(PixelSize(Int.random(in: 1...20, using: &generator), 8), scaling(&generator))
    case 10: return generator.chance(3) ? .divider : .styledText(text(&generator))
    case 11, 12:
      return .annotatedText(
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in word(&generator) }, RandomView.color(&generator),
        MediaTime(value: 1, timescale: 4))
    case 13: return .spokenText("one two three four", MediaTime(value: 1, timescale: 4))
    default:
      let (paint, lineWidth) = (paint(&generator), Double.random(in: 0...15, using: &generator))
      let shapes: [any InsettableShape] = [Circle(), Capsule(), RoundedRectangle(cornerRadius: 7), Ellipse()]
      let shape = generator.pick(shapes)
      return .shape(shape.strokeBorder(paint, lineWidth: lineWidth).content)
    }
  }

  private static func scaling(_ generator: inout SeededGenerator) -> ImageScaling {
    generator.pick([
      .none, .fit, .fill, .stretch, .nineParts(EdgeInsets(top: 2, leading: 3, bottom: 2, trailing: 1)),
    ])
  }

  static func outline(_ generator: inout SeededGenerator) -> ShapeOutline {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0: .rectangle
    case 1: .roundedRectangle(CornerRadii(topLeading: 3, topTrailing: 9.5, bottomLeading: 0, bottomTrailing: 40))
    case 2: .capsule
    case 3: .circle
    case 4: .ellipse
    case 5: .line(from: .topLeading, to: UnitPoint(x: Double.random(in: 0...1, using: &generator), y: 1))
    case 6: .arc(from: 0.1, to: Double.random(in: 0...1.2, using: &generator), inset: 2)
    case 7: OwnShape(lean: Double.random(in: -5...5, using: &generator)).shapeOutline
    case 8:
      outline(&generator).trimmed(
        from: Double.random(in: 0...0.6, using: &generator), to: Double.random(in: 0.3...1, using: &generator))
    case 9: outline(&generator).inset(by: Double.random(in: -2...12, using: &generator))
    default:
      .path(
        Path { path in
          path.move(to: Point(x: 1, y: 2))
          path.addLine(to: Point(x: 30, y: Double.random(in: -5...30, using: &generator)))
          path.addCurve(to: Point(x: 3, y: 18), control1: Point(x: 40, y: 40), control2: Point(x: -20, y: 9))
          path.closeSubpath()
        }, viewBox: generator.chance(2) ? Size(32, 24) : nil)
    }
  }

  private static func shape(_ generator: inout SeededGenerator) -> ShapeContent {
    var content = ShapeContent(outline: outline(&generator))
    if !generator.chance(3) { content.fill = paint(&generator) }
    if generator.chance(2) {
      content.stroke = ShapeContent.Stroke(
        paint: paint(&generator),
        style: StrokeStyle(
          lineWidth: Double.random(in: 0...9, using: &generator), lineCap: generator.pick([.butt, .round, .square]),
          lineJoin: generator.pick([.miter, .round, .bevel]), dash: generator.chance(3) ? [5, 3.5] : []))
    }
    return content
  }

  private static func paint(_ generator: inout SeededGenerator) -> Paint {
    let colors = (0..<Int.random(in: 1...4, using: &generator)).map { _ in RandomView.color(&generator) }
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0: LinearGradient(colors: colors, startPoint: .topLeading, endPoint: .bottom).paint
    case 1: RadialGradient(colors: colors, startRadius: 2, endRadius: 25).paint
    case 2: AngularGradient(colors: colors, center: .leading, startDegrees: 30, endDegrees: 300).paint
    default: .color(colors[0])
    }
  }

  /// A word that mostly has an annotation.
  private static func word(_ generator: inout SeededGenerator) -> Text {
    let word = Text(
      generator.pick(["日本語", "漢字を", "word ", "fi VAV ", " مرحبا ", "नमस्ते ", "שלום", "😀", "\n", "12:34 ", "gÅ "]))
    guard !generator.chance(4) else { return word }
    let style = TextStyle(
      size: generator.chance(6) ? 17 : nil, weight: generator.chance(4) ? .bold : nil,
      color: generator.chance(4) ? RandomView.color(&generator) : nil,
      backgroundColor: generator.chance(8) ? RandomView.color(&generator) : nil,
      underline: generator.chance(8) ? .single : nil, letterSpacing: generator.chance(8) ? 3.3 : nil)
    return word.ruby(generator.pick(["かん", "にほんごのよ", "gloss", "a long gloss", "שלום", "क्षत्रिय", "😀🎉", "."]), style: style)
  }

  private static func text(_ generator: inout SeededGenerator) -> Text {
    let color = RandomView.color(&generator)
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: Text("Plain ") + Text("bold").bold().foregroundColor(color) + Text(" مرحبا").underline()
    case 1: Text("up").baselineOffset(6) + Text("struck 日本").strikethrough().italic()
    case 2: Text("wide").letterSpacing(4) + Text("marked").style(TextStyle(size: 20, backgroundColor: color))
    default: Text("All of one style 😀").underline(.double).foregroundColor(color)
    }
  }
}

/// A shape as an application writes it.
private struct OwnShape: Shape {
  let lean: Double

  func path(in rect: Rect) -> Path {
    Path {
      $0.move(to: Point(x: rect.origin.x + lean, y: rect.origin.y))
      $0.addQuadCurve(
        to: Point(x: rect.origin.x + rect.size.width, y: rect.origin.y + rect.size.height / 2),
        control: Point(x: rect.size.width, y: lean))
      $0.addLine(to: Point(x: rect.size.width / 3, y: rect.origin.y + rect.size.height))
      $0.closeSubpath()
    }
  }
}

extension ShapeOutline {
  fileprivate func trimmed(from start: Double, to end: Double) -> ShapeOutline {
    .trimmed(self, from: start, to: end)
  }
}

/// Small pictures of a seed, with a new one every fifth of a second.
private struct TestPixels: PixelSource {
  let naturalSize: PixelSize

  func pixels(at time: MediaTime) -> PixelBuffer? {
    pixels(seed: UInt8(truncatingIfNeeded: step(at: time) % 3))
  }

  func nextChange(after time: MediaTime) -> MediaTime {
    MediaTime(value: step(at: time) + 1, timescale: 5)
  }

  private func step(at time: MediaTime) -> Int64 {
    (time.flooredNanoseconds ?? 0) / 200_000_000
  }

  /// Returns the same buffer for the same size and seed, because pictures are compared by identity.
  func pixels(seed: UInt8) -> PixelBuffer? {
    TestPixels.pictures.withLock { pictures in
      let key = [naturalSize.width, naturalSize.height, Int(seed)]
      if let known = pictures[key] { return known }
      let picture = TestPixels.picture(naturalSize, seed: seed)
      pictures[key] = picture
      return picture
    }
  }

  private static let pictures = Mutex<[[Int]: PixelBuffer]>([:])

  private static func picture(_ size: PixelSize, seed: UInt8) -> PixelBuffer? {
    guard let format = try? VideoFormat(size: size, pixelFormat: .bgraPremultiplied),
      var draft = try? PixelBufferDraft(format: format)
    else { return nil }
    var generator = SeededGenerator(seed: UInt64(seed))
    draft.withUnsafeMutableBytes { bytes in
      for pixel in 0..<(size.width * size.height) {
        let alpha = UInt8.random(in: 0...255, using: &generator)
        for channel in 0..<3 { bytes[4 * pixel + channel] = UInt8.random(in: 0...alpha, using: &generator) }
        bytes[4 * pixel + 3] = alpha
      }
    }
    return draft.freeze(stamp: 1)
  }
}
