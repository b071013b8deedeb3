import Glibc

/// Lines and curves that can be filled or stroked, in pixels from the top left corner of the view.
///
///     let triangle = Path { path in
///       path.move(to: Point(x: 20, y: 0))
///       path.addLine(to: Point(x: 40, y: 40))
///       path.addLine(to: Point(x: 0, y: 40))
///       path.closeSubpath()
///     }
///
/// Coordinates are limited to ±1 000 000 pixels, and `NaN` becomes 0. A path has at most 100 000 elements; more are
/// ignored.
public struct Path: Sendable, Hashable {
  enum Element: Sendable, Hashable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, to: Point)
    case close
  }

  /// The greatest number of elements.
  public static let maximumElementCount = 100_000

  private(set) var elements: [Element] = []
  /// The smallest rectangle that contains all points, including control points; `nil` for an empty path.
  public private(set) var bounds: Rect?
  /// The end of the last segment; `nil` before the first point.
  public private(set) var currentPoint: Point?
  private(set) var subpathStart: Point?

  /// Creates an empty path.
  public init() {}

  /// Creates a path with what `build` adds.
  public init(_ build: (inout Path) -> Void) {
    build(&self)
  }

  /// Whether the path is empty.
  public var isEmpty: Bool { elements.isEmpty }

  /// Starts a new subpath.
  public mutating func move(to point: Point) {
    let point = point.limited
    guard append(.move(point), through: [point]) else { return }
    subpathStart = point
    currentPoint = point
  }

  /// Adds a straight line. In an empty path, moves to the point instead.
  public mutating func addLine(to point: Point) {
    guard currentPoint != nil else { return move(to: point) }
    let point = point.limited
    guard append(.line(point), through: [point]) else { return }
    currentPoint = point
  }

  /// Adds a quadratic Bézier curve.
  public mutating func addQuadCurve(to end: Point, control: Point) {
    let start = currentPoint ?? control.limited
    let (end, control) = (end.limited, control.limited)
    addCurve(to: end, control1: start.toward(control, by: 2.0 / 3), control2: end.toward(control, by: 2.0 / 3))
  }

  /// Adds a cubic Bézier curve.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    if currentPoint == nil { move(to: control1) }
    let (first, second, end) = (control1.limited, control2.limited, end.limited)
    guard append(.curve(first, second, to: end), through: [first, second, end]) else { return }
    currentPoint = end
  }

  /// Adds a circular arc, after a straight line to its start.
  ///
  /// - Parameters:
  ///   - center: The center of the circle.
  ///   - radius: The radius in pixels. The minimum is 0.
  ///   - startDegrees: The start angle: 0 is to the right, and 90 is down.
  ///   - endDegrees: The end angle. The arc is clockwise if this is greater than the start angle, otherwise
  ///     counterclockwise. It is at most a full circle.
  public mutating func addArc(center: Point, radius: Double, startDegrees: Double, endDegrees: Double) {
    let radius = radius.limited(to: 0...Path.maximumCoordinate)
    addArc(Ellipse(center: center, radii: Size(radius, radius)), from: startDegrees, to: endDegrees)
  }

  /// Adds a circular arc between two angles, after a straight line to its start, as SwiftUI does.
  ///
  /// - Parameters:
  ///   - center: The center of the circle.
  ///   - radius: The radius in pixels. The minimum is 0.
  ///   - startAngle: The start angle: 0° is to the right, and 90° is down.
  ///   - endAngle: The end angle.
  ///   - clockwise: Whether angles decrease along the arc. Because y grows downward, such an arc is drawn
  ///     counterclockwise, and one with `clockwise: false` clockwise, as in SwiftUI and Core Graphics.
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    let (start, end) = (startAngle.degrees, endAngle.degrees)
    var span = (clockwise ? start - end : end - start).limited(to: -36e6...36e6)
    if span < 0 { span = span.truncatingRemainder(dividingBy: 360) + 360 }
    addArc(
      center: center, radius: radius, startDegrees: start, endDegrees: clockwise ? start - span : start + span)
  }

  /// Closes the subpath with a straight line to its start.
  public mutating func closeSubpath() {
    guard let subpathStart, append(.close, through: []) else { return }
    currentPoint = subpathStart
  }

  /// Adds a closed rectangle.
  public mutating func addRect(_ rect: Rect) {
    addRoundedRect(rect, cornerRadii: CornerRadii(0))
  }

  /// Adds a closed rectangle with rounded corners. Radii that do not fit are scaled down by a common factor.
  public mutating func addRoundedRect(_ rect: Rect, cornerRadii: CornerRadii) {
    let (left, top) = (rect.minX, rect.minY)
    let (right, bottom) = (rect.maxX, rect.maxY)
    let radii = cornerRadii.fitting(rect.size)
    currentPoint = nil
    addCorner(Point(x: left, y: top), right: 1, down: 1, radius: radii.topLeading, from: 180)
    addCorner(Point(x: right, y: top), right: -1, down: 1, radius: radii.topTrailing, from: 270)
    addCorner(Point(x: right, y: bottom), right: -1, down: -1, radius: radii.bottomTrailing, from: 0)
    addCorner(Point(x: left, y: bottom), right: 1, down: -1, radius: radii.bottomLeading, from: 90)
    closeSubpath()
  }

  /// Adds a closed ellipse inside of a rectangle.
  public mutating func addEllipse(in rect: Rect) {
    let radii = Size(rect.size.width / 2, rect.size.height / 2)
    currentPoint = nil
    addArc(Ellipse(center: Point(x: rect.midX, y: rect.midY), radii: radii), from: 0, to: 360)
    closeSubpath()
  }

  /// Adds the elements of another path.
  public mutating func addPath(_ path: Path) {
    add(path) { $0 }
  }

  /// Returns the path scaled and then moved.
  func scaled(by scale: Double, movedBy offset: Point) -> Path {
    guard scale != 1 || offset != .zero else { return self }
    return Path { path in
      path.add(self) { Point(x: $0.x * scale + offset.x, y: $0.y * scale + offset.y) }
    }
  }

  private mutating func add(_ path: Path, placing placed: (Point) -> Point) {
    for element in path.elements {
      switch element {
      case .move(let point): move(to: placed(point))
      case .line(let point): addLine(to: placed(point))
      case .curve(let first, let second, let end):
        addCurve(to: placed(end), control1: placed(first), control2: placed(second))
      case .close: closeSubpath()
      }
    }
  }

  /// Hashes only a few elements. Long paths that differ usually differ in these.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements.count)
    hasher.combine(bounds)
    hasher.combine(elements.last)
  }

  private static let maximumCoordinate = 1e6

  private mutating func addCorner(_ corner: Point, right: Double, down: Double, radius: Double, from degrees: Double) {
    guard radius > 0 else { return addLine(to: corner) }
    let center = Point(x: corner.x + right * radius, y: corner.y + down * radius)
    addArc(Ellipse(center: center, radii: Size(radius, radius)), from: degrees, to: degrees + 90)
  }

  /// Adds an element and returns `true`, or returns `false` if the path is full.
  private mutating func append(_ element: Element, through points: [Point]) -> Bool {
    guard elements.count < Path.maximumElementCount else { return false }
    elements.append(element)
    for point in points { bounds = bounds?.including(point) ?? Rect(origin: point, size: .zero) }
    return true
  }
}

extension Path {
  /// An ellipse, which may be rotated.
  struct Ellipse {
    var center: Point
    var radii: Size
    var rotation = 0.0

    /// Returns the point at an angle of the ellipse in degrees, and the tangent there, per radian.
    func point(at degrees: Double) -> (point: Point, tangent: Point) {
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      let (turnedSine, turnedCosine) = (sin(rotation), cos(rotation))
      func turned(_ x: Double, _ y: Double) -> Point {
        Point(x: turnedCosine * x - turnedSine * y, y: turnedSine * x + turnedCosine * y)
      }
      let radius = turned(radii.width * cosine, radii.height * sine)
      return (
        Point(x: center.x + radius.x, y: center.y + radius.y), turned(-radii.width * sine, radii.height * cosine)
      )
    }

    /// Returns exact values at quarter turns, so that curves meet the adjacent straight lines.
    private func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
      switch degrees.truncatingRemainder(dividingBy: 360) {
      case 0: (0, 1)
      case 90, -270: (1, 0)
      case 180, -180: (0, -1)
      case 270, -90: (-1, 0)
      default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      }
    }
  }

  /// Adds an arc of an ellipse as curves of at most an eighth of a turn. The error is less than 5 millionths of the
  /// radius. The last point is `end`, if given.
  mutating func addArc(
    _ ellipse: Ellipse, from startDegrees: Double, to endDegrees: Double, endingAt end: Point? = nil
  ) {
    let limits = -36e6...36e6
    let start = startDegrees.limited(to: limits)
    let span = (endDegrees.limited(to: limits) - start).limited(to: -360...360)
    let pieces = max(Int((abs(span) / 45).rounded(.up)), 1)
    let reach = 4.0 / 3 * tan(span / Double(pieces) * .pi / 720)
    var from = ellipse.point(at: start)
    // A line shorter than a pixel could give the corner of a stroke any direction.
    if currentPoint.map({ $0.distance(to: from.point) > 1e-6 }) ?? true { addLine(to: from.point) }
    for piece in 1...pieces {
      var to = ellipse.point(at: start + span * Double(piece) / Double(pieces))
      if piece == pieces {
        if let end { to.point = end }
        if let subpathStart, subpathStart.distance(to: to.point) < 1e-6 { to.point = subpathStart }
      }
      addCurve(
        to: to.point,
        control1: Point(x: from.point.x + reach * from.tangent.x, y: from.point.y + reach * from.tangent.y),
        control2: Point(x: to.point.x - reach * to.tangent.x, y: to.point.y - reach * to.tangent.y))
      from = to
    }
  }
}

extension Point {
  fileprivate var limited: Point {
    Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6))
  }

  /// Returns the point at a fraction of the way to another one.
  func toward(_ other: Point, by fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}
