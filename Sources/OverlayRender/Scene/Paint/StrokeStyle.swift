/// The style of a line along an outline.
public struct StrokeStyle: Sendable, Hashable {
  /// The shape of the end of a line.
  public enum LineCap: Sendable, Hashable, CaseIterable {
    /// Ends at the last point.
    case butt
    /// Ends with a half circle around the last point.
    case round
    /// Ends half a line width beyond the last point.
    case square
  }

  /// The shape of the join of two lines.
  public enum LineJoin: Sendable, Hashable, CaseIterable {
    /// Joins with a sharp corner, unless it exceeds the miter limit.
    case miter
    /// Joins with a round corner.
    case round
    /// Joins with a corner that is cut off.
    case bevel
  }

  /// The width in pixels. Half of it is on each side of the outline.
  public let lineWidth: Double
  /// The shape of the ends.
  public let lineCap: LineCap
  /// The shape of the joins.
  public let lineJoin: LineJoin
  /// The greatest length of a sharp corner, in halves of the line width. A longer one is cut off.
  public let miterLimit: Double
  /// The lengths of dashes and gaps in turn, in pixels; empty for a continuous line.
  public let dash: [Double]
  /// The offset into the dashes at which the line starts, in pixels.
  public let dashPhase: Double

  /// Creates a style.
  ///
  /// Values are limited to their ranges, and `NaN` becomes the least value.
  ///
  /// - Parameters:
  ///   - lineWidth: The width in pixels, 0...10 000.
  ///   - lineCap: The shape of the ends.
  ///   - lineJoin: The shape of the joins.
  ///   - miterLimit: The greatest length of a sharp corner, 1...100 halves of the line width.
  ///   - dash: At most 64 lengths of dashes and gaps in turn, each 0...100 000 pixels. The line is continuous if the
  ///     sum is less than a tenth of a pixel, or if there would be more than 100 000 dashes.
  ///   - dashPhase: The offset into the dashes in pixels, limited to ±1 000 000.
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

  /// Returns the dashes for a path; empty if there would be too many to see or to draw.
  func dash(along path: Path) -> [Double] {
    guard !dash.isEmpty else { return [] }
    let count = path.longestLength / dash.reduce(0, +) * Double(dash.count)
    return count <= 100_000 ? dash : []
  }
}

extension Path {
  /// The length of the lines through all points, which is at least the length of the path.
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
  /// Returns the distance to another point, in pixels.
  func distance(to other: Point) -> Double {
    ((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)).squareRoot()
  }
}
