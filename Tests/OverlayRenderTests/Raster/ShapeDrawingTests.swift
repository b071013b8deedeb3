import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Drawing shapes")
struct ShapeDrawingTests {
  private static func filled(_ outline: ShapeOutline) -> ShapeContent {
    ShapeContent(outline: outline, fill: .color(.white))
  }

  private static func stroked(_ outline: ShapeOutline, _ style: StrokeStyle) -> ShapeContent {
    ShapeContent(outline: outline, stroke: ShapeContent.Stroke(paint: .color(.white), style: style))
  }

  struct Area: Sendable, CustomTestStringConvertible {
    let name: String
    let content: ShapeContent
    var width = 80
    var height = 60
    let area: Double
    var testDescription: String { name }
  }

  @Test(
    "A shape covers its area",
    arguments: [
      Area(name: "rectangle", content: filled(.rectangle), area: 4800),
      Area(name: "circle", content: filled(.circle), area: .pi * 900),
      Area(name: "circle of odd side", content: filled(.circle), width: 61, height: 90, area: .pi * 30.5 * 30.5),
      Area(name: "ellipse", content: filled(.ellipse), area: .pi * 1200),
      Area(name: "capsule", content: filled(.capsule), area: .pi * 900 + 20 * 60),
      Area(name: "one radius", content: filled(.roundedRectangle(CornerRadii(12))), area: 4800 - (4 - .pi) * 144),
      Area(
        name: "two corners", content: filled(.roundedRectangle(CornerRadii(topLeading: 20, bottomTrailing: 10))),
        area: 4800 - (1 - .pi / 4) * (400 + 100)),
      Area(
        name: "radii brought down", content: filled(.roundedRectangle(CornerRadii(100))), area: .pi * 900 + 20 * 60),
      Area(
        name: "line", content: stroked(.line(from: .leading, to: .trailing), StrokeStyle(lineWidth: 6)), area: 480),
      Area(
        name: "dashes",
        content: stroked(
          .line(from: .leading, to: .trailing), StrokeStyle(lineWidth: 6, dash: [10, 10], dashPhase: 5)),
        area: 240),
      Area(
        name: "a third of a ring", content: stroked(.arc(from: 0.5, to: 5.0 / 6, inset: 5), StrokeStyle(lineWidth: 10)),
        area: 2 * .pi * 25 * 10 / 3),
      Area(
        name: "full ring", content: stroked(.arc(from: 0, to: 1, inset: 5), StrokeStyle(lineWidth: 10)),
        area: 2 * .pi * 25 * 10),
      Area(name: "empty ring", content: stroked(.arc(from: 0, to: 0, inset: 5), StrokeStyle(lineCap: .round)), area: 0),
      Area(name: "bar", content: filled(.bar(fraction: 0.5, cornerRadius: 0)), area: 2400),
      Area(
        name: "round bar", content: filled(.bar(fraction: 0.5, cornerRadius: 30)), area: .pi * 450 + 10 * 60),
      Area(
        name: "beginning of a round bar", content: filled(.bar(fraction: 15.0 / 80, cornerRadius: 30)),
        // The segment of a circle with a height of half the radius.
        area: 900 * (.pi / 3 - sqrt(3) / 4)),
      Area(
        name: "bar without its last quarter of a circle", content: filled(.bar(fraction: 65.0 / 80, cornerRadius: 30)),
        area: .pi * 900 + 20 * 60 - 900 * (.pi / 3 - sqrt(3) / 4)),
      Area(name: "full bar", content: filled(.bar(fraction: 1, cornerRadius: 30)), area: .pi * 900 + 20 * 60),
      Area(name: "empty bar", content: filled(.bar(fraction: 0, cornerRadius: 30)), area: 0),
      Area(
        name: "box of an icon",
        content: filled(
          .path(
            Path { $0.addRect(Rect(x: 0, y: 0, width: 5, height: 10)) },
            viewBox: Size(10, 10))), area: 1800),
    ])
  func area(_ expected: Area) throws {
    let drawn = try Canvas(expected.content, expected.width, expected.height).coverage
    #expect(abs(drawn - expected.area) <= expected.area * 0.005 + 0.01, "\(drawn), not \(expected.area)")
  }

  @Test("A ring starts at the top and goes clockwise")
  func ringDirection() throws {
    let canvas = try Canvas(Self.stroked(.arc(from: 0, to: 0.25, inset: 5), StrokeStyle(lineWidth: 10)), 60, 60)
    #expect(canvas.ink == PixelRect(x: 30, y: 0, width: 30, height: 30))
  }

  @Test("With the even-odd rule, areas with an even number of turns are holes")
  func evenOdd() throws {
    let path = Path {
      $0.addRect(Rect(x: 0, y: 0, width: 20, height: 20))
      $0.addRect(Rect(x: 5, y: 5, width: 10, height: 10))
    }
    var content = Self.filled(.path(path))
    #expect(try Canvas(content, 20, 20).coverage == 400)
    content.isEvenOdd = true
    #expect(try Canvas(content, 20, 20).coverage == 300)
  }

  @Test("No pixel outside of the ink is touched", arguments: 0..<6)
  func ink(part: UInt64) throws {
    for seed in (part * 150)..<(part * 150 + 150) {
      var generator = SeededGenerator(seed: seed)
      let (width, height) = (Int.random(in: 0...60, using: &generator), Int.random(in: 0...60, using: &generator))
      let content = Self.random(&generator)
      let margin = 200
      let drawn = try Canvas(content, width, height, margin: margin).ink
      let ink = content.ink(in: Size(Double(width), Double(height))).offsetBy(dx: margin, dy: margin)
      try #require(ink.contains(drawn), "seed \(seed): \(drawn) is not within \(ink) for \(content)")
    }
  }

  @Test("The ink of common lines is close to the touched pixels")
  func tightInk() throws {
    for outline in [ShapeOutline.rectangle, .circle, .capsule, .roundedRectangle(CornerRadii(7))] {
      let content = Self.stroked(outline, StrokeStyle(lineWidth: 6))
      let drawn = try Canvas(content, 50, 40, margin: 20).ink
      let ink = content.ink(in: Size(50, 40)).offsetBy(dx: 20, dy: 20)
      #expect(drawn.insetBy(dx: -3, dy: -3).contains(ink), "\(outline): \(ink) around \(drawn)")
    }
  }

  @Test("A growing bar changes no pixel outside of its changed ink")
  func barGrowth() throws {
    for seed in 0..<1500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let (width, height) = (Int.random(in: 1...90, using: &generator), Int.random(in: 1...20, using: &generator))
      let size = Size(Double(width), Double(height))
      let radius = generator.pick([0, 2, 3.7, 6, 100])
      let paint = generator.pick([
        Paint.color(.white),
        .linearGradient(LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing)),
      ])
      let contents = (0..<2).map { _ in
        ShapeContent(
          outline: .bar(fraction: Double(Int.random(in: 0...8192, using: &generator)) / 8192, cornerRadius: radius),
          fill: paint
        ).normalized(in: size)
      }
      let changed = contents[0].changedInk(to: contents[1], in: size)
      let (before, after) = (try Canvas(contents[0], width, height), try Canvas(contents[1], width, height))
      for y in 0..<height {
        for x in 0..<width where before[x, y] != after[x, y] {
          try #require(changed.contains(x: x, y: y), "seed \(seed): (\(x), \(y)) is not in \(changed), \(contents)")
        }
      }
    }
    let size = Size(800, 10)
    let bar = { ShapeContent(outline: .bar(fraction: $0, cornerRadius: 5), fill: .color(.white)) }
    #expect(bar(0.5).changedInk(to: bar(0.505), in: size).width <= 6)
    #expect(bar(0.5).normalized(in: size) == bar(0.5 + 1 / 16_000).normalized(in: size))
  }

  @Test("Numbers that are NaN, too large or too many have no effect on other drawing")
  func absurdNumbers() throws {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0]
    for a in numbers {
      for b in numbers {
        let style = StrokeStyle(lineWidth: a, miterLimit: b, dash: [a, b, 1e-9], dashPhase: b)
        let path = Path {
          $0.move(to: Point(x: a, y: b))
          $0.addLine(to: Point(x: b, y: 5))
          $0.addCurve(to: Point(x: 3, y: a), control1: Point(x: a, y: b), control2: Point(x: 0, y: b))
          $0.addArc(center: Point(x: a, y: 1), radius: b, startDegrees: a, endDegrees: b)
          $0.addRoundedRect(Rect(x: a, y: 0, width: b, height: 5), cornerRadii: CornerRadii(b))
          $0.addEllipse(in: Rect(x: 0, y: a, width: 5, height: b))
        }
        let outlines: [ShapeOutline] = [
          .path(path), .path(path, viewBox: Size(a, b)), .arc(from: a, to: b, inset: a), .circle,
          .bar(fraction: a, cornerRadius: b), .roundedRectangle(CornerRadii(topLeading: a, bottomTrailing: b)),
          .line(from: UnitPoint(x: a, y: b), to: .center),
        ]
        for outline in outlines {
          var content = Self.stroked(outline, style)
          content.fill = .radialGradient(
            RadialGradient(colors: [.red, .blue], center: UnitPoint(x: a, y: b), startRadius: a, endRadius: b))
          _ = try Canvas(content.normalized(in: Size(8, 8)), 8, 8)
          _ = content.normalized(in: Size(a, b)).ink(in: Size(a, b))
        }
      }
    }
  }

  @Test("Dashes that are too small or too many give a line without gaps")
  func endlessDashes() {
    #expect(StrokeStyle(dash: [0.01, 0.02]).dash.isEmpty)
    let style = StrokeStyle(dash: [1, 1])
    let short = Path { $0.addRect(Rect(x: 0, y: 0, width: 50, height: 50)) }
    #expect(style.dash(along: short) == [1, 1])
    let long = Path { path in
      for index in 0..<1000 { path.addLine(to: Point(x: index % 2 == 0 ? -1e6 : 1e6, y: 0)) }
    }
    #expect(style.dash(along: long).isEmpty)
  }

  private static func random(_ generator: inout SeededGenerator) -> ShapeContent {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    func point() -> Point { Point(x: number(-20...80), y: number(-20...80)) }
    let path = Path { path in
      for _ in 0..<Int.random(in: 1...7, using: &generator) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: path.move(to: point())
        case 1, 2: path.addLine(to: point())
        case 3: path.addQuadCurve(to: point(), control: point())
        case 4: path.addCurve(to: point(), control1: point(), control2: point())
        case 5:
          path.addArc(
            center: point(), radius: number(0...40), startDegrees: number(-400...400), endDegrees: number(-400...400))
        case 6:
          // A step too small for Cairo's grid, in any direction.
          let last = path.currentPoint ?? .zero
          path.addLine(to: Point(x: last.x + number(-0.01...0.01), y: last.y + number(-0.01...0.01)))
        default: path.closeSubpath()
        }
      }
    }
    let outline: ShapeOutline = generator.pick([
      .rectangle,
      .roundedRectangle(CornerRadii(topLeading: number(0...40), topTrailing: 3, bottomTrailing: number(0...9))),
      .capsule, .circle, .ellipse, .line(from: UnitPoint(x: number(-0.5...1.5), y: number(0...1)), to: .bottomTrailing),
      .arc(from: number(-1...1), to: number(0...2), inset: number(0...10)),
      .bar(fraction: number(0...1), cornerRadius: 6),
      .path(path), .path(path), .path(path), .path(path, viewBox: Size(number(10...90), number(10...90))),
    ])
    let style = StrokeStyle(
      lineWidth: generator.chance(3) ? number(0...1.5) : number(0...14),
      lineCap: generator.pick(StrokeStyle.LineCap.allCases),
      lineJoin: generator.chance(3) ? generator.pick(StrokeStyle.LineJoin.allCases) : .miter,
      miterLimit: generator.pick([1, 2, 4, 10, 25]),
      dash: generator.chance(3) ? [number(0...12), number(0...12), number(0...3)] : [], dashPhase: number(-20...20))
    let stroke = ShapeContent.Stroke(paint: .color(.white), style: style)
    let isFilled = generator.chance(2)
    return ShapeContent(
      outline: outline, fill: isFilled ? .color(.white) : nil, stroke: isFilled && generator.chance(2) ? nil : stroke,
      isEvenOdd: generator.chance(2))
  }
}
