// The segments of a path and their lengths.

extension Path {
  /// Connected segments.
  struct Subpath {
    var segments: [Segment]
    /// Whether the subpath is closed. The closing line is one of the segments.
    var isClosed: Bool
  }

  /// A line or a cubic Bézier curve between two points.
  struct Segment {
    let start: Point
    /// The control points of the curve. For a line, they are its end points.
    let control1: Point
    let control2: Point
    let end: Point
    let isLine: Bool

    init(curveFrom start: Point, _ control1: Point, _ control2: Point, to end: Point) {
      (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
      isLine = false
    }

    init(lineFrom start: Point, to end: Point) {
      (self.start, control1, control2, self.end) = (start, start, end, end)
      isLine = true
    }

    /// The direction at the start; zero for a segment without length.
    var startDirection: Point {
      let next = control1 != start ? control1 : control2 != start ? control2 : end
      return Point(x: next.x - start.x, y: next.y - start.y)
    }

    /// The direction at the end; zero for a segment without length.
    var endDirection: Point {
      let previous = control2 != end ? control2 : control1 != end ? control1 : start
      return Point(x: end.x - previous.x, y: end.y - previous.y)
    }
  }

  /// The subpaths that have segments.
  var subpaths: [Subpath] {
    var subpaths: [Subpath] = []
    var segments: [Segment] = []
    var (start, current) = (Point.zero, Point.zero)
    func end(isClosed: Bool) {
      if !segments.isEmpty { subpaths.append(Subpath(segments: segments, isClosed: isClosed)) }
      segments = []
    }
    for element in elements {
      switch element {
      case .move(let point):
        end(isClosed: false)
        (start, current) = (point, point)
      case .line(let point):
        segments.append(Segment(lineFrom: current, to: point))
        current = point
      case .curve(let first, let second, let last):
        segments.append(Segment(curveFrom: current, first, second, to: last))
        current = last
      case .close:
        if current != start { segments.append(Segment(lineFrom: current, to: start)) }
        end(isClosed: true)
        current = start
      }
    }
    end(isClosed: false)
    return subpaths
  }
}

extension Path.Segment {
  /// The length in pixels.
  ///
  /// A curve is halved, at most 8 times, until its chord and its control polygon differ by no more than 1/100 of a
  /// pixel. Their mean is the length of the piece to the third order (J. Gravesen, "Adaptive subdivision and the length
  /// and energy of Bézier curves", 1997).
  var length: Double { isLine ? start.distance(to: end) : length(halvings: 8) }

  private func length(halvings: Int) -> Double {
    let chord = start.distance(to: end)
    let controlLength = start.distance(to: control1) + control1.distance(to: control2) + control2.distance(to: end)
    if halvings == 0 || controlLength - chord <= 0.01 { return (chord + controlLength) / 2 }
    let (first, second) = split(at: 0.5)
    return first.length(halvings: halvings - 1) + second.length(halvings: halvings - 1)
  }

  /// Returns the part between two lengths from the start, in pixels.
  func part(from start: Double, to end: Double) -> Path.Segment {
    let last = parameter(atLength: end)
    let first = parameter(atLength: start)
    guard first < last else {
      let point = split(at: last).0.end
      return Path.Segment(lineFrom: point, to: point)
    }
    return split(at: last).0.split(at: first / last).1
  }

  /// Returns the parameter, 0...1, at a length from the start.
  private func parameter(atLength length: Double) -> Double {
    if length <= 0 { return 0 }
    if isLine { return min(length / self.length, 1) }
    if length >= self.length { return 1 }
    var (piece, rest) = (self, length)
    var (parameter, step) = (0.0, 0.5)
    // After 30 halvings, a piece of the longest possible curve is shorter than 1/100 of a pixel.
    for _ in 0..<30 {
      let (first, second) = piece.split(at: 0.5)
      let firstLength = first.length
      if rest < firstLength {
        piece = first
      } else {
        piece = second
        rest -= firstLength
        parameter += step
      }
      step /= 2
    }
    return parameter
  }

  /// Returns the parts before and after a parameter, 0...1, by de Casteljau's algorithm.
  private func split(at parameter: Double) -> (Path.Segment, Path.Segment) {
    if isLine {
      let point = start.toward(end, by: parameter)
      return (Path.Segment(lineFrom: start, to: point), Path.Segment(lineFrom: point, to: end))
    }
    let (a, b, c) = (
      start.toward(control1, by: parameter), control1.toward(control2, by: parameter),
      control2.toward(end, by: parameter)
    )
    let (ab, bc) = (a.toward(b, by: parameter), b.toward(c, by: parameter))
    let point = ab.toward(bc, by: parameter)
    return (
      Path.Segment(curveFrom: start, a, ab, to: point), Path.Segment(curveFrom: point, bc, c, to: end)
    )
  }
}
