import Foundation
import Testing

@testable import OverlayRender

/// Views with NaN, huge numbers and deep nesting: each is drawn without an error and at a limited cost.
@Suite("Hostile views")
struct HostileViewTests {
  private struct AnyContent: PrimitiveView {
    let view: any View
    func addNodes(to builder: inout SceneBuilder) { view.resolve(into: &builder) }
  }

  /// Uses a rasterizer that has drawn other views, so that fonts are not loaded again.
  private func renderer(_ view: any View, side: Int = 64, rasterizer: Rasterizer? = nil) throws -> Renderer {
    var configuration = RenderConfiguration(size: PixelSize(side, side), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return try Renderer(
      root: { view.resolve(into: &$0) }, configuration: configuration, streamStart: .zero, clock: ManualClock(),
      rasterizer: rasterizer)
  }

  private func nested(_ depth: Int, _ view: any View, _ modify: (AnyContent) -> any View) -> any View {
    (0..<depth).reduce(view) { inner, _ in modify(AnyContent(view: inner)) }
  }

  /// Every initializer and modifier with numeric parameters, except for layout, which `LayoutLimitTests` tests.
  private func views(with number: Double) -> [any View] {
    let text = Text("a1")
    let color = Color(red: number, green: number, blue: number, alpha: number)
    let time = MediaTime(seconds: number, preferredTimescale: 1000)
    let ends: [any View] = [
      color, Rectangle().fill(Color(white: number)), text.foregroundColor(.red.opacity(number)),
      RoundedRectangle(cornerRadius: number).fill(.red), Circle().stroke(.red, lineWidth: number),
      Circle().stroke(
        .red, style: StrokeStyle(lineWidth: number, miterLimit: number, dash: [number, 1], dashPhase: number)),
      text.background(.red, cornerRadius: number), text.cornerRadius(number),
      ProgressBar(number, height: number, cornerRadius: number), ProgressRing(number, lineWidth: number),
      LinearGradient(
        gradient: Gradient(stops: [.init(color: .red, location: number), .init(color: color, location: 1)]),
        startPoint: UnitPoint(x: number, y: 0), endPoint: UnitPoint(x: 1, y: number)),
      RadialGradient(
        colors: [.red, .blue], center: UnitPoint(x: number, y: number), startRadius: number, endRadius: number),
      AngularGradient(colors: [.red, .blue], startDegrees: number, endDegrees: number),
      PathView(
        Path {
          $0.move(to: Point(x: number, y: 0)); $0.addLine(to: Point(x: 9, y: number)); $0.closeSubpath()
        }, viewBox: Size(10, number)),
    ]
    let texts: [any View] = [
      text.font(size: number), text.outline(.red, width: number), text.letterSpacing(number),
      text.lineSpacing(number), text.minimumScaleFactor(number), text.frame(width: 3).minimumScaleFactor(number),
    ]
    let effects: [any View] = [
      text.opacity(number), text.shadow(radius: number, x: number, y: number), text.blur(radius: number),
      text.rotationEffect(degrees: number, anchor: UnitPoint(x: number, y: number)),
      text.scaleEffect(x: number, y: number, anchor: UnitPoint(x: number, y: 0)), text.scaleEffect(number),
      text.offset(x: number, y: number), text.movingOffset(x: number, y: number),
    ]
    let timed: [any View] = [
      Ticker(speed: number, gap: number) { text }, Ticker(speed: number, direction: .up, since: time) { text },
      TimelineView(.every(time, from: time)) { _ in text },
      text.transition(.slide(from: .leading, distance: number, duration: time), since: .zero),
      text.transition(.scale(number, duration: .seconds(2)), since: .zero),
      text.transition(.opacity(duration: time), since: time),
      CountdownText(for: time), CountdownText(to: Date(timeIntervalSince1970: number)),
    ]
    return ends + texts + effects + timed
  }

  @Test(
    "NaN and infinity are drawn",
    arguments: [
      Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e6, -1e6, 0, -1, .leastNonzeroMagnitude,
    ])
  func hostileNumbers(number: Double) throws {
    let rasterizer = try Rasterizer(fonts: FixtureFonts.configuration)
    for view in views(with: number) {
      let turned = AnyContent(view: view).shadow(radius: 2).rotationEffect(degrees: 10).opacity(0.5)
      for view in [view, turned] as [any View] {
        let renderer = try renderer(view, rasterizer: rasterizer)
        for time in [MediaTime.zero, .milliseconds(500), .seconds(1)] {
          #expect(throws: Never.self, "\(type(of: view)), \(number)") { try renderer.render(at: time) }
        }
      }
    }
  }

  @Test("A hundred nested effects are drawn at a limited cost", arguments: 0..<9)
  func nestedEffects(kind: Int) throws {
    let modifiers: [(AnyContent) -> any View] = [
      { $0.shadow(radius: 1) }, { $0.shadow(radius: 1).rotationEffect(degrees: 5) }, { $0.blur(radius: 1) },
      { $0.opacity(0.99) }, { $0.mask { Circle() } }, { $0.clipShape(Circle()) }, { $0.blendMode(.multiply) },
      { $0.scaleEffect(1000) }, { $0.scaleEffect(0.001) },
    ]
    for depth in [2, 8, 30, 100] {
      let renderer = try renderer(nested(depth, ClockText(format: "ss").frame(width: 40), modifiers[kind]))
      for second in 0..<3 as Range<Int64> { _ = try renderer.render(at: .seconds(second)) }
      #expect(renderer.work.surfacesDrawn <= 3 * 8 * depth)
    }
  }

  @Test("Nested shadows obey the law", arguments: [3, 4, 9])
  func nestedShadows(depth: Int) throws {
    let clock = ClockText(format: "HH:mm:ss").font(size: 14).padding(4)
      .background(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    let view = nested(depth, clock) { $0.shadow(color: .blue, radius: 1.5, x: 2, y: 1) }
    let incremental = try renderer(view, side: 128)
    for second in 0..<5 as Range<Int64> {
      let scratch = try renderer(view, side: 128)
      let expected = try scratch.render(at: .seconds(second))
      let actual = try incremental.render(at: .seconds(second))
      #expect(Picture(actual) == Picture(expected))
    }
  }

  @Test(
    "Content longer than a surface is drawn where it is visible",
    arguments: [
      Capsule().fill(.red).frame(width: 100_000, height: 20),
      Color.red.frame(width: 100_000, height: 20).blur(radius: 2),
      Color.red.frame(width: 100_000, height: 20).shadow(radius: 2),
      Color.red.frame(width: 100_000, height: 20).movingOffset(x: 0.5),
      Color.red.frame(width: 100_000, height: 20).rotationEffect(degrees: 180),
      Color.clear.frame(width: 60_000, height: 60_000).background(.red, cornerRadius: 1e6),
      Color.clear.frame(width: 1e6, height: 1e6).background(.red, cornerRadius: 1e6),
    ] as [any View])
  func longContent(view: any View) throws {
    let renderer = try renderer(view)
    let picture = try #require(Picture(renderer.render(at: .zero)))
    #expect(Array(picture[32, 32]) == [0, 0, 255, 255])
  }

  @Test("A line longer than a surface moves with its shadow")
  func longTicker() throws {
    let news = String(repeating: "news ", count: 2000)
    let renderer = try renderer(Ticker(speed: 1000) { Text(news).font(size: 40).shadow(radius: 3) })
    for frame in 0..<30 as Range<Int64> { _ = try renderer.render(at: FrameRate.fps(30).time(ofFrame: frame)) }
    #expect(renderer.work.picturesDrawn > 20)
  }

  @Test("Glyphs much larger than a picture are drawn or left out", arguments: [1, 3, 10, 15, 16, 40, 1000])
  func hugeGlyphs(scale: Double) throws {
    let text = Text("a😀").font(size: 2048).outline(.red, width: 64).scaleEffect(scale)
    _ = try renderer(text).render(at: .zero)
  }
}
