import Testing

@testable import OverlayRender

@Suite("Drawing gradients")
struct PaintPatternTests {
  private func canvas(_ paint: some ShapeStyle, _ width: Int, _ height: Int) throws -> Canvas {
    try Canvas(ShapeContent(outline: .rectangle, fill: paint.paint), width, height)
  }

  private func isNear(_ a: [UInt8], _ b: [UInt8], within tolerance: Int = 3) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }

  private let red: [UInt8] = [0, 0, 255, 255]
  private let blue: [UInt8] = [255, 0, 0, 255]
  private let purple: [UInt8] = [128, 0, 128, 255]

  @Test("A linear gradient goes from its first color to its last, which continue beyond its ends")
  func linear() throws {
    let across = try canvas(LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing), 200, 4)
    #expect(isNear(across[0, 2], red) && isNear(across[199, 2], blue) && isNear(across[100, 2], purple))
    let middle = try canvas(
      LinearGradient(colors: [.red, .blue], startPoint: UnitPoint(x: 0, y: 0.4), endPoint: UnitPoint(x: 0, y: 0.6)), 4,
      200)
    #expect(middle[1, 10] == red && middle[1, 190] == blue)
    let nowhere = try canvas(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .top), 9, 9)
    #expect(nowhere[0, 0] == blue && nowhere[8, 8] == blue)
  }

  @Test("A radial gradient goes from its first circle to its last, whose colors continue")
  func radial() throws {
    let drawn = try canvas(RadialGradient(colors: [.red, .blue], startRadius: 10, endRadius: 40), 101, 101)
    #expect(drawn[50, 50] == red && drawn[50, 58] == red && isNear(drawn[75, 50], purple) && drawn[0, 50] == blue)
    let step = try canvas(RadialGradient(colors: [.red, .blue], startRadius: 20, endRadius: 20), 101, 101)
    #expect(step[50, 50] == red && step[50, 32] == red && step[50, 28] == blue)
    let inward = try canvas(RadialGradient(colors: [.red, .blue], startRadius: 40, endRadius: 0), 101, 101)
    #expect(isNear(inward[50, 50], blue, within: 8) && inward[0, 50] == red)
  }

  @Test("An angular gradient goes clockwise from the right")
  func angular() throws {
    let drawn = try canvas(AngularGradient(colors: [.red, .lime, .blue, .black, .red]), 201, 201)
    #expect(isNear(drawn[200, 100], red), "to the right")
    #expect(isNear(drawn[100, 200], [0, 255, 0, 255]), "beneath")
    #expect(isNear(drawn[0, 100], blue), "to the left")
    #expect(isNear(drawn[100, 0], [0, 0, 0, 255]), "above")
    let back = try canvas(AngularGradient(colors: [.red, .blue], startDegrees: 0, endDegrees: -180), 201, 201)
    #expect(isNear(back[100, 0], purple) && isNear(back[150, 190], red) && isNear(back[50, 190], blue))
  }

  @Test("A full turn that ends with its first color has no seam")
  func seamless() throws {
    let drawn = try canvas(AngularGradient(colors: [.red, .blue, .red], startDegrees: 30, endDegrees: 390), 200, 200)
    for y in 0..<200 {
      for x in 0..<199 where abs(x - 100) > 12 || abs(y - 100) > 12 {
        #expect(isNear(drawn[x, y], drawn[x + 1, y], within: 16), "(\(x), \(y))")
      }
    }
  }

  @Test("A line outside of its view is painted around the same center")
  func angularLine() throws {
    let content = ShapeContent(
      outline: .circle,
      stroke: ShapeContent.Stroke(
        paint: AngularGradient(colors: [.red, .lime, .blue, .black, .red]).paint, style: StrokeStyle(lineWidth: 40)))
    let drawn = try Canvas(content, 100, 100, margin: 30)
    #expect(isNear(drawn[148, 80], red, within: 6) && isNear(drawn[80, 12], [0, 0, 0, 255], within: 6))
  }

  @Test("A large angular gradient is scaled")
  func largeAngular() throws {
    let gradient = AngularGradient(colors: [.red, .lime, .blue, .black, .red])
    let drawn = try canvas(gradient, 9001, 3)
    #expect(isNear(drawn[9000, 1], red) && isNear(drawn[1, 1], blue))
  }

  @Test("A gradient to a transparent color is not darkened")
  func transparentEnd() throws {
    for paint: any ShapeStyle in [
      LinearGradient(colors: [.white, .clear], startPoint: .leading, endPoint: .trailing),
      LinearGradient(colors: [.clear, .white], startPoint: .leading, endPoint: .trailing),
      AngularGradient(colors: [.white, .clear]),
    ] {
      let drawn = try canvas(paint, 100, 20)
      for x in 0..<100 {
        let pixel = drawn[x, 10]
        #expect(isNear(pixel, Array(repeating: pixel[3], count: 4), within: 1), "\(paint), \(x): \(pixel)")
      }
    }
  }

  @Test("Cairo's gradients have straight colors")
  func straightStops() throws {
    let gradient = Gradient(stops: [
      .init(color: Color(red: 1, green: 0, blue: 0, alpha: 0.2), location: 0.1),
      .init(color: Color(red: 0, green: 0.5, blue: 1, alpha: 0.9), location: 0.7),
      .init(color: Color(red: 0, green: 1, blue: 0, alpha: 0), location: 0.7), .init(color: .white, location: 1),
    ])
    let drawn = try canvas(LinearGradient(gradient: gradient, startPoint: .leading, endPoint: .trailing), 400, 1)
    for x in 0..<400 where x != 279 && x != 280 {
      let color = gradient.color(at: (Double(x) + 0.5) / 400)
      let expected = [color.blue, color.green, color.red, 1].map { UInt8(($0 * color.alpha * 255).rounded()) }
      #expect(isNear(drawn[x, 0], expected, within: 2), "\(x): \(drawn[x, 0]), not \(expected)")
    }
  }

  @Test("A stop that is out of order is at the location of the one before; no stops give no color")
  func stops() throws {
    let gradient = Gradient(stops: [.init(color: .red, location: 0.6), .init(color: .blue, location: .nan)])
    #expect(gradient.stops.map(\.location) == [0.6, 0.6])
    #expect(Gradient(colors: [.red]).color(at: 0.5) == .red)
    #expect(Gradient(colors: []).color(at: 0.5) == .clear)
    #expect(try canvas(AngularGradient(colors: []), 5, 5).coverage == 0)
    #expect(try canvas(LinearGradient(colors: [], startPoint: .top, endPoint: .bottom), 5, 5).coverage == 0)
    #expect(try canvas(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom), 5, 5)[2, 2] == red)
  }
}
