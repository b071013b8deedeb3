/// How the line along an outline is drawn.
public struct StrokeStyle: Sendable, Hashable {
  /// How a line ends.
  public enum LineCap: Sendable, Hashable, CaseIterable {
    /// At its last point.
    case butt
    /// In a half circle around its last point.
    case round
    /// Half a line width beyond its last point.
    case square
  }

  /// How two lines meet.
  public enum LineJoin: Sendable, Hashable, CaseIterable {
    /// In a point, unless that reaches farther than the miter limit.
    case miter
    /// In a part of a circle.
    case round
    /// With the corner cut off.
    case bevel
  }

  /// In pixels; half of it lies on each side of the outline.
  public let lineWidth: Double
  /// How a line ends.
  public let lineCap: LineCap
  /// How two lines meet.
  public let lineJoin: LineJoin
  /// How far a pointed corner may reach from where the lines meet, in halves of the line width; one that would reach
  /// farther is cut off.
  public let miterLimit: Double
  /// The lengths of dashes and gaps in turn, in pixels; empty for a line without gaps.
  public let dash: [Double]
  /// How far into the dashes the line begins, in pixels.
  public let dashPhase: Double

  /// Makes a style.
  ///
  /// What is no number becomes the least number allowed.
  ///
  /// - Parameters:
  ///   - lineWidth: 0 to 10 000 pixels.
  ///   - lineCap: How a line ends.
  ///   - lineJoin: How two lines meet.
  ///   - miterLimit: 1 to 100 halves of the line width.
  ///   - dash: At most 64 lengths, each 0 to 100 000 pixels. When they make less than a tenth of a pixel together, or
  ///     more than 100 000 dashes along the outline, the line has no gaps.
  ///   - dashPhase: Within ±1 000 000 pixels.
  public init(
    lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: Double = 10,
    dash: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth.limited(to: 0...10_000)
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit.limited(to: 1...100)
    let lengths = dash.prefix(64).map { $0.limited(to: 0...100_000) }
    self.dash = lengths.reduce(0, +) < 0.1 ? [] : lengths
    self.dashPhase = dashPhase.limited(to: -1e6...1e6)
  }

  /// The dashes to draw along a path: none where they would be more than the eye can tell, and the machine can bear.
  func dash(along path: Path) -> [Double] {
    guard !dash.isEmpty else { return [] }
    let count = path.longestLength / dash.reduce(0, +) * Double(dash.count)
    return count <= 100_000 ? dash : []
  }
}

extension Path {
  /// The length of the lines through all points: no less than that of the path.
  fileprivate var longestLength: Double {
    var length = 0.0
    var current = Point.zero
    var start = Point.zero
    func advance(to point: Point) {
      length += current.distance(to: point)
      current = point
    }
    for element in elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let point): advance(to: point)
      case .curve(let first, let second, let end): for point in [first, second, end] { advance(to: point) }
      case .close: advance(to: start)
      }
    }
    return length
  }
}

extension Point {
  /// The distance between two points, in pixels.
  func distance(to other: Point) -> Double {
    ((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)).squareRoot()
  }
}
