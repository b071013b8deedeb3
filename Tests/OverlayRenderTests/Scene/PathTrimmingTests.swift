import TestTools
import Testing

@testable import OverlayRender

@Suite("Path trimming")
struct PathTrimmingTests {
  private static let square = Path { $0.addRect(Rect(x: 0, y: 0, width: 10, height: 10)) }

  private func end(of path: Path, after fraction: Double) throws -> Point {
    try #require(path.trimmedPath(from: 0, to: fraction).currentPoint)
  }

  @Test("Lines are cut by length, across subpaths")
  func lines() {
    let path = Path {
      $0.move(to: Point(x: 0, y: 0))
      $0.addLine(to: Point(x: 30, y: 0))
      $0.move(to: Point(x: 0, y: 5))
      $0.addLine(to: Point(x: 10, y: 5))
    }
    let expected = Path {
      $0.move(to: Point(x: 20, y: 0))
      $0.addLine(to: Point(x: 30, y: 0))
      $0.move(to: Point(x: 0, y: 5))
      $0.addLine(to: Point(x: 2, y: 5))
    }
    #expect(path.trimmedPath(from: 0.5, to: 0.8).elements == expected.elements)
  }

  @Test("The closing line counts, and a complete subpath stays closed")
  func closedParts() throws {
    #expect(try end(of: Self.square, after: 0.875) == Point(x: 0, y: 5))
    #expect(!Self.square.trimmedPath(from: 0, to: 0.999).elements.contains(.close))
    var two = Self.square
    two.addPath(Path { $0.addRect(Rect(x: 20, y: 0, width: 10, height: 10)) })
    let kept = two.trimmedPath(from: 0, to: 0.75)
    #expect(kept.elements.count { $0 == .close } == 1)
    #expect(kept.currentPoint == Point(x: 30, y: 10))
  }

  @Test("Every subpath after the one that is cut stays closed")
  func closedRest() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let sizes = (0..<12).map { _ in
        Size(.random(in: 1...300, using: &generator), .random(in: 1...300, using: &generator))
      }
      let path = Path { path in
        for size in sizes { path.addRect(Rect(x: 0, y: 0, width: size.width, height: size.height)) }
      }
      let length = sizes.reduce(0) { $0 + $1.width + $1.height }
      var (end, cut) = (0.0, -1)
      while end < 0.1 * length {
        cut += 1
        end += sizes[cut].width + sizes[cut].height
      }
      let kept = path.trimmedPath(from: 0.1, to: 1)
      #expect(kept.elements.count { $0 == .close } == sizes.count - cut - 1, "\(sizes)")
    }
  }

  @Test("An empty range gives an empty path, and the full range the whole path")
  func limits() {
    #expect(Self.square.trimmedPath(from: 0.5, to: 0.5).isEmpty)
    #expect(Self.square.trimmedPath(from: 0.7, to: 0.2).isEmpty)
    #expect(Self.square.trimmedPath(from: 0, to: .nan).isEmpty)
    #expect(Self.square.trimmedPath(from: -3, to: .infinity) == Self.square)
    #expect(Path().trimmedPath(from: 0, to: 0.5).isEmpty)
    let point = Path {
      $0.move(to: Point(x: 1, y: 1))
      $0.addLine(to: Point(x: 1, y: 1))
    }
    #expect(point.trimmedPath(from: 0, to: 0.5).isEmpty)
  }

  @Test("A third of a circle ends at 120 degrees", arguments: [1.0, 40, 1000])
  func circle(radius: Double) throws {
    let circle = Circle().path(in: Rect(x: 0, y: 0, width: 2 * radius, height: 2 * radius))
    let end = try end(of: circle, after: 1.0 / 3)
    let expected = Point(x: radius / 2, y: radius * (1 + 0.75.squareRoot()))
    #expect(end.distance(to: expected) < 0.01)
  }

  @Test("Curves are cut by length at any speed of their parameter")
  func curves() throws {
    // With all control points at the start, the length grows with the cube of the parameter.
    let slow = Path {
      $0.move(to: .zero)
      $0.addCurve(to: Point(x: 100, y: 0), control1: .zero, control2: .zero)
    }
    for fraction in [0.001, 0.25, 0.5, 0.9] {
      #expect(try end(of: slow, after: fraction).distance(to: Point(x: 100 * fraction, y: 0)) < 0.01)
    }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let points = (0..<4).map { _ in
        Point(x: .random(in: 0...1920, using: &generator), y: .random(in: 0...1080, using: &generator))
      }
      let fraction = Double.random(in: 0.05...0.95, using: &generator)
      let path = Path {
        $0.move(to: points[0])
        $0.addCurve(to: points[3], control1: points[1], control2: points[2])
      }
      // The steps are so short that the error of their sum is far below the tolerance.
      var steps = [(point: points[0], length: 0.0)]
      for step in 1...200_000 {
        let point = Self.point(of: points, at: Double(step) / 200_000)
        steps.append((point, steps[step - 1].length + steps[step - 1].point.distance(to: point)))
      }
      let length = try #require(steps.last?.length)
      let expected = try #require(steps.first { $0.length >= fraction * length }?.point)
      #expect(try end(of: path, after: fraction).distance(to: expected) < 0.03, "\(points) to \(fraction)")
    }
  }

  @Test("The parts of a path add up to the path")
  func pieces() throws {
    let ellipse = Ellipse().path(in: Rect(x: 5, y: 7, width: 300, height: 40))
    for cut in [0.01, 0.1, 0.33, 0.5, 0.77] {
      let (first, second) = (ellipse.trimmedPath(from: 0, to: cut), ellipse.trimmedPath(from: cut, to: 1))
      guard case .move(let start)? = second.elements.first else { return #expect(Bool(false), "it has a start") }
      #expect(try #require(first.currentPoint).distance(to: start) < 0.001)
    }
  }

  private static func point(of controls: [Point], at t: Double) -> Point {
    let rest = 1 - t
    var point = Point(x: controls[0].x * rest * rest * rest, y: controls[0].y * rest * rest * rest)
    for (control, weight) in [(controls[1], 3 * rest * rest * t), (controls[2], 3 * rest * t * t)] {
      point = Point(x: point.x + control.x * weight, y: point.y + control.y * weight)
    }
    return Point(x: point.x + controls[3].x * t * t * t, y: point.y + controls[3].y * t * t * t)
  }
}
