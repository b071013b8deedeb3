import TestTools
import Testing

@testable import OverlayRender

@Suite("Paths")
struct PathTests {
  /// Returns a path as absolute commands in whole pixels.
  private func text(_ path: Path) -> String {
    func text(_ point: Point) -> String { "\(Int(point.x.rounded())),\(Int(point.y.rounded()))" }
    return path.elements.map { element in
      switch element {
      case .move(let point): "M\(text(point))"
      case .line(let point): "L\(text(point))"
      case .curve(let first, let second, let end): "C\(text(first)) \(text(second)) \(text(end))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  @Test(
    "SVG path data",
    arguments: [
      ("", ""), (" \n ", ""),
      ("M 10 20", "M10,20"), ("m10,20", "M10,20"), ("M10-20", "M10,-20"), ("M.9.9", "M1,1"), ("M1e1+2E1", "M10,20"),
      ("M10 20 30 40 50 60", "M10,20 L30,40 L50,60"), ("m10 20 30 40 5,5", "M10,20 L40,60 L45,65"),
      ("M1 2L3 4l5 6", "M1,2 L3,4 L8,10"), ("M1 2H9h-3V7v5", "M1,2 L9,2 L6,2 L6,7 L6,12"),
      ("M0 0 10 0 10 10z l5 5", "M0,0 L10,0 L10,10 Z L5,5"), ("M0 0 9 9Zm1 2", "M0,0 L9,9 Z M1,2"),
      ("M0 0C1 2 3 4 5 6c1 2 3 4 5 6", "M0,0 C1,2 3,4 5,6 C6,8 8,10 10,12"),
      ("M0 0C0 10 10 10 10 0S20-10 20 0", "M0,0 C0,10 10,10 10,0 C10,-10 20,-10 20,0"),
      ("M5 5S9 9 10 10s1 1 2 2", "M5,5 C5,5 9,9 10,10 C11,11 11,11 12,12"),
      ("M0 0Q30 0 30 30", "M0,0 C20,0 30,10 30,30"),
      ("M0 0Q30 0 30 30T60 60", "M0,0 C20,0 30,10 30,30 C30,50 40,60 60,60"),
      ("M0 0q30 0 30 30t30 30", "M0,0 C20,0 30,10 30,30 C30,50 40,60 60,60"),
      ("M0 0C1 1 2 2 9 9T12 12", "M0,0 C1,1 2,2 9,9 C9,9 10,10 12,12"),
      ("M0 0A5 5 0 0 1 0 0", "M0,0 L0,0"), ("M0 0A0 5 0 0 1 9 9", "M0,0 L9,9"),
      ("M0 0a10 10 0 0110 10", "M0,0 C3,0 5,1 7,3 C9,5 10,7 10,10"),
      ("M0 0A10 10 0 0 0 10 10", "M0,0 C0,3 1,5 3,7 C5,9 7,10 10,10"),
    ])
  func svg(data: String, expected: String) throws {
    #expect(text(try Path(svg: data)) == expected)
  }

  /// The four arcs between two points: a small and a large one on each side.
  @Test(
    "SVG arcs are on the right side",
    arguments: [
      ("M100 0A100 100 0 0 1 0 100", 0.0, 0.0, 100.0, 100.0), ("M100 0A100 100 0 1 1 0 100", 0, 0, 200, 200),
      ("M100 0A100 100 0 0 0 0 100", 0, 0, 100, 100), ("M100 0A100 100 0 1 0 0 100", -100, -100, 100, 100),
      // Radii that are too small grow until the arc reaches both points.
      ("M0 0A1 1 0 0 1 20 0", 0, -10, 20, 0),
      // Rotating an ellipse by a quarter turn exchanges its radii.
      ("M0 0A10 30 90 0 1 60 0", 0, -10, 60, 0),
    ])
  func arcs(data: String, left: Double, top: Double, right: Double, bottom: Double) throws {
    let bounds = try #require(Path(svg: data).bounds)
    // The control points of a curve of an eighth of a turn are slightly outside of it.
    let edges = [
      (bounds.origin.x, left), (bounds.origin.y, top), (bounds.origin.x + bounds.size.width, right),
      (bounds.origin.y + bounds.size.height, bottom),
    ]
    for (edge, expected) in edges { #expect(abs(edge - expected) < 10, "\(bounds)") }
  }

  @Test(
    "Invalid path data is rejected with its position",
    arguments: [
      ("L1 1", PathDataCause.noMoveFirst), ("10 10", .noMoveFirst), ("M0 0 X", .notACommand(position: 6)),
      ("M0 0é", .notACommand(position: 5)), ("M", .notANumber(command: "M", position: 2)),
      ("M1", .notANumber(command: "M", position: 3)), ("M1 2 3", .notANumber(command: "M", position: 7)),
      ("M0 0c1 1 1 1 1", .notANumber(command: "c", position: 15)),
      ("M0 0L1,,2", .notANumber(command: "L", position: 8)),
      ("M0 0L+-1 2", .notANumber(command: "L", position: 6)), ("M0 0Lnan 1", .notANumber(command: "L", position: 6)),
      ("M0 0A1 1 0 2 0 1 1", .notAFlag(position: 12)), ("M0 0Z5", .notACommand(position: 6)),
    ])
  func refused(data: String, cause: PathDataCause) {
    let error = #expect(throws: PathDataError.self) { try Path(svg: data) }
    #expect(error == PathDataError(cause, in: data))
    #expect(error?.description.contains("\n") == false)
  }

  @Test("Path data with too many elements is rejected, and other paths are cut")
  func limits() throws {
    let long = "M0 0" + String(repeating: "h1", count: Path.maximumElementCount)
    #expect(throws: PathDataError(.tooLong, in: long)) { try Path(svg: long) }
    let path = Path { path in
      for index in 0..<(Path.maximumElementCount + 10) { path.addLine(to: Point(x: Double(index % 7), y: 0)) }
    }
    #expect(path.elements.count == Path.maximumElementCount)
  }

  @Test("Coordinates are limited")
  func coordinates() {
    let path = Path {
      $0.move(to: Point(x: .nan, y: .infinity))
      $0.addLine(to: Point(x: -.infinity, y: 5))
    }
    #expect(path.elements == [.move(Point(x: 0, y: 1e6)), .line(Point(x: -1e6, y: 5))])
    #expect(path.bounds == Rect(x: -1e6, y: 5, width: 1e6, height: 1e6 - 5))
  }

  @Test("Curves meet exactly, without tiny lines between them")
  func tinyLines() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let (width, height) = (Double.random(in: 1...90, using: &generator), Double.random(in: 1...90, using: &generator))
      for outline in [
        ShapeOutline.circle, .ellipse, .capsule, .roundedRectangle(CornerRadii(9)), .arc(from: 0.1, to: 1.1, inset: 0),
      ] {
        var lengths: [Double] = []
        var (start, current) = (Point.zero, Point.zero)
        for element in outline.path(in: Size(width, height)).elements {
          switch element {
          case .move(let point): (start, current) = (point, point)
          case .line(let point):
            lengths.append(current.distance(to: point))
            current = point
          case .curve(_, _, let end): current = end
          case .close: lengths.append(current.distance(to: start))
          }
        }
        #expect(!lengths.contains { $0 > 0 && $0 < 1e-6 }, "\(outline) of \(width) x \(height): \(lengths)")
      }
    }
  }
}
